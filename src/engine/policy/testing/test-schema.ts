/** The shape of `policy.test.yaml`. */

import { z } from 'zod'
import { happenings } from '../../../core/earlier.ts'
import { sandboxStates } from '../../../core/event.ts'

const text = z.string().min(1)

const caseSchema = z.strictObject({
  name: text.optional().describe('A name that starts with todo_ skips the case, which is counted aloud'),
  shell: text.optional(),
  read: text.optional(),
  write: text.optional(),
  mcp: z.strictObject({ server: text, tool: text, args: z.record(z.string(), z.json()).optional() }).optional(),
  web: text.optional(),
  prompt: text.optional(),
  output: text.optional(),
  agent: text.optional(),
  session: z.literal(true).optional(),
  stop: z.literal(true).optional(),
  content: z.string().optional().describe('With write: what is written'),
  tool: text.optional(),
  as: text.optional().describe('The subagent that calls'),
  user: text.optional().describe('Who is at work'),
  groups: z.array(text).optional().describe('The groups of who is at work'),
  cwd: text.optional().describe('The folder of the call, from that of the test file'),
  repo: z
    .strictObject({
      branch: text.optional().describe('What is checked out; main when absent'),
      remote: z
        .union([text, z.record(text, text)])
        .optional()
        .describe('The address of origin, or one for each name'),
      config: z
        .record(text, z.union([text, z.array(text).min(1)]))
        .optional()
        .describe('Settings of git, such as push.default'),
    })
    .optional()
    .describe('The call is made in such a repository of git'),
  today: z.iso.date().optional().describe('The day of the call, for exceptions that end'),
  mode: text.optional(),
  attended: z.boolean().optional(),
  sandboxed: z.enum(sandboxStates).optional().describe('Where the client says a command runs, or the agent asks it to'),
  earlier: z
    .strictObject({
      has: z.union([z.enum(happenings), z.array(z.enum(happenings)).min(1)]).optional(),
      denied: z.number().int().min(1).max(20).optional().describe('So often was this very call refused before'),
      downloaded: z
        .union([text, z.array(text).min(1)])
        .optional()
        .describe('Files that came from a stranger'),
    })
    .optional()
    .describe('What happened before in the session'),
  expect: z.enum(['allow', 'contain', 'ask', 'defer', 'deny', 'redact', 'rewrite', 'grant']),
  rules: z.array(text).optional().describe('Must be among the rules that fired, so that a deny for the wrong reason fails'),
  audited: z.array(text).optional().describe('Must be among the rules on trial that held'),
  certainty: z.enum(['proved-dangerous', 'proved-ordinary', 'could-not-tell']).optional(),
  rewritten: text.optional().describe('With expect rewrite: the new command'),
  context: text.optional().describe('Must be part of the context'),
})

export const testFileSchema = z.strictObject({ tests: z.array(caseSchema).min(1) })

export type TestCase = z.infer<typeof caseSchema>

/** What a case can be about; exactly one of them. */
export const whats = ['shell', 'read', 'write', 'mcp', 'web', 'prompt', 'output', 'agent', 'session', 'stop'] as const

/** The keys that may stand at this path of a tests file, for the message about one that may not. */
export const keysOfTests = (path: readonly PropertyKey[]): readonly string[] => {
  if (path.length === 0) return ['tests']
  if (path.at(-1) === 'repo') return ['branch', 'remote', 'config']
  if (path.at(-1) === 'earlier') return ['has', 'denied', 'downloaded']
  return path.at(-1) === 'mcp' ? ['server', 'tool', 'args'] : Object.keys(caseSchema.shape)
}
