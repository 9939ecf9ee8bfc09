/** Loaded before the tests, in a copy of the project: the mutant of `TFY_MUTANT` lives, or those that the tests come by are written to `TFY_MARKS`. */

import { writeFileSync } from 'node:fs'
import { afterAll } from 'vitest'

const { TFY_MUTANT: living, TFY_MARKS: file } = process.env
const seen = new Set<number>()

Object.assign(globalThis, {
  mutant: (mark: number): boolean => {
    if (living !== undefined) return mark === Number(living)
    seen.add(mark)
    return false
  },
})
if (file !== undefined) afterAll(() => writeFileSync(file, JSON.stringify([...seen])))
