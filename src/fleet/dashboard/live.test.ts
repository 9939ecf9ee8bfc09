import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, it } from 'vitest'
import { auditFile } from '../../hook/audit/files.ts'
import { liveFrom } from './live.ts'

const state = mkdtempSync(`${tmpdir()}/live-`)
afterAll(() => rmSync(state, { recursive: true }))

const called = (content: string): void =>
  appendFileSync(auditFile(state), `${JSON.stringify({ v: 1, id: 'a1b2c3d', decision: 'deny', replay: { content } })}\n`)

it('tells whoever may listen, and nothing to one who no longer may', async () => {
  const live = await liveFrom(state)
  let may = true
  const [stays, goes] = [live.listen(), live.listen(async () => may)].map(response => response?.body?.getReader())
  const next = async (reader: typeof stays): Promise<string> => new TextDecoder().decode((await reader?.read())?.value)
  for (const reader of [stays, goes]) expect(await next(reader)).toContain('event: beat')
  called('first')
  for (const reader of [stays, goes]) expect(await next(reader)).toContain('first')
  may = false
  called('second')
  expect(await next(stays)).toContain('second')
  expect([await goes?.read(), live.listeners()]).toEqual([{ done: true, value: undefined }, 1])
  live.close()
})
