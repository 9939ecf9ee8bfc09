/** Refusals of this server, and who may permit one of them once: a token of its own scope, and never that of the hook that was refused. */

import type { Hono } from 'hono'
import { stringAt } from '../../../core/json.ts'
import {
  type Approver,
  type Approving,
  approve,
  type Barrier,
  barrierText,
  type Desk,
  entryOf,
  refusalsAt,
} from '../../../hook/approvals/console.ts'
import type { Refusal } from '../requests.ts'
import type { Service } from '../service.ts'

export const approvalRoutes = (app: Hono, service: Service, desk: (tenant: string) => Promise<Desk>): void => {
  app.get('/approvals', async ({ req }) => {
    const caller = await service.caller(req.raw, 'approve')
    if (caller instanceof Response) return caller
    const refusals = await refusalsAt(await desk(caller.tenant))
    return refusals === undefined ? service.refuse(req.raw, refusalFor('away')) : json({ refusals })
  })
  app.post('/approvals/:id', async ({ req }) => {
    const caller = await service.caller(req.raw, 'approve')
    if (caller instanceof Response) return caller
    const by = { name: caller.user ?? caller.name, way: 'serve' } as const
    const done = await permitHere(req.param('id'), caller.name, by, await desk(caller.tenant))
    return done.ok ? json({ permitted: done.refusal.id, until: done.until }) : service.refuse(req.raw, refusalFor(done.barrier))
  })
}

/** A refusal of the caller's tenant, and not of their own. */
export const permitHere = async (id: string, caller: string, by: Approver, desk: Desk): Promise<Approving> => {
  const entry = await entryOf(id, desk)
  if (typeof entry === 'string') return { ok: false, barrier: entry }
  // Who was refused has not seen it as a person would.
  if (stringAt(entry.record, 'caller') === caller) return { ok: false, barrier: 'own' }
  return approve(entry.id, by, desk)
}

const refusalFor = (barrier: Barrier): Refusal => ({
  status: barrier === 'unknown' ? 404 : barrier === 'away' ? 503 : 403,
  code: barrier,
  message: barrierText[barrier],
})

const json = (value: object): Response =>
  new Response(`${JSON.stringify(value)}\n`, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
