// OpenClaw 2026.9: the entry of a plugin package. No handler throws: a throw would block, whatever the fail mode. Other plugins may
// still change the parameters of a call; the host merges what they return.

import { spawnSync } from 'node:child_process'
import { type Answer, ask, cleanEnv, commandFor, failed, isPlain, type Plain, read, settings } from './_ask.ts'

interface Context extends Plain {
  readonly agentId?: string
  readonly abortSignal?: AbortSignal
  readonly workspaceDir?: string
}

interface Host {
  readonly config?: unknown
  readonly logger?: { readonly warn?: (message: string) => void }
  readonly runtime?: { readonly agent?: { readonly resolveAgentWorkspaceDir?: (config: unknown, agentId: string) => string } }
  readonly on: (name: string, handler: (event: Plain, ctx: Context) => unknown, options: Plain) => void
}

/** Before other plugins, so that a deny ends the matter and a question freezes the parameters that were judged. */
const priority = 1000
/** Longer than the bridge itself waits, shorter than the host's own limit of 15 s. */
const options = { priority, timeoutMs: Math.ceil(settings.timeoutMs * 1.25) + 1000 }
/** The whole gateway stands still while a result is looked at on its way into the transcript. */
const syncMs = Math.min(settings.timeoutMs, 2000)

const passed = ['agentId', 'channelId', 'requester', 'runId', 'sessionId', 'sessionKey', 'trigger', 'workspaceDir']

export default {
  id: 'tfy-hook',
  name: 'tfy-hook',
  description: 'Asks tfy-hook before tools run, prompts go out and results are kept.',
  configSchema: { type: 'object', additionalProperties: false, properties: {} },

  register(api: Host): void {
    const payload = (name: string, event: Plain, ctx: Context, more: Plain = {}): Plain => ({
      hook_event_name: name,
      cwd: ctx.workspaceDir ?? workspaceOf(api, ctx),
      event,
      ctx: Object.fromEntries(Object.entries(ctx).filter(([key]) => passed.includes(key))),
      ...more,
    })
    const noted = (answer: Answer): Answer => {
      if (answer.message !== undefined) api.logger?.warn?.(answer.message)
      return answer
    }
    const tell = async (name: string, event: Plain, ctx: Context, more: Plain = {}): Promise<Answer> =>
      noted(await ask('openclaw', payload(name, event, ctx, more), ctx.abortSignal))
    const watch = (name: string, pick = (event: Plain): Plain => event): void =>
      api.on(name, (event, ctx) => void tell(name, pick(event), ctx), options)

    api.on(
      'before_tool_call',
      async ({ toolName, params, ...event }, ctx) => {
        const called = { tool_name: toolName, tool_input: params }
        const { verdict, reason, args } = await tell('before_tool_call', event, ctx, called)
        if (verdict === 'deny') return { block: true, blockReason: reason }
        const changed = args === undefined ? undefined : { params: args }
        return verdict === 'ask' ? { ...changed, requireApproval: question(reason) } : changed
      },
      options,
    )

    // Not heard by the host: for the audit log and the gateway's analytics.
    api.on(
      'after_tool_call',
      ({ toolName, params, ...event }, ctx) =>
        void tell('after_tool_call', event, ctx, { tool_name: toolName, tool_input: params }),
      options,
    )

    // Must answer at once, so the process is waited for. The model has read the result of this turn already; later turns read this.
    api.on(
      'tool_result_persist',
      ({ toolName, message, ...event }, ctx) => {
        if (!isPlain(message)) return undefined
        const { content, details } = message
        const about = { tool_name: toolName, output: { content, ...(details !== undefined && { details }) } }
        const { verdict, reason, output } = noted(askNow(payload('tool_result_persist', event, ctx, about)))
        const { details: _, ...kept } = message
        if (verdict === 'allow' && output === undefined) return undefined
        if (verdict === 'allow' && isPlain(output)) return { message: { ...kept, ...output } }
        return { message: { ...kept, content: [{ type: 'text', text: reason || 'tfy-hook withheld this.' }] } }
      },
      { priority },
    )

    api.on(
      'message_sending',
      async ({ content, ...event }, ctx) => {
        const { verdict, reason, output } = await tell('message_sending', { to: event.to }, ctx, { output: content })
        if (verdict === 'allow' && output === undefined) return undefined
        if (verdict === 'allow' && typeof output === 'string') return { content: output }
        return { cancel: true, cancelReason: reason || 'tfy-hook withheld this.' }
      },
      options,
    )

    // The host gives these to a plugin with `hooks.allowConversationAccess` only.
    api.on(
      'before_agent_run',
      async ({ prompt }, ctx) => {
        const { verdict, reason } = await tell('before_agent_run', {}, ctx, { prompt })
        return verdict === 'allow' ? { outcome: 'pass' } : { outcome: 'block', reason, message: reason }
      },
      options,
    )
    api.on(
      'before_prompt_build',
      async ({ prompt }, ctx) => {
        const { context } = await tell('before_prompt_build', {}, ctx, { prompt })
        return context === undefined ? undefined : { appendContext: context }
      },
      options,
    )
    api.on(
      'before_agent_finalize',
      async ({ stopHookActive, lastAssistantMessage }, ctx) => {
        const about = { stopHookActive, lastAssistantMessage }
        const { verdict, reason, unjudged } = await tell('before_agent_finalize', about, ctx)
        // What could not be judged is no reason to go on working.
        const held = verdict !== 'allow' && stopHookActive !== true && unjudged !== true
        // The host's own runs never say that the hook is active already; it counts by this key, and lets go after one.
        return held
          ? { action: 'revise', reason, retry: { instruction: reason, idempotencyKey: 'tfy-hook', maxAttempts: 1 } }
          : undefined
      },
      options,
    )

    for (const name of ['session_start', 'session_end', 'subagent_spawned', 'subagent_ended']) watch(name)
    watch('agent_end', ({ success, durationMs }) => ({ success, durationMs }))
  },
}

const question = (reason: string): Plain => ({
  title: 'tfy-hook asks',
  description: reason.slice(0, 500),
  severity: 'warning',
  allowedDecisions: ['allow-once', 'deny'],
  timeoutMs: 120_000,
})

const workspaceOf = ({ config, runtime }: Host, { agentId }: Context): string | undefined => {
  try {
    return runtime?.agent?.resolveAgentWorkspaceDir?.(config, agentId ?? 'main')
  } catch {
    return undefined
  }
}

const askNow = (event: Plain): Answer => {
  try {
    const [program, args] = commandFor('openclaw', event, syncMs)
    const input = JSON.stringify({ client: 'openclaw', ...event })
    const limits = { timeout: syncMs * 1.25, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 } as const
    const done = spawnSync(program, args, { ...limits, input, encoding: 'utf8', env: cleanEnv(), windowsHide: true })
    if (done.error !== undefined) return failed(`tfy-hook could not be asked in time (${done.error.name})`)
    return read(done.status, done.stdout, done.stderr)
  } catch {
    return failed('tfy-hook could not be asked')
  }
}
