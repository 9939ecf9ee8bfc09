/** However a path is written, and whatever goes wrong, there is an answer. */

import { expect, it } from 'vitest'
import { answersOf, appOf } from './app.ts'
import type { Refusal } from './requests.ts'
import type { Service } from './service.ts'

const refuse = (_: Request, { status, code }: Refusal): Response => new Response(code, { status })
const serviceWith = (guard: Service['guard']): Service => ({
  guard,
  refuse,
  keepOut: async () => undefined,
  caller: async request => refuse(request, { status: 401, code: 'unauthorized', message: '' }),
  inFlight: () => 0,
  drain: () => {},
})
const pages = { ready: async () => ({ ready: true, why: [] }), metrics: async () => '' }
const said = async (guard: Service['guard'], path: string, method = 'POST'): Promise<string> => {
  const service = serviceWith(guard)
  const answer = answersOf(appOf(service, pages), service)
  return (await answer(new Request(`http://127.0.0.1:1${path}`, { method }))).text()
}

it.each([
  ['/hooks/claude-code', 'native'],
  ['/hooks/claude-code?client=x&event=/y', 'native'],
  ['/hooks/claude%2Dcode', 'native'],
  ['/api/llm/hooks/validate', 'unified'],
  ['/hooks/claude-code/', 'path'],
  ['/HOOKS/claude-code', 'path'],
  ['//hooks/claude-code', 'path'],
  ['/?/hooks/claude-code', 'path'],
])('%s is %s', async (path, name) => {
  expect(await said(async (_, door) => new Response(door.name), path)).toBe(name)
})

it('is posted to', async () => {
  expect(await said(async () => new Response('judged'), '/hooks/claude-code', 'GET')).toBe('method')
})

it.each(['/hooks/claude-code', '/hooks/claude%2Dcode'])('refuses where %s throws', async path => {
  expect(await said(() => Promise.reject(new Error('broken')), path)).toBe('internal')
})
