/** Commands in the strings of a text, and behind the words of its lines. */

import { mayMatter } from '../places/read-later.ts'
import { quoted } from '../values/value.ts'

/** A program and its words as two values: `"command": "rm", "args": ["-rf", "~"]`. */
export const started = (text: string): string[] =>
  [...text.matchAll(/"(?:command|cmd|path|program|executable|runtimeExecutable)"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(
    ({ 1: program = '', index }) => {
      const rest = text.slice(index).split('}', 1)[0] as string
      const list = /"(?:args|arguments|runtimeArgs)"\s*:\s*\[([^[\]]*)\]/.exec(rest)?.[1]
      return list === undefined ? [] : [listed(`${program},${list}`)]
    },
  )

export const listed = (list: string): string =>
  strings(list)
    .map(({ text }) => quoted(text))
    .join(' ')

/** A program and its words as strings of one list or one statement. */
export const spawned = (text: string): string[] =>
  text
    .replace(/\n\s+/g, '\n')
    .split(/;|\n(?![.,\])"'])/)
    .flatMap(statement => {
      const words = mayMatter.test(statement) ? strings(statement).map(string => string.text) : []
      const first = words.findIndex(word => harmful.test(word))
      return first < 0 || first === words.length - 1 ? [] : [words.slice(first).map(quoted).join(' ')]
    })
const harmful = /^(?:\/(?:usr\/)?bin\/)?(?:sudo|rm|dd|shred|nc|ncat|socat|curl|wget|(?:ba|z|da|k)?sh|env|python3?|perl)$/

interface Quoted {
  readonly text: string
  /** What stands in front of it on its line, or behind it says that it is a name. */
  readonly before: string
  readonly isName: boolean
}

export const strings = (text: string): readonly Quoted[] => {
  const found: Quoted[] = []
  /** Up to where a quote of this kind is known to stay open. */
  const open = new Map<string, number>()
  for (let at = 0; at < text.length; at++) {
    const close = text[at] === '"' || text[at] === "'" ? (text[at] as string) : text.startsWith('[[', at) ? ']]' : undefined
    if (close === undefined || at < (open.get(close) ?? 0)) continue
    const from = at + close.length
    let end = from
    while (end < text.length && !text.startsWith(close, end) && (close === ']]' || text[end] !== '\n'))
      end += text[end] === '\\' && close !== ']]' ? 2 : 1
    if (!text.startsWith(close, end)) open.set(close, end)
    else {
      const before = text.slice(Math.max(0, at - 80), at).replace(/^.*\n/s, '')
      found.push({
        text: decoded(spelled(text.slice(from, end))),
        before,
        isName: /^ *:/.test(text.slice(end + close.length, end + 40)),
      })
      at = end
    }
  }
  return found
}

const spelled = (text: string): string => text.replace(/\\(["'\\/])/g, '$1').replace(/\\[nr]/g, '\n')

const decoded = (text: string): string =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

/** Where a command starts that may do harm: behind the words of whatever program reads the file. */
const opener =
  /(?<![\w.~/-])(?:(?:\/[\w.-]+)*\/)?(?:sudo|rm|cp|mv|ln|tee|find|dd|mkfs|nc|ncat|netcat|socat|curl|wget|(?:ba|z|da|k)?sh|python[\d.]*|perl|ruby|php|node|base64|eval|telnet|openssl|mkfifo|shred|scp|rsync|env|printenv|cat|echo|printf|tar|(?:powershell|pwsh|cmd|certutil|mshta|regsvr32|rundll32)(?:\.exe)?|(?:source|\.)(?=\s+<\())(?=\s)/

/** What tells about commands and runs none. */
const tells =
  /["']?\b(?:description|detail|label|title|name|help|doc|message|reason|comment|pattern|match|regex|deny|denied|block\w*|exclude|ignore|allow\w*|autoApprove)["']?\s*[:=]\s*[[{]?\s*["']?$/i
const comment = /^[ \t]*(?:#(?!\()|\/\/|;|--|"[^":]*$|\*|<!--)/

/** Whatever may be a command where the file is known to be read: its strings, and what stands behind a sign on its lines. */
export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .filter(line => !comment.test(line))
    .flatMap(line => [
      ...strings(line).map(string => string.text),
      ...[...line.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
      line.replace(/^[^!=:"']*[!=:][!=:\s]*/, ''),
    ])
    .filter(piece => /^\s*[\w./-]+\s+\S/.test(piece))

/** Commands anywhere in a text: in its strings, and behind the words of its lines. */
export const within = (text: string): string[] => {
  const lines = text
    .replace(/\\\n/g, ' ')
    // Tags of markup, and keys of an editor: `<CR>`.
    .replace(/<\/?[A-Za-z][\w:.-]*\/?>/g, '\n')
    .split('\n')
    .filter(line => !comment.test(line) && mayMatter.test(line))
  return lines.flatMap(line => {
    const inside = strings(line)
    const held = inside.filter(({ isName, before }) => !isName && !tells.test(before)).map(string => string.text)
    const bare = inside.length > 0 && /^\s*["']|[{,[]\s*["']/.test(line) ? [] : [decoded(line)]
    return [...held, ...bare].flatMap(piece => {
      const at = opener.exec(piece)?.index
      if (at === undefined) return []
      // Quotes inside quotes, as in `if-shell "true" "run 'x'"`.
      const end = /['"]/.test(piece[at - 1] ?? '') ? piece.indexOf(piece[at - 1] as string, at) : -1
      const command = end < 0 ? piece.slice(at) : piece.slice(at, end)
      // What stands in front of it hands it something.
      if (piece !== line && /^\s*!?[\w./-]+\s[^"']*\|/.test(piece.slice(0, at))) return [piece.replace(/^\s*!/, ''), command]
      // What a shell of Windows is handed is one text, whatever stands in it.
      const behind = /^(?:powershell|pwsh)(?:\.exe)?\s/i.test(command) ? command.search(/\s-c\w*\s/i) : -1
      const [option = ''] = behind < 0 ? [] : (/^\s-\w+\s+/.exec(command.slice(behind)) ?? [])
      const code = command.slice(behind + option.length)
      if (option !== '' && !/^["']/.test(code)) return [`${command.slice(0, behind)}${option}${quoted(code)}`, command]
      // The next key of a mapping in braces: `{ entry: x, language: y }`.
      if (end < 0 && /\{[^{}]*$/.test(piece.slice(0, at))) return [command.split(/,\s+\w+:|[}\]]/, 1)[0] as string]
      return [/[([{]/.test(command) ? command : command.replace(/[)\]}]+;?\s*$/, '')]
    })
  })
}
