// Amp: a plugin for `~/.config/amp/plugins/`. Amp asks nobody by itself, so what is not rejected here runs. Other plugins see the same
// call in no promised order.

import { type Answer, ask, isPlain, type Plain } from './_ask.ts'

interface Event extends Plain {
  readonly thread?: { readonly id?: string }
  readonly tool?: string
  readonly input?: unknown
  readonly toolUseID?: string
  readonly message?: unknown
  readonly messages?: unknown
  readonly status?: string
  readonly output?: unknown
  readonly error?: unknown
}

interface Context {
  readonly ui?: {
    readonly notify?: (text: string) => Promise<unknown>
    readonly confirm?: (question: Plain) => Promise<boolean>
  }
  readonly thread?: { readonly cancel?: () => Promise<unknown> }
  readonly system?: { readonly workspaceRoot?: unknown }
}

interface Amp {
  readonly helpers?: { readonly filePathFromURI?: (uri: unknown) => string }
  readonly on: (name: string, handler: (event: Event, ctx: Context) => unknown) => void
}

export default (amp: Amp): void => {
  /** Threads whose end was answered with more work, so that it is not answered so again. */
  const continued = new Set<string>()

  const tell = async (name: string, event: Event, ctx: Context, more: Plain = {}): Promise<Answer> => {
    const about = { hook_event_name: name, session_id: event.thread?.id, cwd: workspaceOf(amp, ctx), call_id: event.toolUseID }
    const answer = await ask('amp', { ...about, ...more })
    if (answer.message !== undefined) await notify(ctx, answer.message)
    return answer
  }

  amp.on('session.start', (event, ctx) => void tell('session.start', event, ctx))

  amp.on('agent.start', async (event, ctx) => {
    const { verdict, reason, context } = await tell('agent.start', event, ctx, { prompt: event.message })
    if (verdict === 'allow') return context === undefined ? undefined : { message: { content: context, display: false } }
    await notify(ctx, reason)
    // Nothing else keeps the turn from starting; where it is not there, an error has to do.
    if (ctx.thread?.cancel === undefined) throw new Error(reason)
    await ctx.thread.cancel()
    return undefined
  })

  amp.on('tool.call', async (event, ctx) => {
    const called = { tool_name: event.tool, tool_input: event.input }
    const { verdict, reason, args } = await tell('tool.call', event, ctx, called)
    if (verdict === 'deny' || (verdict === 'ask' && !(await confirmed(ctx, reason))))
      return { action: 'reject-and-continue', message: reason }
    // There is no answer that leaves the matter to others.
    return args === undefined ? { action: 'allow' } : { action: 'modify', input: args }
  })

  amp.on('tool.result', async (event, ctx) => {
    const { status, error } = event
    const called = { tool_name: event.tool, tool_input: event.input, status, output: event.output ?? error ?? '' }
    const { verdict, reason, output } = await tell('tool.result', event, ctx, called)
    if (verdict !== 'allow') return { status: 'error', error: reason, output: reason }
    if (output === undefined) return undefined
    return status === 'done' ? { status, output } : { status, error: typeof output === 'string' ? output : undefined, output }
  })

  amp.on('agent.end', async (event, ctx) => {
    const thread = event.thread?.id ?? ''
    const active = continued.delete(thread)
    const about = { status: event.status, stop_hook_active: active, output: lastOf(event.messages) }
    const { verdict, reason, unjudged } = await tell('agent.end', event, ctx, about)
    // What could not be judged is no reason to go on working.
    if (verdict === 'allow' || active || unjudged) return undefined
    continued.add(thread)
    return { action: 'continue', userMessage: reason }
  })
}

const lastOf = (messages: unknown): unknown => (Array.isArray(messages) ? messages.findLast(isPlain)?.content : undefined)

/** No dialog, or one that fails, is a no. */
const confirmed = async ({ ui }: Context, reason: string): Promise<boolean> => {
  try {
    return (await ui?.confirm?.({ title: 'tfy-hook asks', message: reason, confirmButtonText: 'Allow once' })) === true
  } catch {
    return false
  }
}

const notify = async ({ ui }: Context, text: string): Promise<void> => {
  try {
    await ui?.notify?.(text)
  } catch {
    // Nobody is there to be told.
  }
}

const workspaceOf = ({ helpers }: Amp, { system }: Context): string => {
  try {
    const path = helpers?.filePathFromURI?.(system?.workspaceRoot)
    if (typeof path === 'string' && path !== '') return path
  } catch {
    // It is not on this machine.
  }
  return process.cwd()
}
