import { expect, test } from 'vitest'
import { scenarios } from '../../scripts/e2e/clients.ts'
import { compared, knownIn, type Ran, updated } from '../../scripts/e2e/compatibility.ts'

const ran = (id: string, version: string, result: 'passed' | 'failed'): Ran => ({
  client: { id, title: `Client ${id}`, package: { name: `@x/${id}`, version } },
  version,
  outcomes: [{ scenario: 'shell-denied', result, note: result === 'failed' ? 'absent\nstderr: long' : '', ms: 1 }],
})

const day = new Date('2026-11-21')

test('a run replaces the section of its client and leaves the others', () => {
  const both = updated('', [ran('b', '1.0.0', 'passed'), ran('a', '1.0.0', 'passed')], scenarios, day)
  const after = updated(both, [ran('b', '2.0.0', 'failed')], scenarios, day)
  expect(after).toContain('`@x/a` 1.0.0, 2026-11-21')
  expect(after).toContain('`@x/b` 2.0.0, 2026-11-21')
  expect(after).not.toContain('`@x/b` 1.0.0')
  expect(after).toContain('- `shell-denied`, **broken**: absent.')
  expect(after.indexOf('## Client a')).toBeLessThan(after.indexOf('## Client b'))
  expect(updated(after, [], scenarios, day)).toBe(after)
})

test('a comparison tells what changed, and for which versions', () => {
  const page = updated('', [ran('a', '1.0.0', 'passed')], scenarios, day)
  expect(compared(page, [ran('a', '2.0.0', 'passed')])).toContain('Client a 1.0.0 -> 2.0.0: nothing changed')
  expect(compared(page, [ran('a', '2.0.0', 'failed')])).toContain('shell-denied: passed -> failed')
  expect(compared(page, [ran('c', '1.0.0', 'passed')])).toContain('Client c 1.0.0: not on the page yet')
})

test('a note cannot end the comment that holds the record', () => {
  const note = 'says --fail-closed, and --> too'
  const outcomes = [{ scenario: 'shell-denied', result: 'limited', note, ms: 1 }] as const
  const page = updated('', [{ ...ran('a', '1.0.0', 'passed'), outcomes }], scenarios, day)
  const [record = ''] = /<!-- e2e .* -->/.exec(page) ?? []
  expect(record.slice(4, -3)).not.toContain('--')
  expect(knownIn(page)[0]?.results[0]?.note).toBe(note)
})
