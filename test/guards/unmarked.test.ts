/** What a payload with nobody's mark costs: every adapter that may claim it, and no other (ADR 0011). */

import { expect, it } from 'vitest'
import { byMarkAlone, marksOf } from '../../src/adapters/clients/shared/claims.ts'
import { load } from '../../src/adapters/clients.gen.ts'
import { adapterOf, loadAll, loadFor } from '../../src/hook/recognise.ts'

it('does not load the clients that always name themselves', async () => {
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'exec', tool_input: { command: 'ls' } }
  expect(marksOf(payload)).toEqual([])
  expect([...byMarkAlone].filter(id => !Object.hasOwn(load, id))).toEqual([])
  await loadFor(payload)
  expect([...byMarkAlone].filter(id => adapterOf(id) !== undefined)).toEqual([])
  expect(adapterOf('vscode')).toBeDefined()
})

it('which claim nothing without their mark', async () => {
  const all = await loadAll()
  const payloads = [
    {},
    { hook_event_name: 'PreToolUse', session_id: 's' },
    { client: 'pi' },
    { client: 'kilo-code', hook_event_name: 7 },
  ]
  for (const { id, detect } of all.filter(({ id }) => byMarkAlone.has(id)))
    for (const payload of payloads) expect([id, detect(payload, {})]).toEqual([id, 'no'])
})
