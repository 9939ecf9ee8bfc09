/** What `explain` composes is what the client's own adapter takes it for. A client without a row fails here. */

import { describe, expect, it } from 'vitest'
import { type Asked, compose, type Kind } from '../../src/cli/commands/registration/payload.ts'
import { rowOf } from '../../src/cli/commands/registration/tool-names.ts'
import type { ClientAdapter } from '../../src/core/adapter.ts'
import { loadAll, recognise } from '../../src/hook/recognise.ts'
import { practices } from '../../src/setup/doctor/client-calls.ts'

const clients = (await loadAll()).filter((client): client is ClientAdapter => 'render' in client)
const root = '/home/dev/shop'

const asked: Readonly<Record<Kind, Asked>> = {
  command: { kind: 'command', text: 'git status' },
  prompt: { kind: 'prompt', text: 'Fix the cart' },
  read: { kind: 'read', text: 'src/cart.ts' },
  write: { kind: 'write', text: 'src/cart.ts' },
  web: { kind: 'web', text: 'https://example.com/cart' },
  mcp: { kind: 'mcp', server: 'github', tool: 'search', input: { query: 'cart' } },
  output: { kind: 'output', text: 'the cart is empty' },
}

/** What a client has no event for, or sends no tool for, with the reason. */
const absent: Readonly<Record<string, string>> = {
  'proxyai prompt': 'it has no prompt event',
  'proxyai mcp': 'its MCP tools have no hook event',
  'cursor web': 'no tool of its reads an address through a hook',
  'codex write': 'it writes by patches, which a path alone does not make',
  'codex web': 'its web search has no hook event',
  'windsurf web': 'its web tools have no hook event',
  'cline prompt': 'its shape differs between the two runtimes',
  'cline output': 'its shape differs between the two runtimes',
  'antigravity prompt': 'it has no prompt event',
  'antigravity output': 'the result of a tool is not in any event',
  'junie output': 'it has no event for results',
  'goose web': 'it has no such tool',
  'goose output': 'a result is in no event that is heard',
  'letta-code web': 'its web tools run on its server',
  'pi web': 'it has no such tool',
  'pi mcp': 'it has no MCP tools of its own',
}

describe.each(clients.map(({ id }) => id))('%s', id => {
  const adapter = clients.find(client => client.id === id)

  it('has a row and a practice', () => {
    expect([rowOf(id) !== undefined, Object.hasOwn(practices, id)]).toEqual([true, true])
  })

  it.each(Object.keys(asked) as Kind[])('%s', kind => {
    const payload = compose(id, asked[kind], root)
    const reason = absent[`${id} ${kind}`]
    if (payload === undefined || reason !== undefined) {
      expect([payload, reason]).toEqual([undefined, expect.any(String)])
      return
    }
    const env = { ...practices[id]?.env?.(root) }
    const found = recognise(payload, { env, hints: { client: id } })
    expect(found.ok && found.value.id, JSON.stringify(payload)).toBe(id)
    const made = adapter?.normalise(payload, env, { client: id, event: practices[id]?.events[0] ?? '' })
    if (made === undefined || !made.ok) throw new Error(JSON.stringify([payload, made]))
    const { unread, subject, content, paths, urls, mcpServer, mcpTool } = made.value
    expect(unread).toBeUndefined()
    const text = asked[kind].kind === 'mcp' ? '' : (asked[kind] as { text: string }).text
    switch (kind) {
      case 'command':
        return expect([subject, content]).toEqual(['shell', text])
      case 'prompt':
        return expect([subject, content]).toEqual(['prompt', text])
      case 'read':
      case 'write':
        return expect([subject, paths]).toEqual([`file-${kind}`, [text]])
      case 'web':
        return expect([subject, urls]).toEqual(['web', [text]])
      case 'mcp':
        expect(content).toContain('cart')
        // Two clients do not say where the name of the server ends.
        return expect([subject, mcpTool, mcpServer]).toEqual([
          'mcp',
          expect.stringMatching(/search$/),
          ['kiro', 'vscode', 'cursor'].includes(id) ? mcpServer : 'github',
        ])
      case 'output':
        return expect([subject, content]).toEqual(['output', text])
      default:
        return kind satisfies never
    }
  })
})
