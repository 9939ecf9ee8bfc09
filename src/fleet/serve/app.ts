/** The routes. */

import { Hono } from 'hono'
import { type Door, doors } from './endpoints.ts'
import type { Service } from './service.ts'

export interface Pages {
  readonly ready: () => Promise<{ readonly ready: boolean; readonly why: readonly string[] }>
  readonly metrics: () => Promise<string>
}

/**
 * Events come by the plain paths, one as often as all else together: they need no router, which answers whatever is written in another way, to
 * the same effect.
 */
export const answersOf = (app: Hono, service: Service, more: readonly Door[] = []): ((request: Request) => Promise<Response>) => {
  const plain = new Map([...doors, ...more].flatMap(door => prefixes.map(prefix => [`${prefix}${door.path}`, door] as const)))
  return async request => {
    const door = request.method === 'POST' ? plain.get(pathIn(request.url)) : undefined
    if (door === undefined) return app.fetch(request)
    try {
      return await service.guard(request, door)
    } catch {
      return service.refuse(request, internal)
    }
  }
}

/** As it is written, up to a query. */
const pathIn = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return start < 0 ? '' : url.slice(start, end < 0 ? undefined : end)
}

const prefixes = ['', '/api/llm'] as const
const internal = { status: 503, code: 'internal', message: 'no verdict' } as const

export const appOf = (service: Service, pages: Pages, more: readonly Door[] = []): Hono => {
  const app = new Hono()
  for (const prefix of prefixes) {
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
  app.onError((_error, context) => service.refuse(context.req.raw, internal))
  return app
}

const json = (value: object, status = 200): Response =>
  new Response(`${JSON.stringify(value)}\n`, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
