/** Refusals of this server, and who may permit one of them once: a token of its own scope, and never that of the hook that was refused. */

import type { Hono } from 'hono'
import { type Approver, type Approving, approve, barrierText, entryOf, listRefusals } from '../../approvals/console.ts'
import type { Config } from '../../config.ts'
import { stringAt } from '../../core/json.ts'
import type { Grant } from '../requests.ts'
import type { Service } from '../service.ts'

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
    const done = await permitHere(req.param('id'), caller, { name: caller.user ?? caller.name, way: 'serve' }, await config())
    if (done.ok) return json({ permitted: done.refusal.id, until: done.until })
    const { barrier } = done
    return service.refuse(req.raw, { status: barrier === 'unknown' ? 404 : 403, code: barrier, message: barrierText[barrier] })
  })
}

/** A refusal of the caller's tenant, and not of his own. */
export const permitHere = async (
  id: string,
  caller: Pick<Grant, 'name' | 'tenant'>,
  by: Approver,
  config: Config,
): Promise<Approving> => {
  const entry = await entryOf(id, config)
  if (entry === undefined || (stringAt(entry.record, 'tenant') ?? '') !== caller.tenant) return { ok: false, barrier: 'unknown' }
  // Who was refused has not seen it as a person would.
  if (stringAt(entry.record, 'caller') === caller.name) return { ok: false, barrier: 'own' }
  return approve(entry.id, by, config)
}

const json = (value: object): Response =>
  new Response(`${JSON.stringify(value)}\n`, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
