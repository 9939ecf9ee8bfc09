/** Judges one row on the corpus's ground, with no policy file: preset `recommended`, a person attending. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import { viewTool } from '../../src/core/tool.ts'
import type { Host } from '../../src/engine/matching/host.ts'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { busy } from '../../src/hook/sources/offline.ts'
import type { CorpusFile, Promised, Row } from './row.ts'

export type Outcome = 'allow' | 'ask' | 'deny' | 'redact' | 'crash'

export interface Judged {
  readonly row: Row
  readonly outcome: Outcome
  readonly rules: readonly string[]
  readonly ms: number
  /** Of the processor, which a busy machine does not lengthen. */
  readonly busyMs: number
  /** Why the row is wrong; undefined when the promise is kept. */
  readonly wrong?: string
}

interface Ground {
  readonly cwd: string
  readonly workspaceRoots: readonly string[]
  readonly home: string
  readonly platform: Host['platform']
  readonly files: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
}

const ground = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/corpus/ground.json'), 'utf8')) as Ground

const windows = { cwd: 'C:\\Users\\dev\\shop', home: 'C:\\Users\\dev' }

/** As the system does: the longest part that is a link leads on. */
const realpath = (path: string): string => {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const led = ground.links[path.slice(0, end)]
    if (led !== undefined) return led + path.slice(end)
  }
  return path
}

const hostOf = (platform: Host['platform']): Host => ({
  home: platform === 'win32' ? windows.home : ground.home,
  platform,
  realpath,
  readText: (path, limit) => ground.files[path]?.slice(0, limit),
  env: () => undefined,
  busy,
})
const hosts = { linux: hostOf('linux'), darwin: hostOf('darwin'), win32: hostOf('win32') }

/** The corpus's machine, or one of the other systems. */
export const hostFor = (platform: Row['platform']): Host => hosts[platform ?? ground.platform]

/** The event a client would have sent. */
export const eventOf = (row: Row): NormalizedHookEvent => {
  const onWindows = row.platform === 'win32'
  const base: NormalizedHookEvent = {
    client: 'corpus',
    category: 'input',
    originalEventName: 'corpus',
    guardrail: 'llmInputGuardrails',
    subject: 'other',
    content: '',
    structuredInput: {},
    paths: [],
    urls: [],
    cwd: row.cwd ?? (onWindows ? windows.cwd : ground.cwd),
    workspaceRoots: onWindows ? [windows.cwd] : ground.workspaceRoots,
    blocking: true,
    attended: true,
    metadata: {},
  }
  if (row.shell !== undefined) {
    const command = row.shell.repeat(row.times ?? 1)
    return {
      ...base,
      subject: 'shell',
      content: command,
      structuredInput: { command },
      toolName: row.tool ?? 'Bash',
      toolType: 'shell',
    }
  }
  if (row.read !== undefined) {
    const file_path = row.read
    return {
      ...base,
      subject: 'file-read',
      content: file_path,
      structuredInput: { file_path },
      toolName: 'Read',
      toolType: 'file-read',
      paths: [file_path],
    }
  }
  if (row.write !== undefined) {
    const content = row.content ?? 'text\n'
    return {
      ...base,
      subject: 'file-write',
      content,
      structuredInput: { file_path: row.write, content },
      toolName: 'Write',
      toolType: 'file-write',
      paths: [row.write],
    }
  }
  if (row.mcp !== undefined) {
    const { server, tool, input } = row.mcp
    return {
      ...base,
      category: 'mcp-pre',
      subject: 'mcp',
      content: JSON.stringify(input),
      structuredInput: input,
      toolName: `mcp__${server}__${tool}`,
      toolType: 'mcp',
      mcpServer: server,
      mcpTool: tool,
    }
  }
  if (row.call !== undefined) {
    const { tool, type = 'other', input } = row.call
    return { ...base, ...viewTool(type, input), structuredInput: input, toolName: tool, toolType: type }
  }
  if (row.web !== undefined) {
    const structuredInput = { url: row.web }
    return { ...base, subject: 'web', content: row.web, structuredInput, toolName: 'WebFetch', toolType: 'web', urls: [row.web] }
  }
  if (row.prompt !== undefined)
    return { ...base, subject: 'prompt', content: row.prompt, structuredInput: { prompt: row.prompt } }
  return {
    ...base,
    category: 'output',
    subject: 'output',
    content: row.output ?? '',
    toolOutput: row.output ?? '',
    toolName: 'Bash',
  }
}

const noPolicies: readonly [] = []

export const judge = async (row: Row, promise: Promised): Promise<Judged> => {
  const event = eventOf(row)
  const before = process.cpuUsage()
  const start = performance.now()
  const judged = await evaluate(event, noPolicies, hostFor(row.platform), '2026-11-21')
  const ms = performance.now() - start
  const spent = process.cpuUsage(before)
  const busyMs = (spent.user + spent.system) / 1_000
  if (!judged.ok) {
    const { kind } = judged.failure
    const detail = 'detail' in judged.failure ? String(judged.failure.detail) : ''
    return settle({ row, outcome: 'crash', rules: [`${kind}: ${detail}`], ms, busyMs }, promise)
  }
  const { ruling, rules, rewrite } = judged.value
  const outcome =
    ruling.decision === 'allow' ? (rewrite === undefined ? 'allow' : 'redact') : ruling.decision === 'deny' ? 'deny' : 'ask'
  return settle({ row, outcome, rules, ms, busyMs }, promise)
}

export const judgeFile = async ({ rows, promise }: CorpusFile): Promise<readonly Judged[]> => {
  const judged: Judged[] = []
  for (const row of rows) judged.push(await judge(row, promise))
  return judged
}

const settle = (judged: Judged, promise: Promised): Judged => {
  const wrong = wrongOf(judged, promise)
  return wrong === undefined ? judged : { ...judged, wrong }
}

/** Most time of the processor one row may take, in `must-not-crash`. Generous: the machine may be slow. */
const boundMs = 2_000

const wrongOf = ({ row, outcome, rules, ms, busyMs }: Judged, promise: Promised): string | undefined => {
  const said = `${outcome}${rules.length > 0 ? ` by ${rules.join(', ')}` : ''}`
  switch (promise) {
    case 'must-deny':
    case 'evasions': {
      if (outcome === 'allow' || outcome === 'crash') return said
      if (row.want !== undefined && outcome !== row.want) return `${said}; wanted ${row.want}`
      const missing = row.rules?.filter(rule => !rules.includes(rule)) ?? []
      return missing.length > 0 ? `${said}; wanted ${missing.join(', ')}` : undefined
    }
    case 'must-allow':
      return outcome === 'allow' ? undefined : said
    case 'must-not-crash':
      if (outcome === 'crash') return said
      return busyMs > boundMs ? `${Math.round(busyMs)} ms` : undefined
    case 'known-gaps': {
      if (row.why === undefined || row.promise === undefined) return 'a known gap states its promise and why'
      return wrongOf({ row, outcome, rules, ms, busyMs }, row.promise) === undefined
        ? `${said}: it passes now; move it to ${row.promise}`
        : undefined
    }
    default:
      return promise satisfies never
  }
}
