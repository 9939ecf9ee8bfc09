/** What versions of clients do wrong with hooks, as a bundle says it: for `doctor` and `init`. No call reads it. */

import { z } from 'zod'
import type { BundleConfig } from '../../core/config.ts'
import { explain, readDocument } from '../../engine/policy/language/document.ts'
import type { Places } from '../config/places.ts'
import { fileOf, folderOf } from './active.ts'
import { advisoryFile } from './format.ts'
import { textOf } from './state.ts'
import { verifyBundle } from './verify.ts'

export interface Advisory {
  readonly id: string
  readonly client: string
  /** Seen from this version on; absent where every older one may be meant. */
  readonly since?: string | undefined
  /** In order from this version on; absent where it is open. */
  readonly fixed?: string | undefined
  /** Behind "this version": `may lose …`. */
  readonly what: string
  readonly source: string
}

const version = z.string().regex(/^\d+(?:\.\d+)*$/)
/** One line, as terminals show it. */
const line = z.string().regex(/^[^\p{Cc}\p{Cf}]{5,240}$/u)
const advisory = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+\.[a-z0-9-]+$/),
  client: z.string().regex(/^[a-z0-9-]+$/),
  since: version.optional(),
  fixed: version.optional(),
  what: line,
  source: line,
})
const whole = z.strictObject({ advisories: z.array(z.unknown()).max(256) })
const keysAt = (path: readonly PropertyKey[]): readonly string[] => Object.keys(path.length === 0 ? whole.shape : advisory.shape)

export interface Advisories {
  readonly list: readonly Advisory[]
  /** Of entries that are passed over, or of the file. */
  readonly faults: readonly string[]
}

/** One entry that cannot be read takes no other with it. */
export const readAdvisories = (text: string): Advisories => {
  const written = readDocument(text)
  const said = (problems: typeof written.problems): string[] =>
    problems.map(({ line: at, column, message }) => `${advisoryFile}:${at}:${column}: ${message}`)
  if (written.problems.length > 0) return { list: [], faults: said(written.problems) }
  const file = whole.safeParse(written.value)
  if (!file.success) return { list: [], faults: said(explain(file.error.issues, written, { keysAt })) }
  const entries = file.data.advisories.map(entry => advisory.safeParse(entry))
  return {
    list: entries.flatMap(({ data }) => data ?? []),
    faults: entries.flatMap(({ error }, i) =>
      error === undefined ? [] : said(explain(error.issues, written, { keysAt }, ['advisories', i])),
    ),
  }
}

/** Of the bundle in force, its signature checked; undefined where it carries none. */
export const advisoriesHere = (
  bundle: BundleConfig | undefined,
  places: Places,
): (Advisories & { readonly bundle: string; readonly created: string }) | undefined => {
  const text = bundle === undefined ? undefined : textOf(fileOf(folderOf(places), 'active'))
  if (bundle === undefined || text === undefined) return undefined
  const verified = verifyBundle(text, { keys: bundle.keys })
  const said = verified.ok ? verified.value.files[advisoryFile] : undefined
  if (!verified.ok || said === undefined) return undefined
  const { name, version: which, created } = verified.value.manifest
  return { ...readAdvisories(said), bundle: `${name} ${which}`, created }
}
