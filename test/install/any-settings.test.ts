/** Settings of any shape and form: everything foreign means what it meant, and ours is there once, or not at all. */

import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { expect, it } from 'vitest'
import { oursIn, withEntries, withoutEntries } from '../../src/setup/install/json-file.ts'

const wanted = {
  entries: ['PreToolUse', 'Stop'].map(name => ({
    at: ['hooks', name],
    value: { matcher: '*', hooks: [{ type: 'command', command: `/opt/tfy-hook --event ${name}` }] },
  })),
}

const foreign = fc.record({ command: fc.string(), timeout: fc.option(fc.nat(), { nil: undefined }) })
const hooks = fc.dictionary(fc.constantFrom('PreToolUse', 'Stop', 'Other'), fc.array(foreign, { minLength: 1 }), { minKeys: 1 })
const value = fc.jsonValue({ maxDepth: 3 }).filter(said => said !== null)
const key = fc.string({ minLength: 1 }).filter(name => name !== 'hooks' && name !== '__proto__')

const settings = fc
  .record({ rest: fc.array(fc.tuple(key, value), { maxLength: 4 }), hooks: fc.option(hooks), place: fc.nat(4) })
  .map(({ rest, hooks: own, place }) => {
    const members: [string, unknown][] = [...new Map(rest)]
    if (own !== null) members.splice(place, 0, ['hooks', own])
    return Object.fromEntries(members)
  })

interface Form {
  readonly unit: string
  readonly eol: string
  readonly end: string
  readonly notes: boolean
  readonly comma: boolean
}

const form = fc.record<Form>({
  unit: fc.constantFrom('', ' ', '  ', '    ', '\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  end: fc.constantFrom('', '\n', '\n\n'),
  notes: fc.boolean(),
  comma: fc.boolean(),
})

/** JSON as somebody may have written it: comments behind what opens, and commas behind what comes last. */
const written = (said: unknown, { unit, eol, end, notes, comma }: Form): string => {
  const lines = (JSON.stringify(said, null, unit) + end).split('\n')
  const told = unit === '' ? lines : lines.map(line => (notes && /[[{]$/.test(line) ? `${line} // theirs, {or not]` : line))
  const ended = told.map((line, i) =>
    comma && /^\s*[\]}]/.test(told[i + 1] ?? '') && !/[[{,]$|theirs/.test(line) ? `${line},` : line,
  )
  return ended.join(eol)
}

const options = { allowTrailingComma: true }

it('any settings', () => {
  fc.assert(
    fc.property(settings, form, (said, how) => {
      const before = written(said, how)
      const after = withEntries(before, wanted)
      expect(withEntries(after, wanted)).toBe(after)
      expect(oursIn(after)).toHaveLength(2)
      expect(oursIn(after)).toEqual(expect.arrayContaining(wanted.entries))
      const removed = withoutEntries(after)
      expect(parse(removed, [], options)).toEqual(parse(before, [], options))
      expect(removed.replace(/\s/g, '')).toBe(before.replace(/\s/g, ''))
      expect(withoutEntries(before)).toBe(before)
    }),
    { numRuns: 400 },
  )
})
