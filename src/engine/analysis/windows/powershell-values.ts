/** What PowerShell expressions stand for: tables, joined strings, known variables. */

import type { Analysis, Environment } from '../values/analysis.ts'
import { HOLE, literal, taint, type Value } from '../values/value.ts'
import { windowsVariable } from '../values/windows-variables.ts'

type Read = (piece: string) => Value

/** A table, and an object made of one: `@{ Path = 'a' }`, `[pscustomobject]@{ … }`. */
export const isTable = (value: Value | undefined): boolean => /^(?:\[[\w.]+\])?@\{/.test(value?.written ?? '')

/** What a table holds, by its keys as written. */
export function entriesOf(
  table: string,
  env: Environment,
  analysis: Analysis,
  read: Read,
): readonly (readonly [string, Value])[] {
  const entry = /(?<!\w)["']?(\w+)["']?\s*=\s*(?:'([^']*)'(?!\s*,)|"([^"$]*)"(?!\s*,)|(\$\w+:?\w*)(?!\s*,)|([^;\n}]+))/g
  return [...table.matchAll(entry)].map(([, key = '', single, double, reference, bare]) => {
    // A list is more than one value.
    if (bare !== undefined)
      return [key, /^@\(|,/.test(bare.trim()) ? { ...literal(HOLE, bare), unknown: bare } : read(bare.trim())] as const
    if (reference === undefined) return [key, literal((single ?? double ?? '').trim())] as const
    const isYesOrNo = /^\$(?:true|false)$/i.test(reference)
    const value = isYesOrNo ? literal(reference.slice(1), reference) : held(reference, env, analysis)
    return [key, value ?? { ...literal(HOLE, reference), unknown: reference }] as const
  })
}

/** `@name`: the parameters that a table or list of that name holds. */
export function splatted(word: Value, env: Environment, analysis: Analysis, read: Read): readonly Value[] {
  const name = /^@(\w+)$/.exec(word.written)?.[1]
  const fields = name === undefined ? [] : (env.variables.get(name.toLowerCase())?.fields ?? [])
  const [first] = fields
  if (first === undefined) return [word]
  if (!isTable(first)) return fields.map(field => ({ ...field, written: field.text }))
  const out = entriesOf(first.written, env, analysis, read).flatMap(([key, value]) =>
    /^\$false$/i.test(value.written) ? [] : [literal(`-${key}`), ...(/^\$true$/i.test(value.written) ? [] : [value])],
  )
  return out.length === 0 ? [word] : out
}

function held(reference: string, env: Environment, analysis: Analysis): Value | undefined {
  const name = reference.slice(1).toLowerCase()
  return env.variables.get(name)?.fields[0] ?? known(name, env, analysis)
}

const piece = /'[^']*'|"(?:[^"$]|\$(?!\())*"|\$(?:\w+:)?\w+/.source

/** A sum of strings and variables, as a pattern. */
export const sum = `(?:${piece})(?:\\s*\\+\\s*(?:${piece}))*`

/** Pieces, with nothing but brackets, commas and spaces around them. */
const isList = (text: string): boolean => text.replace(new RegExp(piece, 'g'), '').replace(/[\s,()@]/g, '') === ''

/** `'a' + 'b'`, `'a','b' -join ''`, `'{1}{0}' -f 'b','a'`, `[IO.Path]::Combine('a','b')`. */
export function fold(written: string, read: (piece: string) => Value): string | undefined {
  // A name that nobody else has.
  const inner = written.replace(/\[guid\]::NewGuid\(\)(?:\.\w+\([^()]*\))?/gi, "'guid'")
  if (/^\s*\[(?:System\.)?IO\.Path\]::GetTempPath\(\)\s*$/i.test(inner)) return read('$env:TEMP').text
  const pieces = (text: string): string[] => (text.match(new RegExp(piece, 'g')) ?? []).map(part => read(part).text)
  let text: string | undefined
  const list = /^\s*-join([\s\S]+)$|^([\s\S]+?)-join\s*(?:'([^']*)'|"([^"$]*)")\s*$/i.exec(inner)
  const combined = /^\s*\[(?:System\.)?IO\.Path\]::(?:Combine|Join)([\s\S]+)$/i.exec(inner)
  const changed = new RegExp(`^\\s*\\(?\\s*(${sum})\\s*\\)?\\s*((?:\\.\\w+\\([^()]*\\))+)\\s*$`).exec(inner)
  if (changed !== null) return afterMethods(pieces(changed[1] as string).join(''), changed[2] as string, pieces)
  if (new RegExp(`^\\s*${sum}\\s*$`).test(inner)) text = pieces(inner).join('')
  else if (list !== null && isList(list[1] ?? list[2] ?? ''))
    text = pieces(list[1] ?? list[2] ?? '').join(list[3] ?? list[4] ?? '')
  else if (combined !== null && isList(combined[1] ?? '')) text = pieces(combined[1] ?? '').join('/')
  else {
    const format = /^\s*["']([^"']+)["']\s*-f\s*([\s\S]+)$/.exec(inner)
    const parts = format === null ? [] : pieces(format[2] as string)
    text = format?.[1]?.replace(/\{(\d)\}/g, (_, index: string) => parts[Number(index)] ?? '')
  }
  return text?.includes(HOLE) === true ? undefined : text
}

/** `'Xemove'.Replace('X','R').ToLower()`: undefined where a method is not known. */
function afterMethods(start: string, calls: string, pieces: (text: string) => string[]): string | undefined {
  let text = start
  for (const [, name = '', inside = ''] of calls.matchAll(/\.(\w+)\(([^()]*)\)/g)) {
    const given = pieces(inside)
    const [from = 0, size] = inside.split(',').map(Number)
    switch (name.toLowerCase()) {
      case 'replace':
        if (given.length !== 2) return undefined
        text = text.split(given[0] as string).join(given[1])
        break
      case 'tolower':
        text = text.toLowerCase()
        break
      case 'toupper':
        text = text.toUpperCase()
        break
      case 'trim':
        if (inside.trim() !== '') return undefined
        text = text.trim()
        break
      case 'tostring':
        break
      case 'substring':
        if (!Number.isInteger(from)) return undefined
        text = text.slice(from, size === undefined ? undefined : from + size)
        break
      case 'insert':
        if (!Number.isInteger(from) || given.length !== 1) return undefined
        text = text.slice(0, from) + given[0] + text.slice(from)
        break
      case 'remove':
        if (!Number.isInteger(from)) return undefined
        text = text.slice(0, from) + (size === undefined ? '' : text.slice(from + size))
        break
      default:
        return undefined
    }
  }
  return text.includes(HOLE) ? undefined : text
}

/** What an expression fetches or decodes, by the .NET calls in it. */
export function origin(source: string): number {
  let bits = 0
  if (
    /\b(?:DownloadString|DownloadData|(?<!::)OpenRead|GetStringAsync|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/i.test(source)
  )
    bits |= taint.download
  if (/FromBase64String|GzipStream|DeflateStream|-bxor|\[char\]/i.test(source)) bits |= taint.decoded
  return bits
}

/** The value of an automatic or environment variable; undefined for a name that nobody set. */
export function known(name: string, env: Environment, analysis: Analysis): Value | undefined {
  const { home } = analysis.host
  const win = home.includes('\\') || /^[A-Za-z]:/.test(home)
  switch (name) {
    case 'home':
    case 'env:home':
      return literal(home)
    case 'env:temp':
    case 'env:tmp':
      return literal(win ? `${home}/AppData/Local/Temp` : '/tmp')
    case 'profile':
      return literal(`${home}/Documents/PowerShell/Microsoft.PowerShell_profile.ps1`)
    case 'pwd':
      return env.cwd === undefined ? undefined : literal(env.cwd)
    case 'true':
    case 'false':
    case 'null':
      return literal(name)
    default: {
      const folder = name.startsWith('env:') ? windowsVariable(name.slice(4), analysis.host) : undefined
      return folder === undefined ? undefined : literal(folder)
    }
  }
}
