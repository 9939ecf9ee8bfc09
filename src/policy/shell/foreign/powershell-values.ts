/** What PowerShell expressions stand for: tables, joined strings, known variables. */

import type { Scope, Session } from '../session.ts'
import { HOLE, literal, type Text, taint } from '../text.ts'

/** `@name`: the parameters that a table or list of that name holds. */
export function splatted(word: Text, scope: Scope): readonly Text[] {
  const name = /^@(\w{1,80})$/.exec(word.written)?.[1]
  const table = name === undefined ? undefined : scope.variables.get(name.toLowerCase())?.fields[0]?.written
  if (table === undefined) return [word]
  const out: Text[] = []
  for (const match of table
    .slice(0, 8000)
    .matchAll(/["']?(\w{1,60})["']?\s*=\s*(?:'([^']*)'|"([^"$]*)"|(\$true)|(\$\w+:?\w*)|([^;\n}]+))/gi)) {
    const [, key = '', single, double, yes, reference, bare] = match
    if (/^\$false$/i.test(reference ?? '')) continue
    out.push(literal(`-${key}`))
    if (yes !== undefined) continue
    const held = reference === undefined ? undefined : scope.variables.get(reference.slice(1).toLowerCase())?.fields[0]
    out.push(
      held ??
        (reference === undefined
          ? literal((single ?? double ?? bare ?? '').trim())
          : { ...literal(HOLE, reference), unknown: reference }),
    )
  }
  return out.length === 0 ? [word] : out
}

/** `'a' + 'b'`, `'a','b' -join ''`, `'{1}{0}' -f 'b','a'`. */
export function fold(inner: string): string | undefined {
  if (/^\s*(?:'[^']{0,200}'|"[^"$]{0,200}")\s*(?:\+\s*(?:'[^']{0,200}'|"[^"$]{0,200}")\s*){0,40}$/.test(inner))
    return [...inner.matchAll(/'([^']*)'|"([^"]*)"/g)].map(part => part[1] ?? part[2]).join('')
  const format = /^\s*["']([^"']{1,200})["']\s*-f\s*([\s\S]{1,400})$/.exec(inner)
  if (format === null) return undefined
  const parts = [...(format[2] as string).matchAll(/["']([^"']*)["']/g)].map(part => part[1])
  return (format[1] as string).replace(/\{(\d)\}/g, (_, index: string) => parts[Number(index)] ?? '')
}

/** What an expression fetches or decodes, by the .NET calls in it. */
export function origin(source: string): number {
  let bits = 0
  if (/\b(?:DownloadString|DownloadData|OpenRead|GetStringAsync|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/i.test(source))
    bits |= taint.download
  if (/FromBase64String|GzipStream|DeflateStream|-bxor|\[char\]/i.test(source)) bits |= taint.decoded
  return bits
}

export function known(name: string, scope: Scope, session: Session): Text | undefined {
  const { home } = session.host
  const win = home.includes('\\') || /^[A-Za-z]:/.test(home)
  switch (name) {
    case 'home':
    case 'env:userprofile':
    case 'env:home':
      return literal(home)
    case 'env:appdata':
      return literal(`${home}/AppData/Roaming`)
    case 'env:localappdata':
      return literal(`${home}/AppData/Local`)
    case 'env:temp':
    case 'env:tmp':
      return literal(win ? `${home}/AppData/Local/Temp` : '/tmp')
    case 'env:programdata':
      return literal('C:/ProgramData')
    case 'env:windir':
    case 'env:systemroot':
      return literal('C:/Windows')
    case 'env:systemdrive':
      return literal('C:')
    case 'env:programfiles':
      return literal('C:/Program Files')
    case 'profile':
      return literal(`${home}/Documents/PowerShell/Microsoft.PowerShell_profile.ps1`)
    case 'pwd':
      return scope.cwd === undefined ? undefined : literal(scope.cwd)
    case 'true':
    case 'false':
    case 'null':
      return literal(name)
    default:
      return undefined
  }
}
