// pi 0.73 to 1.5: an extension for `.pi/extensions/` or `~/.pi/agent/extensions/`. An error in `tool_call` blocks the call; in every other event pi
// reports it and goes on. Extensions that are loaded after this one may still change the arguments.

import { type Answer, ask, isPlain, type Plain } from './_ask.ts'

interface Event extends Plain {
  readonly toolName?: string
  readonly toolCallId?: string
  readonly input?: unknown
  readonly content?: unknown
  readonly details?: unknown
  readonly isError?: boolean
  readonly text?: string
  readonly source?: string
  readonly reason?: string
}

interface Context {
  readonly cwd?: string
  /** Nobody is there in print and JSON mode. */
  readonly hasUI?: boolean
  readonly signal?: AbortSignal
  readonly ui?: {
    readonly notify?: (text: string, type: string) => unknown
    readonly confirm?: (title: string, message: string, options?: Plain) => Promise<boolean>
  }
  readonly sessionManager?: { readonly getSessionId?: () => string }
}

interface Pi {
  readonly on: (name: string, handler: (event: Event, ctx: Context) => unknown) => void
}

export default (pi: Pi): void => {
  /** For the model, from the prompt that is being sent. */
  let context: string | undefined

  const tell = async (name: string, ctx: Context, more: Plain): Promise<Answer> => {
    const about = { hook_event_name: name, session_id: sessionOf(ctx), cwd: ctx.cwd, attended: ctx.hasUI === true }
    const answer = await ask('pi', { ...about, ...more }, ctx.signal)
    if (answer.message !== undefined) notify(ctx, answer.message)
    return answer
  }

  const called = ({ toolName, toolCallId, input }: Event): Plain => ({
    tool_name: toolName,
    tool_input: input,
    call_id: toolCallId,
  })

  pi.on('session_start', (event, ctx) => void tell('session_start', ctx, { reason: event.reason }))

  pi.on('input', async ({ text, source }, ctx) => {
    const answer = await tell('input', ctx, { prompt: text, source })
    context = undefined
    if (answer.verdict === 'allow') {
      context = answer.context
      return undefined
    }
    notify(ctx, answer.reason)
    return { action: 'handled' }
  })

  pi.on('before_agent_start', () => {
    const content = context
    context = undefined
    return content === undefined ? undefined : { message: { customType: 'tfy-hook', content, display: false } }
  })

  pi.on('tool_call', async (event, ctx) => {
    const { verdict, reason, args } = await tell('tool_call', ctx, called(event))
    if (verdict === 'deny' || (verdict === 'ask' && !(await confirmed(ctx, reason)))) return { block: true, reason }
    // The object itself is what runs.
    if (args !== undefined) become(event.input, args)
    return undefined
  })

  pi.on('tool_result', async (event, ctx) => {
    const { content, details, isError } = event
    const about = { output: { content, ...(details !== undefined && { details }) }, is_error: isError }
    const { verdict, reason, output } = await tell('tool_result', ctx, { ...called(event), ...about })
    const withheld = { content: [{ type: 'text', text: reason || 'tfy-hook withheld this.' }], details: {}, isError: true }
    if (verdict !== 'allow') return withheld
    if (output === undefined) return undefined
    if (!isPlain(output) || !Array.isArray(output.content)) return withheld
    return { content: output.content, details: output.details ?? {} }
  })
}

const become = (target: unknown, next: Plain): void => {
  if (!isPlain(target)) throw new Error('tfy-hook [tfy.bridge] The changed arguments could not be put in place.')
  for (const key of Object.keys(target)) if (!Object.hasOwn(next, key)) delete target[key]
  Object.assign(target, next)
}

/** No dialog, or one that fails, is a no. */
const confirmed = async ({ hasUI, ui, signal }: Context, reason: string): Promise<boolean> => {
  try {
    return hasUI === true && (await ui?.confirm?.('tfy-hook asks', reason, signal === undefined ? {} : { signal })) === true
  } catch {
    return false
  }
}

const notify = ({ hasUI, ui }: Context, text: string): void => {
  try {
    if (hasUI === true) ui?.notify?.(text, 'warning')
    else console.error(text)
  } catch {
    // Nobody is there to be told.
  }
}

const sessionOf = ({ sessionManager }: Context): string | undefined => {
  try {
    return sessionManager?.getSessionId?.()
  } catch {
    return undefined
  }
}
