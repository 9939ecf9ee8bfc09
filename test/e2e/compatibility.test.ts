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

test('a run of some scenarios keeps the others of that version, with their date', () => {
  const denied = ran('a', '1.0.0', 'passed')
  const allowed = { ...denied, outcomes: [{ scenario: 'shell-allowed', result: 'passed', note: '', ms: 1 }] } as const
  const page = updated(updated('', [denied], scenarios, day), [allowed], scenarios, new Date('2026-11-22'))
  expect(knownIn(page)[0]?.results).toEqual([
    { scenario: 'shell-allowed', result: 'passed', note: '' },
    { scenario: 'shell-denied', result: 'passed', note: '', date: '2026-11-21' },
  ])
  expect(page).toContain('2026-11-22 (1 of 2 scenarios earlier, since 2026-11-21), Linux.')
  const again = updated(page, [denied], scenarios, new Date('2026-11-23'))
  expect(knownIn(again)[0]?.results.map(({ date }) => date)).toEqual(['2026-11-22', undefined])
  const newer = updated(page, [{ ...allowed, version: '2.0.0' }], scenarios, day)
  expect(knownIn(newer)[0]?.results.map(({ scenario }) => scenario)).toEqual(['shell-allowed'])
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
