/** Runs the detectors that some rule asks for, and masks what they found. */

import { textGlob } from '../matching/glob.ts'
import type { Detection } from './detection.ts'
import { findHidden } from './hidden.ts'
import { findInjection } from './injection.ts'
import { findPii, optIn } from './pii.ts'
import { findSecrets } from './secrets.ts'

export const families = ['secret', 'pii', 'hidden-text', 'injection'] as const
export type Family = (typeof families)[number]

const detectors: Readonly<Record<Family, (text: string) => Detection[]>> = {
  secret: findSecrets,
  pii: findPii,
  'hidden-text': findHidden,
  injection: findInjection,
}

/** Everything of one family that the text holds: each with its kind and its place, as offsets in UTF-16 units. */
export const detect = (text: string, family: Family): readonly Detection[] => (text === '' ? [] : detectors[family](text))

/** Families a name of `detects` can mean; a glob such as `*` means all. */
export const familiesOf = (name: string): readonly Family[] =>
  families.filter(family => name === family || name.startsWith(`${family}.`) || textGlob(name, family))

/** A name of `detects` covers this kind: `secret` and `secret.*` cover `secret.aws-key`; national ids want their full name. */
export const covers = (name: string, kind: string): boolean =>
  name === kind || (!optIn.has(kind) && (kind.startsWith(`${name}.`) || textGlob(name, kind)))

/** Replaces what the named detectors find by `[kind removed]`. */
export const mask = (text: string, names: readonly string[]): string => {
  const wanted = [...new Set(names.flatMap(familiesOf))]
  const spans = wanted
    .flatMap(family => detect(text, family))
    .filter(({ kind }) => names.some(name => covers(name, kind)))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  let masked = ''
  let at = 0
  for (const { kind, start, end } of spans) {
    if (end <= at) continue
    masked += start >= at ? `${text.slice(at, start)}[${kind.slice(kind.indexOf('.') + 1)} removed]` : ''
    at = end
  }
  return masked + text.slice(at)
}
