/** One case of `policy.test.yaml` as an event. */

import { placeWord, refusalWord } from '../../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Host } from '../../matching/host.ts'
import { fold } from '../../matching/path-identity.ts'
import { absolute, groundOf, isAbsolute, normalise } from '../../matching/path-views.ts'
import { listOf } from '../language/written-when.ts'
import type { TestCase } from './test-schema.ts'

export interface Stage {
  readonly cwd: string
  readonly workspaceRoots: readonly string[]
  /** Where the test file is, from which a `cwd` is told. */
  readonly folder?: string
}

/** A machine on which the session of this event has done something before. */
export const hostAfter = (earlier: TestCase['earlier'], event: NormalizedHookEvent, host: Host): Host => {
  if (earlier === undefined) return host
  const { has = [], denied = 0, downloaded = [] } = earlier
  const files = listOf(downloaded).map(path => placeWord('downloaded', fold(absolute(path, groundOf(event, host)), host)))
  const words: ReadonlySet<string> = new Set([...listOf(has), ...files, ...(files.length > 0 ? ['downloaded'] : [])])
  const refusal = refusalWord(event)
  return { ...host, earlier: () => ({ sure: true, times: word => (word === refusal ? denied : Number(words.has(word))) }) }
}

/** The event that a test case describes, as a client would send it. */
export const eventOf = (test: TestCase, stage: Stage): NormalizedHookEvent => {
  const base: NormalizedHookEvent = {
    client: 'policy-test',
    category: 'input',
    originalEventName: 'policy-test',
    guardrail: 'llmInputGuardrails',
    subject: 'other',
    content: '',
    structuredInput: {},
    paths: [],
    urls: [],
    cwd:
      test.cwd === undefined
        ? stage.cwd
        : isAbsolute(test.cwd)
          ? test.cwd
          : normalise(`${stage.folder ?? stage.cwd}/${test.cwd}`),
    workspaceRoots: stage.workspaceRoots,
    blocking: true,
    attended: test.attended ?? true,
    metadata: {},
    ...(test.sandboxed !== undefined && { sandboxed: test.sandboxed }),
    ...(test.mode !== undefined && { permissionMode: test.mode }),
    ...(test.as !== undefined && { agentType: test.as }),
    ...(test.user !== undefined && { user: test.user, userFrom: 'token' }),
    ...(test.groups !== undefined && { groups: test.groups }),
  }
  if (test.shell !== undefined) {
    const tool = { toolName: test.tool ?? 'Bash', toolType: 'shell' } as const
    return { ...base, ...tool, subject: 'shell', content: test.shell, structuredInput: { command: test.shell } }
  }
  if (test.read !== undefined) {
    const tool = { toolName: test.tool ?? 'Read', toolType: 'file-read' } as const
    return {
      ...base,
      ...tool,
      subject: 'file-read',
      content: test.read,
      paths: [test.read],
      structuredInput: { file_path: test.read },
    }
  }
  if (test.write !== undefined) {
    const content = test.content ?? ''
    const tool = { toolName: test.tool ?? 'Write', toolType: 'file-write', guardrail: 'llmOutputGuardrails' } as const
    return {
      ...base,
      ...tool,
      subject: 'file-write',
      content,
      paths: [test.write],
      structuredInput: { file_path: test.write, content },
    }
  }
  if (test.mcp !== undefined) {
    const { server, tool, args = {} } = test.mcp
    const structuredInput = JSON.parse(JSON.stringify(args)) as JsonObject
    const names = { toolName: `mcp__${server}__${tool}`, toolType: 'mcp', mcpServer: server, mcpTool: tool } as const
    const guardrail = 'mcpToolPreInvokeGuardrails'
    return {
      ...base,
      ...names,
      guardrail,
      category: 'mcp-pre',
      subject: 'mcp',
      content: JSON.stringify(structuredInput),
      structuredInput,
    }
  }
  if (test.web !== undefined) {
    const tool = { toolName: test.tool ?? 'WebFetch', toolType: 'web' } as const
    return { ...base, ...tool, subject: 'web', content: test.web, urls: [test.web], structuredInput: { url: test.web } }
  }
  if (test.output !== undefined) {
    return {
      ...base,
      category: 'output',
      guardrail: 'llmOutputGuardrails',
      subject: 'output',
      content: test.output,
      toolOutput: test.output,
    }
  }
  if (test.prompt !== undefined) return { ...base, subject: 'prompt', content: test.prompt }
  if (test.agent !== undefined) return { ...base, subject: 'agent', content: test.content ?? '', agentType: test.agent }
  return { ...base, category: 'lifecycle', guardrail: null, subject: test.stop === true ? 'stop' : 'session' }
}
