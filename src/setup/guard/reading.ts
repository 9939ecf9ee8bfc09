/** Whether a client takes a settings file as it stands. */

import { isObject, type JsonObject } from '../../core/json.ts'
import type { Reading } from '../../core/switches.ts'
import { misfit, schemas } from './schema.ts'

/** Why the client drops this file, as the end of a sentence; undefined when it takes it, as far as is known. */
export const refusalOf = (reading: Reading, said: string, scope?: string): string | undefined => {
  const isMarked = said.startsWith('\ufeff')
  if (isMarked && reading.bom !== 'skipped') return 'it begins with a byte order mark'
  const text = isMarked ? said.slice(1) : said
  if (reading.comments === 'any') return undefined
  const read = jsonIn(reading.comments === 'none' ? text : text.replace(/\/\/.*$/gm, ''))
  if (read === undefined)
    return jsonIn(text) === undefined
      ? 'it is not JSON in this client’s sense (a comment, or a comma too many)'
      : 'the client cuts lines at //, also inside a text such as a URL'
  if (!isObject(read)) return 'it is not one object'
  const schema = reading.schema === undefined || scope === 'managed' ? undefined : schemas[reading.schema.name]
  const wrong = schema === undefined ? undefined : misfit(schema, read as JsonObject)
  if (wrong !== undefined) return `it does not take the value of ${wrong} (as version ${reading.schema?.version} reads it)`
  return reading.fault?.(read)
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
