// A plugin of OpenCode 1.18's API, which Kilo Code took over. A throw is a deny. Plugins that run after this one may still change the
// arguments.

import { type Answer, ask, isPlain, type Plain } from './_ask.ts'

export interface Host {
  readonly client?: { readonly app?: { readonly log?: (entry: unknown) => unknown } }
  readonly directory?: string
  readonly worktree?: string
}

interface Called {
  readonly tool: string
  readonly sessionID: string
  readonly callID: string
  readonly args?: unknown
}

interface Part {
  readonly id?: string
  readonly text?: unknown
  readonly prompt?: unknown
  /** Of a file that is put in: its address, or its bytes in one and where it came from beside it. */
  readonly url?: unknown
  readonly source?: unknown
}

/** What is worth a line in the audit log. */
const watched = new Set([
  'session.created',
  'session.deleted',
  'session.idle',
  'session.error',
  'session.compacted',
  'permission.replied',
  'file.edited',
  'command.executed',
])

/** `host`: the id of the client that loads it. */
export const pluginFor =
  (host: string) =>
  async ({ client, directory, worktree }: Host) => {
    let servers: string[] = []

    const tell = async (name: string, input: Plain, more: Plain): Promise<Answer> => {
      const answer = await ask(host, { hook_event_name: name, cwd: directory, worktree, input, ...more })
      if (answer.message !== undefined) log(answer.message)
      if (answer.verdict !== 'allow') throw new Error(answer.reason)
      return answer
    }

    const log = (message: string): void => {
      try {
        Promise.resolve(client?.app?.log?.({ body: { service: 'tfy-hook', level: 'warn', message } })).catch(() => {})
      } catch {
        // There is no log; the line is in the audit log all the same.
      }
    }

    return {
      config: async (config: { mcp?: unknown }) => {
        servers = isPlain(config.mcp) ? Object.keys(config.mcp) : []
      },

      'tool.execute.before': async ({ tool, sessionID, callID }: Called, output: { args: unknown }) => {
        const called = { tool_name: tool, tool_input: output.args, mcp_servers: servers }
        const { args } = await tell('tool.execute.before', { tool, sessionID, callID }, called)
        // The object itself is what runs; another one in its place would be ignored.
        if (args !== undefined) become(output.args, args)
      },

      'tool.execute.after': async ({ tool, sessionID, callID, args }: Called, output: Plain) => {
        const { attachments: _, ...result } = output
        const called = { tool_name: tool, tool_input: args, mcp_servers: servers, output: result }
        const { output: changed } = await tell('tool.execute.after', { tool, sessionID, callID }, called)
        if (changed !== undefined && !isPlain(changed))
          throw new Error('tfy-hook [tfy.bridge] The changed result has no such form.')
        Object.assign(output, changed)
      },

      'chat.message': async (input: Plain, { message, parts }: { message: Plain; parts: Part[] }) => {
        const { context } = await tell('chat.message', input, about(textOf(parts), parts))
        if (context === undefined) return
        const id = `${parts.at(-1)?.id ?? 'prt_'}z`
        parts.push({
          id,
          sessionID: message.sessionID,
          messageID: message.id,
          type: 'text',
          text: context,
          synthetic: true,
        } as Part)
      },

      'command.execute.before': async (input: Plain, { parts }: { parts: Part[] }) => {
        await tell('command.execute.before', input, about(`/${input.command} ${input.arguments}\n${textOf(parts)}`, parts))
      },

      // Nobody waits for these, and nothing they answer is heard.
      event: async ({ event }: { event: { type: string } }) => {
        if (watched.has(event.type)) tell('event', { event }, { event_type: event.type }).catch(() => {})
      },
    }
  }

const about = (prompt: string, parts: readonly Part[]): Plain => {
  const files = parts.flatMap(({ url, source }) => [url, isPlain(source) ? source.path : undefined].filter(isPlace))
  return { prompt, ...(files.length > 0 && { files }) }
}

const isPlace = (said: unknown): boolean => typeof said === 'string' && !said.startsWith('data:')

const textOf = (parts: readonly Part[]): string =>
  parts.flatMap(({ text, prompt }) => [text, prompt].filter(said => typeof said === 'string')).join('\n')

export const become = (target: unknown, next: Plain): void => {
  if (!isPlain(target)) throw new Error('tfy-hook [tfy.bridge] The changed arguments could not be put in place.')
  for (const key of Object.keys(target)) if (!Object.hasOwn(next, key)) delete target[key]
  Object.assign(target, next)
}
