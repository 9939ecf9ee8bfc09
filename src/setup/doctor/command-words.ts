/** A registered command as words again, when it is nothing but words. */

import type { Shell } from '../../core/command-line.ts'

/** Undefined for anything that a shell would do more with than split it. */
export const wordsOf = (text: string, shell: Shell): readonly string[] | undefined => {
  const source = shell === 'powershell' ? text.replace(/^&\s*/, '').replace(/;\s*exit \$LASTEXITCODE$/, '') : text
  const words: string[] = []
  let rest = source.trim()
  while (rest !== '') {
    const word = wordAt(rest, shell)
    if (word === undefined) return undefined
    words.push(word.value)
    rest = rest.slice(word.length).trimStart()
  }
  return words
}

const wordAt = (text: string, shell: Shell): { readonly value: string; readonly length: number } | undefined => {
  let value = ''
  let at = 0
  while (at < text.length && !/\s/.test(text[at] ?? '')) {
    const piece = pieces[shell].exec(text.slice(at))
    if (piece === null) return undefined
    const [whole, single, double, escaped, plain] = piece
    value += single?.replaceAll("''", shell === 'powershell' ? "'" : '') ?? double ?? escaped ?? plain ?? ''
    at += whole.length
  }
  return { value, length: at }
}

// Groups: in single quotes, in double quotes, behind a backslash, plain. What expands or ends a command fits none of them.
const pieces: Readonly<Record<Shell, RegExp>> = {
  posix: /^(?:'([^']*)'|"([^"$`\\!]*)"|\\([^\n])|([^\s'"\\$`|&;<>()*?[\]{}#!~]+))/,
  powershell: /^(?:'((?:[^']|'')*)'|"([^"$`]*)"|()(?!)|([^\s'"$`|&;<>(){}#@]+))/,
  cmd: /^(?:()(?!)|"([^"%!]*)"|()(?!)|([^\s"%!|&<>^]+))/,
}
