/** Words and variables of cmd. */

import { isSecretVariable } from '../secret-names.ts'
import type { Scope, Session } from '../session.ts'
import { HOLE, type Text, taint } from '../text.ts'
import { unconditional } from './cmd.ts'

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
