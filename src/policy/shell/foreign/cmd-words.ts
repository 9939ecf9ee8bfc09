/** Words and variables of cmd. */

import { isSecretVariable } from '../secret-names.ts'
import type { Scope, Session } from '../session.ts'
import { HOLE, type Text, taint } from '../text.ts'

export function words(source: string, scope: Scope, session: Session): Text[] {
  const out: Text[] = []
  for (const match of spaced(source).matchAll(/(?:"[^"]*"|[^\s"])+/g)) {
    const written = match[0]
    const text = written
      .replace(/"/g, '')
      .replace(/%([^%]{1,80})%/g, (_, name: string) => variable(name.toLowerCase(), scope, session))
    const secret = [...written.matchAll(/%([^%]{1,80})%/g)].some(name => isSecretVariable(name[1] as string))
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

/** `rd/s/q`: switches need no space. */
function spaced(source: string): string {
  return /^\s*@?(?:rd|rmdir|del|erase|format|copy|move|xcopy)\//i.test(source)
    ? source
        .replace(/^(\s*@?[a-z]+)\//i, '$1 /')
        .replace(/(\s\/[a-z])(?=\/)/gi, '$1 ')
        .replace(/(\s\/[a-z])(?=\/)/gi, '$1 ')
    : source
}

export function variable(name: string, scope: Scope, session: Session): string {
  const own = scope.variables.get(name)?.fields[0]?.text
  if (own !== undefined) return own
  const { home } = session.host
  const known: Readonly<Record<string, string>> = {
    userprofile: home,
    homepath: home.replace(/^[A-Za-z]:/, ''),
    appdata: `${home}/AppData/Roaming`,
    localappdata: `${home}/AppData/Local`,
    temp: `${home}/AppData/Local/Temp`,
    tmp: `${home}/AppData/Local/Temp`,
    systemdrive: 'C:',
    homedrive: 'C:',
    systemroot: 'C:/Windows',
    windir: 'C:/Windows',
    programdata: 'C:/ProgramData',
    programfiles: 'C:/Program Files',
    cd: scope.cwd ?? HOLE,
    public: 'C:/Users/Public',
  }
  return known[name] ?? HOLE
}

export function unwrapped(list: readonly Text[]): readonly Text[] {
  const first = list[0]?.text.toLowerCase() ?? ''
  return /^(?:if|start|call)$/.test(first) && list.length > 1 ? unconditional(list.slice(1), first) : list
}

export function slashed(word: Text): Text {
  return { ...word, text: word.text.replace(/\\/g, '/') }
}

/** What `if` or `start` runs: the words after its condition, title and switches. */
export function unconditional(list: readonly Text[], before: string | undefined): readonly Text[] {
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
