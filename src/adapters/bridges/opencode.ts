// OpenCode 1.18 and 2: a plugin for `.opencode/plugin/` or `~/.config/opencode/plugin/`. The one export has both forms: version 1 calls
// `server`, version 2 calls `setup`.

import { type Answer, ask, isPlain, type Plain } from './_ask.ts'
import { become, type Host, pluginFor } from './_opencode.ts'

/** What a hook of version 2 is given; it changes it in place. */
interface Call extends Plain {
  readonly tool: string
  readonly sessionID: string
  readonly agent?: string
  readonly messageID?: string
  readonly id: string
  readonly input: unknown
  readonly status?: string
  result?: unknown
  readonly error?: unknown
}

interface Prompt extends Plain {
  readonly sessionID: string
  readonly messageID?: string
  readonly prompt: { text?: unknown; readonly files?: unknown }
}

type Hook<Event> = (name: string, handler: (event: Event) => Promise<void>) => unknown

interface Context {
  readonly tool: { readonly hook: Hook<Call> }
  readonly session: {
    readonly hook: Hook<Prompt>
    readonly get?: (asked: Plain) => Promise<unknown>
  }
}

const tell = async (context: Context, name: string, sessionID: string, more: Plain): Promise<Answer> => {
  const cwd = await folderOf(context, sessionID)
  const answer = await ask('opencode', { hook_event_name: name, cwd, worktree: cwd, ...more })
  if (answer.verdict !== 'allow') throw new Error(answer.reason)
  return answer
}

/** The session's own folder, where it says one; one server can work in many. */
const folderOf = async ({ session }: Context, sessionID: string): Promise<string> => {
  try {
    const found = await session.get?.({ sessionID })
    const { directory } = isPlain(found) && isPlain(found.location) ? found.location : {}
    if (typeof directory === 'string' && directory !== '') return directory
  } catch {
    // Then it is where the server was started.
  }
  return process.cwd()
}

const setup = async (context: Context): Promise<void> => {
  const called = ({ tool, sessionID, agent, messageID, id, input }: Call): Plain => ({
    input: { tool, sessionID, callID: id, agent, messageID },
    tool_name: tool,
    tool_input: input,
    mcp_servers: [],
  })

  await context.tool.hook('execute.before', async event => {
    const { args } = await tell(context, 'tool.execute.before', event.sessionID, called(event))
    if (args !== undefined) become(event.input, args)
  })

  await context.tool.hook('execute.after', async event => {
    if (event.status !== 'completed') return
    // Nothing that is thrown here stops a result: it is replaced.
    const answer = await tell(context, 'tool.execute.after', event.sessionID, { ...called(event), output: event.result }).catch(
      (error: unknown) => ({ withheld: error instanceof Error ? error.message : 'tfy-hook withheld this.' }),
    )
    if ('withheld' in answer) event.result = { content: [{ type: 'text', text: answer.withheld }] }
    else if (answer.output !== undefined) event.result = answer.output
  })

  await context.session.hook('prompt', async event => {
    const { sessionID, messageID, prompt } = event
    const about = {
      input: { sessionID, messageID },
      prompt: typeof prompt.text === 'string' ? prompt.text : JSON.stringify(prompt),
      ...(prompt.files !== undefined && { files: prompt.files }),
    }
    const { context: added } = await tell(context, 'chat.message', sessionID, about)
    if (added !== undefined && typeof prompt.text === 'string') prompt.text = `${prompt.text}\n\n${added}`
  })
}

export default { id: 'tfy-hook', server: (host: Host) => pluginFor('opencode')(host), setup }
