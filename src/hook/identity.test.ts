import { createHash, createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { shellEvent, shellPayload } from '../../test/gateway/call.ts'
import type { IdentitySetting } from '../core/config.ts'
import type { Identity, NormalizedHookEvent } from '../core/event.ts'
import { placesOf } from './config.ts'
import { askerHere, askerOf } from './identity.ts'

const config = (identity: IdentitySetting) => ({
  identity,
  places: placesOf({ ...process.env, USER: 'mallory', HOSTNAME: 'evil' }),
})

const cursor: NormalizedHookEvent = {
  ...shellEvent,
  user: 'dev@example.com',
  metadata: { user_email: 'dev@example.com', model: 'lab' },
}
const payload = { ...shellPayload, user_email: 'dev@example.com' }

const key = 'sixteen or more letters'
const sha256 = (name: string): string => `sha256:${createHash('sha256').update(name).digest('hex')}`
const hmac = (name: string, by = key): string => `hmac-sha256:${createHmac('sha256', by).update(name).digest('hex')}`

describe.runIf(process.platform === 'linux')('who is at work on Linux', () => {
  it('is what the system says, whatever the environment does', async () => {
    const { who } = await askerHere(config({ form: 'full' }))
    expect(who).toMatchObject({ userFrom: 'account', host: hostname(), hostFrom: 'system' })
    expect(JSON.stringify(who)).not.toMatch(/mallory|evil/)
  })

  it('is a number where no file has the name', async () => {
    const { account: _, ...places } = placesOf(process.env)
    const { who } = await askerHere({ identity: { form: 'full' }, places })
    expect(who.user).toBe(`uid:${process.getuid?.()}`)
  })

  it('is what a managed file says, with the account beside it', async () => {
    const { who } = await askerHere(config({ form: 'full', user: 'dev@example.com', host: 'lt-42' }))
    const { account } = placesOf(process.env)
    expect(who).toEqual({ user: 'dev@example.com', userFrom: 'managed', account, host: 'lt-42', hostFrom: 'managed' })
  })
})

describe('a payload that names somebody', () => {
  const rows: readonly [what: string, known: Identity, want: Identity][] = [
    [
      'stands before the account, which stays',
      { user: 'dev', userFrom: 'account', host: 'h', hostFrom: 'system' },
      { user: 'dev@example.com', userFrom: 'payload', account: 'dev', host: 'h', hostFrom: 'system' },
    ],
    [
      'stands behind a managed file',
      { user: 'owner', userFrom: 'managed', account: 'dev' },
      { user: 'owner', userFrom: 'managed', account: 'dev' },
    ],
    ['stands behind a token', { user: 'sub-1', userFrom: 'token' }, { user: 'sub-1', userFrom: 'token' }],
    ['is all that is known', { caller: 'fleet' }, { user: 'dev@example.com', userFrom: 'payload', caller: 'fleet' }],
  ]
  it.each(rows)('%s', async (_what, known, want) => {
    const { identify } = await askerOf(known, { form: 'full' })
    const { event, payload: same } = identify(cursor, payload)
    expect(event).toEqual({ ...shellEvent, metadata: cursor.metadata, ...want })
    expect(same).toBe(payload)
  })

  it('cannot bring a credential or a second line', async () => {
    const { identify } = await askerOf({}, { form: 'full' })
    const secret = ['AK', 'IAIOSFODNN7EXAMPLE'].join('')
    const { user } = identify({ ...cursor, user: `a\n${secret}${'x'.repeat(9_000)}` }, payload).event
    expect(user).toMatch(/^a /)
    expect(user?.length).toBeLessThanOrEqual(200)
    expect(identify({ ...cursor, user: secret }, payload).event.user).toBe('[aws-key removed]')
  })
})

describe('names that are not told', () => {
  const known: Identity = { user: 'dev', userFrom: 'account', host: 'build-7', hostFrom: 'system', caller: 'fleet' }

  it('are nowhere with off', async () => {
    const { who, identify } = await askerOf(known, { form: 'off' })
    expect(who).toEqual({ caller: 'fleet' })
    const { event, payload: rest } = identify(cursor, payload)
    expect(rest).toEqual(shellPayload)
    expect(event).toEqual({ ...shellEvent, metadata: { model: 'lab' }, caller: 'fleet' })
  })

  it.each<[string, string | undefined, (name: string) => string]>([
    ['a plain one', undefined, sha256],
    ['keyed', key, hmac],
    ['with a long key', 'k'.repeat(100), name => hmac(name, 'k'.repeat(100))],
  ])('are a hash, %s', async (_what, by, word) => {
    const { who, identify } = await askerOf(known, { form: 'hash', ...(by !== undefined && { key: by }) })
    expect(who).toMatchObject({ user: word('dev'), userFrom: 'account', host: word('build-7'), hostFrom: 'system' })
    const { event, payload: rest } = identify(cursor, payload)
    expect(event).toMatchObject({ user: word('dev@example.com'), userFrom: 'payload', account: word('dev') })
    expect(rest).toEqual({ ...shellPayload, user_email: word('dev@example.com') })
    expect(JSON.stringify([event, rest])).not.toMatch(/dev@|build-7/)
    const again = await askerOf({}, { form: 'hash', key: 'another key of length' })
    expect(again.identify({ ...cursor, user: word('dev') }, payload).event.user).toBe(word('dev'))
  })

  it('leave what a tool is given alone', async () => {
    const { identify } = await askerOf({}, { form: 'off' })
    const tool = { ...cursor, structuredInput: { user: 'dev@example.com' } }
    expect(identify(tool, { ...payload, command: 'dev@example.com' }).payload).toMatchObject({ command: 'dev@example.com' })
    expect(identify(tool, payload).event.structuredInput).toEqual({ user: 'dev@example.com' })
    const { toolName: _, ...started } = tool
    expect(identify(started, payload).event.structuredInput).toEqual({})
  })
})
