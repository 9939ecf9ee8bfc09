/** Fake hosts: each loads a printed plugin as the real one does, calls its handlers, and reads what comes of it as the oracle does. */

import { hostReads as amp } from '../clients/oracles/amp.ts'
import { hostReads as openclaw } from '../clients/oracles/openclaw.ts'
import { hostReads as opencode } from '../clients/oracles/opencode.ts'
import { type Done as PiDone, hostReads as pi } from '../clients/oracles/pi.ts'
import { isPlain, type Plain, type Reading } from '../clients/oracles/reading.ts'

export const hostNames = ['amp', 'kilo-code', 'openclaw', 'opencode', 'pi'] as const
export type HostName = (typeof hostNames)[number]

/** What happens in the host. */
export type Deed =
  | { readonly kind: 'tool'; readonly name: string; readonly input: Plain }
  | { readonly kind: 'result'; readonly name: string; readonly input: Plain; readonly text: string }
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'end'; readonly text: string; readonly active?: boolean }
  | { readonly kind: 'bus' }

export interface Came extends Reading {
  /** Put into the host's log, or shown to the person. */
  readonly noted: readonly string[]
  /** What the model reads of a result, or of a prompt. */
  readonly text?: string
}

export interface Stage {
  readonly folder: string
  /** What a person answers when asked; undefined where there is no dialog. */
  readonly person?: boolean
  readonly abort?: AbortSignal
}

type Handler = (...given: unknown[]) => unknown
const shell = { amp: 'Bash', 'kilo-code': 'bash', openclaw: 'exec', opencode: 'bash', pi: 'bash' } as const
export const shellCall = (host: HostName, command: string): Deed => ({
  kind: 'tool',
  name: shell[host],
  input: host === 'amp' ? { cmd: command } : { command },
})

/** `plugin` is the default export of the file. */
export const does = async (host: HostName, plugin: unknown, deed: Deed, stage: Stage): Promise<Came> => {
  const noted: string[] = []
  const reading = await hosts[host](plugin, deed, stage, noted)
  return { ...reading, noted }
}

type Fake = (plugin: unknown, deed: Deed, stage: Stage, noted: string[]) => Promise<Reading & { readonly text?: string }>

const nothing: Reading = { goesOn: true, legal: true, problems: [] }

/** OpenCode, and what is built on it. */
const opencodeHost: Fake = async (plugin, deed, { folder }, noted) => {
  const log = async (entry: { body: { message: string } }): Promise<void> => void noted.push(entry.body.message)
  const server = (typeof plugin === 'function' ? plugin : (plugin as { server: Handler }).server) as Handler
  const hooks = (await server({ client: { app: { log } }, directory: folder, worktree: '/' })) as Record<string, Handler>
  await hooks.config?.({ mcp: { lab: { type: 'local' } } })
  const ids = { sessionID: 'ses_1', callID: 'call_1' }
  const call = async (event: string, input: unknown, output: unknown, of: unknown = output): Promise<Reading> => {
    const before = structuredClone(of)
    try {
      await hooks[event]?.(input, output)
    } catch (error) {
      return opencode(event, { thrown: error instanceof Error ? error.message : String(error) })
    }
    return opencode(event, { before, after: of })
  }
  switch (deed.kind) {
    case 'tool': {
      const output = { args: { ...deed.input } }
      return call('tool.execute.before', { tool: deed.name, ...ids }, output, output.args)
    }
    case 'result': {
      const output = deed.name.startsWith('lab_')
        ? { content: [{ type: 'text', text: deed.text }] }
        : { title: 't', output: deed.text, metadata: { output: deed.text }, attachments: [{ url: 'data:,x' }] }
      const came = await call('tool.execute.after', { tool: deed.name, ...ids, args: deed.input }, output)
      return { ...came, text: output.output ?? output.content?.[0]?.text ?? '' }
    }
    case 'prompt': {
      const parts = [{ id: 'prt_1', type: 'text', text: deed.text }]
      const came = await call('chat.message', { sessionID: 'ses_1' }, { message: { id: 'msg_1', sessionID: 'ses_1' }, parts })
      return { ...came, text: parts.map(({ text }) => text).join('\n') }
    }
    case 'end':
    case 'bus':
      return call('event', { event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } }, undefined)
    default:
      return deed satisfies never
  }
}

const hosts: Readonly<Record<HostName, Fake>> = {
  'kilo-code': opencodeHost,
  opencode: opencodeHost,

  openclaw: async (plugin, deed, { folder, abort }, noted) => {
    const handlers = new Map<string, Handler>()
    const api = {
      config: {},
      logger: { warn: (message: string) => noted.push(message) },
      runtime: { agent: { resolveAgentWorkspaceDir: () => folder } },
      on: (name: string, handler: Handler) => handlers.set(name, handler),
    }
    ;(plugin as { register: Handler }).register(api)
    const ctx = {
      agentId: 'main',
      sessionId: 's',
      sessionKey: 'agent:main:main',
      runId: 'r',
      ...(abort && { abortSignal: abort }),
    }
    const call = async (event: string, given: Plain, situation = {}): Promise<Reading> => {
      let result: unknown
      try {
        result = await handlers.get(event)?.(structuredClone(given), ctx)
      } catch (error) {
        result = error
      }
      return openclaw(event, result, situation)
    }
    switch (deed.kind) {
      case 'tool':
        return call('before_tool_call', { toolName: deed.name, params: deed.input, toolCallId: 'c' }, { input: deed.input })
      case 'result': {
        const message = {
          role: 'toolResult',
          toolName: deed.name,
          content: [{ type: 'text', text: deed.text }],
          details: { aggregated: deed.text },
        }
        const kept = handlers.get('tool_result_persist')?.({ toolName: deed.name, message }, ctx)
        if (kept instanceof Promise) throw new Error('a promise is not waited for here')
        const now = isPlain(kept) && isPlain(kept.message) ? kept.message : message
        return { ...nothing, goesOn: JSON.stringify(now) === JSON.stringify(message), text: JSON.stringify(now) }
      }
      case 'prompt': {
        const run = await call('before_agent_run', { prompt: deed.text, messages: [] })
        const built = await call('before_prompt_build', { prompt: deed.text, messages: [] })
        return { ...built, ...run, text: `${deed.text}\n${built.context ?? ''}` }
      }
      case 'end':
        return call('before_agent_finalize', { lastAssistantMessage: deed.text, stopHookActive: deed.active === true })
      case 'bus':
        return call('session_start', { sessionId: 's' })
      default:
        return deed satisfies never
    }
  },

  pi: async (plugin, deed, { folder, person, abort }, noted) => {
    const handlers = new Map<string, Handler>()
    ;(plugin as Handler)({ on: (name: string, handler: Handler) => handlers.set(name, handler) })
    const ctx = {
      cwd: folder,
      hasUI: true,
      ...(abort && { signal: abort }),
      sessionManager: { getSessionId: () => 's' },
      ui: {
        notify: (text: string) => void noted.push(text),
        confirm: async () => {
          if (person === undefined) throw new Error('there is no screen')
          return person
        },
      },
    }
    const call = async (event: string, given: Plain): Promise<Reading> => {
      const now = structuredClone(given)
      let done: PiDone
      try {
        const result = await handlers.get(event)?.(now, ctx)
        const changed = JSON.stringify(now.input) !== JSON.stringify(given.input)
        done = { result, ...(changed && { input: now.input }) }
      } catch (error) {
        done = { thrown: error instanceof Error ? error.message : String(error) }
      }
      return pi(event, done)
    }
    switch (deed.kind) {
      case 'tool':
        return call('tool_call', { toolName: deed.name, toolCallId: 't', input: deed.input })
      case 'result': {
        const content = [{ type: 'text', text: deed.text }]
        const given = { toolName: deed.name, toolCallId: 't', input: deed.input, content, details: {}, isError: false }
        const came = await call('tool_result', given)
        const value = came.rewritten?.value
        return { ...came, text: came.modelTold ?? (isPlain(value) ? JSON.stringify(value.content) : deed.text) }
      }
      case 'prompt': {
        const came = await call('input', { text: deed.text, source: 'interactive' })
        const begun = came.goesOn ? await call('before_agent_start', { prompt: deed.text }) : nothing
        return { ...came, text: `${deed.text}\n${begun.context ?? ''}` }
      }
      case 'end':
      case 'bus':
        return call('session_start', { reason: 'startup' })
      default:
        return deed satisfies never
    }
  },

  amp: async (plugin, deed, { folder, person }, noted) => {
    const handlers = new Map<string, Handler>()
    const helpers = { filePathFromURI: (uri: unknown) => String(uri).replace('file://', '') }
    ;(plugin as Handler)({ helpers, on: (name: string, handler: Handler) => handlers.set(name, handler) })
    let cancelled = false
    const ctx = {
      ui: {
        notify: async (text: string) => void noted.push(text),
        confirm: async () => {
          if (person === undefined) throw new Error('PluginUINotAvailableError')
          return person
        },
      },
      thread: {
        cancel: async () => {
          cancelled = true
        },
      },
      system: { workspaceRoot: `file://${folder}` },
    }
    const call = async (event: string, given: Plain): Promise<Reading> => {
      const result = await handlers.get(event)?.({ thread: { id: 'T-1' }, ...given }, ctx)
      return amp(event, result, { input: given.input }, cancelled)
    }
    switch (deed.kind) {
      case 'tool':
        return call('tool.call', { tool: deed.name, input: deed.input, toolUseID: 't' })
      case 'result': {
        const came = await call('tool.result', { tool: deed.name, input: deed.input, status: 'done', output: deed.text })
        return { ...came, text: came.rewritten === undefined ? (came.modelTold ?? deed.text) : String(came.rewritten.value) }
      }
      case 'prompt': {
        const came = await call('agent.start', { message: deed.text })
        return { ...came, text: `${deed.text}\n${came.context ?? ''}` }
      }
      case 'end': {
        const given = { status: 'done', messages: [{ role: 'assistant', content: [{ type: 'text', text: deed.text }] }] }
        // A turn that goes on ends again.
        if (deed.active === true) await call('agent.end', given)
        return call('agent.end', given)
      }
      case 'bus':
        return call('session.start', {})
      default:
        return deed satisfies never
    }
  },
}
