import { expect, test } from 'vitest'
import type { E2eClient } from '../../scripts/e2e/client.ts'
import { scenarios } from '../../scripts/e2e/clients.ts'
import { compared, type Ran, updated } from '../../scripts/e2e/compatibility.ts'

const ran = (id: string, version: string, result: 'passed' | 'failed'): Ran => ({
  client: { id, title: `Client ${id}`, package: { name: `@x/${id}`, version } } as E2eClient,
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
  expect(after).toContain('**broken** | absent |')
  expect(after.indexOf('## Client a')).toBeLessThan(after.indexOf('## Client b'))
  expect(updated(after, [], scenarios, day)).toBe(after)
})

test('a comparison tells what changed, and for which versions', () => {
  const page = updated('', [ran('a', '1.0.0', 'passed')], scenarios, day)
  expect(compared(page, [ran('a', '2.0.0', 'passed')], scenarios)).toContain('Client a 1.0.0 -> 2.0.0: nothing changed')
  expect(compared(page, [ran('a', '2.0.0', 'failed')], scenarios)).toContain('shell-denied: yes -> **broken**')
  expect(compared(page, [ran('c', '1.0.0', 'passed')], scenarios)).toContain('Client c 1.0.0: not on the page yet')
})
