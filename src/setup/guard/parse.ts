/** Settings of clients as values, in whatever form they are written. */

import JSON5 from 'json5'
import { parse as parseToml } from 'smol-toml'
import { isObject, type JsonObject } from '../../core/json.ts'
import type { Source } from '../../core/switches.ts'

/** As the library reads them that every client with such a file uses: of a name that comes twice the last. */
export const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.replace(/\r\n?/g, '\n').matchAll(line)].map(([, name = '', given = '']) => {
      const value = given.trim()
      const bare = value.replace(/^(['"`])([\s\S]*)\1$/, '$2')
      return [name, value.startsWith('"') ? bare.replaceAll('\\n', '\n') : bare]
    }),
  )

const line =
  /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm

/** Throws with the place for a text that is not of this form. What is no object has no settings. */
export const settingsIn = (text: string, kind: Source['kind']): JsonObject => {
  const bare = text.replace(/^\ufeff/, '')
  if (bare.trim() === '') return {}
  // Dates and the like become texts.
  const value: unknown = kind === 'toml' ? JSON.parse(JSON.stringify(parseToml(bare))) : JSON5.parse(bare)
  return isObject(value) ? value : {}
}
