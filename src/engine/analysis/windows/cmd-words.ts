/** Words and variables of cmd. */

import { isSecretVariable } from '../places/secret-names.ts'
import type { Analysis, Environment } from '../values/analysis.ts'
import { HOLE, taint, type Value } from '../values/value.ts'
import { windowsVariable } from '../values/windows-variables.ts'

/** The words of one cmd.exe command: carets, quotes and `%variables%` read. */
export function words(source: string, env: Environment, analysis: Analysis): Value[] {
  const out: Value[] = []
  for (const match of spaced(source)
    .replace(glued, part => part || ' ')
    .matchAll(/(?:"[^"]*"|[^\s"])+/g)) {
    const written = match[0]
    const text = written
      .replace(/"/g, '')
      .replace(named, (whole, name?: string, late?: string) =>
        name === undefined && /\s/.test(written) ? whole : variable((name ?? late ?? '').toLowerCase(), env, analysis),
      )
    const secret = [...written.matchAll(named)].some(name => isSecretVariable(name[1] ?? name[2] ?? ''))
    out.push({
      text,
      written,
      glob: /[*?]/.test(text),
      taint: secret ? taint.environment : 0,
      unknown: text.includes(HOLE) ? written : undefined,
    })
  }
  return out
}

/** Where a word ends because output goes elsewhere: `echo x>file`. A digit of its own in front belongs to the sign. */
const glued = /"[^"]*"|(?:(?<=[^\s<>\d])|(?<=[^\s<>]\d))(?=[<>])/g

/** `%x%`, and `!x!` where variables are put in late: a text with spaces is for the shell that gets it. */
const named = /%([^%]+)%|!(\w+)!/g

/** cmd puts the text of a variable in before it looks for words and commands; `call` does so twice. */
export function substituted(source: string, env: Environment): string {
  if (env.variables.size === 0 && !/%comspec:/i.test(source)) return source
  return source.replace(
    /%%(\w+)%%|%(\w+)(:[^%]+)?%|!(\w+)(:[^!]+)?!/g,
    (written, twice, once, part: string | undefined, late, other: string | undefined) => {
      const name = String(twice ?? once ?? late).toLowerCase()
      const cut = part ?? other
      // Of those that everybody has one alone is worth cutting up: its end is `cmd.exe`.
      const text = env.variables.get(name)?.fields[0]?.text ?? (name === 'comspec' && cut !== undefined ? comSpec : undefined)
      return text === undefined || text.includes(HOLE) ? written : cut === undefined ? text : (changed(text, cut) ?? written)
    },
  )
}

const comSpec = 'C:\\WINDOWS\\system32\\cmd.exe'

/** `%x:~4,3%`, `%x:a=b%`, `%x:*a=b%` (set /?): a part of the text, or the text with another in place of one, whatever its case. */
function changed(text: string, how: string): string | undefined {
  const [, from, length] = /^:~(-?\d+)(?:,(-?\d+))?$/.exec(how) ?? []
  if (from !== undefined) {
    const rest = text.slice(Number(from))
    return length === undefined ? rest : rest.slice(0, Number(length))
  }
  const [, all, old = '', put = ''] = /^:(\*?)([^=]+)=(.*)$/s.exec(how) ?? []
  if (old === '') return undefined
  const at = text.toLowerCase().indexOf(old.toLowerCase())
  if (all === '*') return at < 0 ? text : put + text.slice(at + old.length)
  return at < 0 ? text : text.replace(new RegExp(old.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), () => put)
}

/** `rd/s/q`, `rd,/s,/q`, `;rd`: what cmd itself carries out needs no space. */
function spaced(source: string): string {
  const start = source
    .replace(/^[\s,;=]+/, '')
    .replace(/^(@?[A-Za-z]\w*)(?=[<>])/, '$1 ')
    .replace(/^(@?"?(?:cmd(?:\.exe)?|%comspec%)"?)\//i, '$1 /')
  const own =
    /^((?:@?(?:call|start|if|else|do)\b(?:"[^"]*"|[^"|&])*?[\s,;=])?@?(?:rd|rmdir|del|erase|format|copy|move|xcopy|type|ren|rename|cd|chdir|pushd))(?=[\s,;=/])([\s\S]*)$/i.exec(
      start,
    )
  if (own === null) return start.replace(/^([\w@.-]+)[,;](?=\S)/, '$1 ')
  const rest = (own[2] as string).replace(/"[^"]*"|[,;=]/g, part => (part[0] === '"' ? part : ' '))
  const name = (own[1] as string).replace(/^(@?(?:call|start))[,;=]/i, '$1 ')
  return `${name} ${rest.replace(/(?<=^|\s)(?:\/[a-z])+(?=\s|$)/gi, part => part.replace(/(?!^)\//g, ' /'))}`
}

/** What `%name%` stands for, the name in lower case; a hole when it is not known. */
export function variable(name: string, env: Environment, analysis: Analysis): string {
  const own = env.variables.get(name)?.fields[0]?.text
  if (own !== undefined) return own
  return windowsVariable(name, analysis.host) ?? (name === 'cd' ? (env.cwd ?? HOLE) : HOLE)
}

/** The command behind `if`, `start` or `call`. */
export function unwrapped(list: readonly Value[]): readonly Value[] {
  const first = list[0]?.text.toLowerCase() ?? ''
  return /^(?:if|start|call)$/.test(first) && list.length > 1 ? unconditional(list.slice(1), first) : list
}

/** What `if` or `start` runs: the words after its condition, title and switches. */
export function unconditional(list: readonly Value[], before: string | undefined): readonly Value[] {
  let at = 0
  const text = (index: number): string => list[index]?.text.toLowerCase() ?? ''
  if (before === 'if') {
    while (/^(?:\/i|not)$/.test(text(at))) at++
    if (/^(?:exist|defined|errorlevel|cmdextversion)$/.test(text(at))) at += 2
    else if (/==/.test(text(at))) at += text(at).endsWith('==') ? 2 : 1
    else if (/^(?:==|equ|neq|lss|leq|gtr|geq)$/.test(text(at + 1))) at += 3
  } else if (before === 'start') {
    while (at < list.length && (/^"/.test(list[at]?.written ?? '') || /^\/[a-z]/.test(text(at)))) at++
  } else return list
  return at < list.length ? unwrapped(list.slice(at)) : list
}
