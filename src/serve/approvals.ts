/** Refusals of this server, and who may permit one of them once: a token of its own scope, and never that of the hook that was refused. */

import type { Hono } from 'hono'
import { approve, barrierText, entryOf, listRefusals } from '../approvals/console.ts'
import type { Config } from '../config.ts'
import { stringAt } from '../core/json.ts'
import type { Refusal } from './requests.ts'
import type { Service } from './service.ts'

export const approvalRoutes = (app: Hono, service: Service, config: () => Promise<Config>): void => {
  app.get('/approvals', async ({ req }) => {
    const caller = await service.caller(req.raw, 'approve')
    if (caller instanceof Response) return caller
    const all = await listRefusals(await config())
    return json({ refusals: all.filter(({ tenant }) => tenant === caller.tenant) })
  })
  app.post('/approvals/:id', async ({ req }) => {
    const caller = await service.caller(req.raw, 'approve')
    if (caller instanceof Response) return caller
    const now = await config()
    const entry = await entryOf(req.param('id'), now)
    if (entry === undefined || (stringAt(entry.record, 'tenant') ?? '') !== caller.tenant) return service.refuse(req.raw, unknown)
    // Who was refused has not seen it as a person would.
    if (stringAt(entry.record, 'caller') === caller.name) return service.refuse(req.raw, own)
    const done = await approve(entry.id, { name: caller.user ?? caller.name, way: 'serve' }, now)
    return done.ok
      ? json({ permitted: done.refusal.id, until: done.until })
      : service.refuse(req.raw, { status: 403, code: done.barrier, message: barrierText[done.barrier] })
  })
}

const unknown: Refusal = { status: 404, code: 'unknown', message: 'no refusal has this id' }
const own: Refusal = { status: 403, code: 'own', message: 'the token that was refused cannot permit' }

const json = (value: object): Response =>
  new Response(`${JSON.stringify(value)}\n`, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
