/** Regular expressions that hold always, or that every call pays for. */

import { compilePattern, needsLinearEngine, requiredText } from '../judge/pattern.ts'
import type { WrittenWhen } from '../language/written-when.ts'
import { type Note, quoted, values } from './note.ts'

export const lintPatterns = (when: WrittenWhen, path: readonly PropertyKey[]): Note[] =>
  values(when.text).flatMap(source => {
    const found = noteOf(source)
    return found === undefined ? [] : [{ ...found, path: [...path, 'text'], severity: 'warning' as const }]
  })

/** So often does a pattern repeat a part of itself, at most, before it becomes large. */
const mostRepeats = 200

const noteOf = (source: string): Pick<Note, 'code' | 'wrong' | 'instead'> | undefined => {
  const cost = 'costly-pattern'
  if (compilePattern(source)(''))
    return {
      code: 'misread',
      wrong: `the pattern ${quoted(source)} matches every text`,
      instead: 'leave text out, or write what to look for',
    }
  const [, inner, options] = /^\/([^/]+)\/([gimsuy]+)$/.exec(source) ?? []
  if (inner !== undefined)
    return {
      code: 'misread',
      wrong: `${quoted(source)} has slashes around it, which are looked for too`,
      instead: `write ${quoted(`${options?.includes('i') ? '(?i)' : ''}${inner}`)}`,
    }
  if (/^(?:\(\?[ims]+\))?\.[*+]/.test(source) || /[^\\]\.\*$/.test(source))
    return { code: cost, wrong: `a pattern is looked for anywhere, and .* at its ends only costs time`, instead: 'leave it out' }
  const repeats = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (all, [, from, to]) => all * Math.max(Number(to || from), 1),
    1,
  )
  if (repeats > mostRepeats)
    return {
      code: cost,
      wrong: `the pattern repeats its parts up to ${repeats} times`,
      instead: 'write + or *, or smaller numbers',
    }
  if (needsLinearEngine(source) && requiredText(source).length < 2)
    return {
      code: cost,
      wrong: 'the pattern has no fixed text to look for first, so every call pays for all of it',
      instead: 'begin with a word, or write several patterns',
    }
  return undefined
}
