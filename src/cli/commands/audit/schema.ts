/** `audit schema`: the published shapes of what is recorded and sent on. Keys may be added within a version; none changes its meaning or goes. */

import { z } from 'zod'
import { categories, guardrailTypes, sandboxStates, subjects, toolTypes } from '../../../core/event.ts'
import { decisions, forgeries, noPermits } from '../../../core/verdict.ts'
import { writeAll } from '../../../hook/io.ts'
import { json } from '../terminal/json.ts'

const text = z.string().optional()
const texts = z.array(z.string())
const fields = z.record(z.string(), z.unknown())
const decision = z.enum(decisions)
const [allow, ...objections] = decisions

const identity = {
  user: text.describe('Who was at work; a hash where the configuration says so'),
  userFrom: z.enum(['token', 'managed', 'payload', 'account', 'environment', 'server']).optional().describe('Who says so'),
  account: text.describe('The account of the system, where the user was named by somebody else'),
  host: text.describe('On which machine; a hash where the configuration says so'),
  hostFrom: z.enum(['token', 'managed', 'payload', 'system']).optional().describe('Who says so'),
  caller: text.describe('The name of the token that a caller of `serve` presented'),
}

/** The RFC's normalised event, but for who and where, which each shape has in its own place. */
const event = {
  client: z.string().describe('Which client, as this program calls it'),
  category: z.enum(categories),
  originalEventName: z.string().describe('The client’s own name of the event'),
  guardrail: z
    .enum(guardrailTypes)
    .nullable()
    .optional()
    .describe('The guardrails that the event belongs to; null is analytics only'),
  content: z.string().describe('The primary text: a command, a prompt, a file’s content, arguments'),
  structuredInput: fields.optional().describe('The whole input, as the client sent it'),
  toolName: text,
  toolType: z.enum(toolTypes).optional(),
  mcpServer: text,
  mcpTool: text,
}

const around = {
  subject: z.enum(subjects),
  paths: texts,
  urls: texts,
  agentType: text,
  later: texts.optional(),
  cwd: text,
  workspaceRoots: texts,
  permissionMode: text,
  sandboxed: z.enum(sandboxStates).optional().describe('Whether the client runs it in its own sandbox, as far as it says so'),
  blocking: z.boolean(),
  attended: z.boolean(),
  unread: text,
}

const hookEvent = z.looseObject({
  ...event,
  hook_event_name: z.string(),
  toolOutput: z
    .union([z.string(), fields, z.array(z.unknown())])
    .optional()
    .describe('The result of the tool'),
  sessionId: text,
  conversationId: text,
  metadata: z.looseObject({ hook_event: z.looseObject({ ...identity, ...around }) }).describe('Fields of the client, and ours'),
})

const link = z.looseObject({
  by: z.int(),
  in: text,
  from: z.int(),
  to: z.int(),
  of: z.string(),
  dropped: texts.optional(),
  head: text,
  seal: z.string(),
})

export const auditLine = z.looseObject({
  v: z.literal(1),
  time: z.iso.datetime(),
  id: text.describe('The call, as refusals name it'),
  version: z.string().describe('Of tfy-hook'),
  client: text,
  vouched: z
    .literal(true)
    .optional()
    .describe('The client itself made the call: only it has the variable or the transcript that came with it'),
  event: text.describe('The client’s own name of the event; absent where none could be made out'),
  tool: text,
  decision: decision.describe('What was decided'),
  told: z
    .enum([...decisions, 'nothing'])
    .optional()
    .describe('What the client was told, where that is something else'),
  contain: z
    .object({
      profile: text.describe('The name of the cage, where it has one'),
      write: texts.describe('What can be written'),
      network: z.union([z.enum(['none', 'all']), texts]).describe('What can be reached'),
      hide: z.enum(['secrets', 'guard']).describe('What is empty'),
      backend: text.describe('What builds it'),
      why: text.describe('Why none could be built'),
    })
    .optional()
    .describe('The cage in which the call was to run'),
  rules: texts.describe('Rules that took part, strictest first'),
  reason: text,
  permit: text.describe(
    `Of a refusal: the digest of the call, where a person may permit it once (behind “shared:” where replicas of a server have it in common); else why not: ${noPermits.join(', ')}`,
  ),
  approved: z
    .looseObject({ call: z.string(), by: z.string() })
    .optional()
    .describe('Whose permission the call went on with, and of which refusal'),
  forgery: z
    .enum(forgeries)
    .optional()
    .describe('An approval of this call was found that no person had given, or not so, and was removed'),
  approves: text.describe('No call: a person has permitted the one of this name'),
  certainty: z.enum(['proved-dangerous', 'proved-ordinary', 'could-not-tell']).optional(),
  source: z.enum(['gateway', 'offline', 'gateway-then-offline', 'both']),
  settled: z.enum(['open', 'closed']).optional().describe('The fail mode that answered'),
  failure: text.describe('What failed'),
  cause: text.describe('The same in a sentence, with what it is about'),
  breaker: z.enum(['open', 'half-open']).optional(),
  fallback: text.describe('Why the gateway was not the one that answered'),
  audited: texts.optional().describe('Rules on trial that held'),
  would: z
    .enum(objections)
    .optional()
    .describe(`What they would have made of the decision; absent where that is not stricter. Never ${allow}`),
  bundle: z
    .looseObject({ name: z.string(), version: z.string(), digest: z.string() })
    .optional()
    .describe('The bundle of policies that was in force; the digest is the SHA-256 of what is signed'),
  checks: z
    .array(z.looseObject({ id: z.string(), verdict: z.boolean() }))
    .optional()
    .describe('Guardrails of the gateway'),
  rewrite: z.enum(['input', 'output']).optional().describe('What was rewritten'),
  ignored: texts.optional().describe('Settings that tried to loosen and were not heard'),
  exitCode: z.int(),
  ms: z.number(),
  session: text,
  conversation: text,
  ...identity,
  digest: z.string().describe('SHA-256 of the content before anything was masked or cut'),
  replay: z
    .looseObject({
      ...event,
      ...around,
      shell: z.enum(['powershell', 'cmd']).optional(),
      permissionMode: text,
      doubt: text,
      mcpTold: z.looseObject({ url: text, command: text }).optional(),
    })
    .optional()
    .describe('The event, credentials masked and long texts cut'),
  chain: link.optional().describe('The seal'),
})

/** By the name under which they are published. */
export const shapes = {
  'audit-line': { schema: auditLine, title: 'tfy-hook audit line, version 1' },
  'hook-event': {
    schema: hookEvent,
    title: 'tfy-hook hook event, version 1: what a gateway is sent in the dialect unified, and for analytics',
  },
} as const

export const publishedSchema = (name: keyof typeof shapes): unknown => ({
  ...z.toJSONSchema(shapes[name].schema, { io: 'input' }),
  $id: `urn:tfy-hook:${name}:1`,
  title: shapes[name].title,
})

export const schema = async (name: keyof typeof shapes): Promise<number> => {
  writeAll(1, `${json(publishedSchema(name), 2)}\n`)
  return 0
}
