/** The second form of OpenCode's plugin against a stand-in for version 2, as its published types have it. No 2.x was run. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { answers, loaded, printed, records } from './load.ts'

type Handler = (event: Record<string, unknown>) => Promise<void>
interface Plugin {
  readonly id: string
  readonly server: unknown
  readonly setup: (context: unknown) => Promise<unknown>
}

type Server = (host: object) => Promise<Record<string, (input: object, output: object) => Promise<void>>>

const shop = folder({})

const hooksOf = async (program: string, failClosed = true) => {
  const settings = { command: [program] as const, failClosed, timeoutMs: 5_000 }
  const plugin = (await loaded(printed('opencode', settings))) as Plugin
  const hooks = new Map<string, Handler>()
  const domain = (prefix: string) => ({
    hook: async (name: string, handler: Handler) => void hooks.set(`${prefix}.${name}`, handler),
  })
  await plugin.setup({
    tool: domain('tool'),
    session: { ...domain('session'), get: async () => ({ location: { directory: shop } }) },
  })
  return { plugin, call: async (name: string, event: Record<string, unknown>) => hooks.get(name)?.(event) }
}

const shell = () => ({
  tool: 'shell',
  sessionID: 'ses_1',
  agent: 'build',
  messageID: 'msg_1',
  id: 'call_1',
  input: { command: 'npm i' },
})
const deny = answers({ verdict: 'deny', reason: 'why' })

describe('OpenCode 2', () => {
  it('finds an id and a setup, and version 1 its server', async () => {
    const { plugin } = await hooksOf(deny)
    expect([plugin.id, typeof plugin.setup, typeof plugin.server]).toEqual(['tfy-hook', 'function', 'function'])
  })

  it('is told to stop a call, and to change one in place', async () => {
    await expect((await hooksOf(deny)).call('tool.execute.before', shell())).rejects.toThrow('why')
    const event = shell()
    await (await hooksOf(answers({ verdict: 'allow', args: { command: 'npm ci' } }))).call('tool.execute.before', event)
    expect(event.input).toEqual({ command: 'npm ci' })
  })

  it('has the result replaced, also where nothing could be judged', async () => {
    const result = () => ({ ...shell(), status: 'completed', result: { content: [{ type: 'text', text: 'TOOL-OUTPUT' }] } })
    for (const program of [deny, '/nonexistent/tfy-hook']) {
      const event = result()
      await (await hooksOf(program)).call('tool.execute.after', event)
      expect(JSON.stringify(event.result)).not.toContain('TOOL-OUTPUT')
    }
    const changed = result()
    await (await hooksOf(answers({ verdict: 'allow', output: { content: [{ type: 'text', text: 'y' }] } }))).call(
      'tool.execute.after',
      changed,
    )
    expect(changed.result).toEqual({ content: [{ type: 'text', text: 'y' }] })
  })

  it('sends no prompt that is stopped, and one with its context', async () => {
    const prompt = () => ({ sessionID: 'ses_1', messageID: 'msg_1', prompt: { text: 'fix the cart' } })
    await expect((await hooksOf(deny)).call('session.prompt', prompt())).rejects.toThrow('why')
    const event = prompt()
    await (await hooksOf(answers({ verdict: 'allow', context: 'CTX' }))).call('session.prompt', event)
    expect(event.prompt.text).toBe('fix the cart\n\nCTX')
  })

  it('tells which files a prompt brings along, in either form', async () => {
    const told = async (ask: (program: string) => Promise<unknown>): Promise<unknown> => {
      const file = join(folder({}), 'told')
      await ask(records(file))
      return JSON.parse(readFileSync(file, 'utf8')).files
    }
    const files = [{ uri: 'file:///home/dev/.env' }]
    expect(
      await told(async program =>
        (await hooksOf(program)).call('session.prompt', { sessionID: 'ses_1', prompt: { text: 'see', files } }),
      ),
    ).toEqual(files)
    const parts = [
      { type: 'text', text: 'see' },
      { type: 'file', url: 'file:///home/dev/.env' },
      { type: 'file', url: 'data:image/png;base64,aaaa', source: { path: '/home/dev/key.png' } },
    ]
    const first = async (program: string, name: string, input: object) => {
      const { plugin } = await hooksOf(program)
      const { [name]: hook } = await (plugin.server as Server)({ directory: shop })
      await hook?.(input, { message: {}, parts })
    }
    for (const [name, input] of [
      ['chat.message', {}],
      ['command.execute.before', { command: 'review', arguments: '' }],
    ] as const)
      expect(await told(program => first(program, name, input))).toEqual(['file:///home/dev/.env', '/home/dev/key.png'])
  })

  it.each([true, false])('without a program a call goes as the fail mode says (closed: %s)', async closed => {
    const came = (await hooksOf('/nonexistent/tfy-hook', closed)).call('tool.execute.before', shell())
    if (closed) await expect(came).rejects.toThrow('No verdict')
    else await expect(came).resolves.toBeUndefined()
  })

  it('is asked about in the session’s folder, in the words of version 1', async () => {
    const file = join(folder({}), 'told')
    await (await hooksOf(records(file))).call('tool.execute.before', shell())
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      client: 'opencode',
      hook_event_name: 'tool.execute.before',
      cwd: shop,
      tool_name: 'shell',
      tool_input: { command: 'npm i' },
      input: { sessionID: 'ses_1', callID: 'call_1' },
    })
  })
})
