/** The routes. */

import { Hono } from 'hono'
import { type Door, doors } from './endpoints.ts'
import type { Service } from './service.ts'

export interface Pages {
  readonly ready: () => Promise<{ readonly ready: boolean; readonly why: readonly string[] }>
  readonly metrics: () => Promise<string>
}

export const appOf = (service: Service, pages: Pages, more: readonly Door[] = []): Hono => {
  const app = new Hono()
  for (const prefix of ['', '/api/llm']) {
    for (const door of [...doors, ...more]) {
      app.post(`${prefix}${door.path}`, context => service.guard(context.req.raw, door))
      app.all(`${prefix}${door.path}`, context =>
        service.refuse(context.req.raw, { status: 405, code: 'method', message: 'post the event here' }),
      )
    }
  }
  // Probes come without a token; they say nothing that a path or a name could be read from.
  app.get('/healthz', async context => (await service.keepOut(context.req.raw, undefined)) ?? json({ status: 'ok' }))
  app.get('/readyz', async context => {
    const kept = await service.keepOut(context.req.raw, undefined)
    if (kept !== undefined) return kept
    const { ready, why } = await pages.ready()
    return json(ready ? { status: 'ready' } : { status: 'not-ready', why }, ready ? 200 : 503)
  })
  app.get(
    '/metrics',
    async context =>
      (await service.keepOut(context.req.raw, 'metrics')) ??
      new Response(await pages.metrics(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } }),
  )
  app.notFound(context => service.refuse(context.req.raw, { status: 404, code: 'path', message: 'there is nothing here' }))
  app.onError((_error, context) => service.refuse(context.req.raw, { status: 503, code: 'internal', message: 'no verdict' }))
  return app
}

const json = (value: object, status = 200): Response =>
  new Response(`${JSON.stringify(value)}\n`, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
