/** The narrowest exception that lets a refused call through for good: what it would write, and whether that holds and no more. */

import { existsSync } from 'node:fs'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { type JsonObject, stringAt } from '../../core/json.ts'
import { mayPermit } from '../../core/verdict.ts'
import { withItems } from '../../engine/policy/language/append.ts'
import { parsePolicy } from '../../engine/policy/language/load.ts'
import type { PolicyFile } from '../../engine/policy/rules/types.ts'
import { eventOf } from '../../engine/policy/testing/case.ts'
import { recordedEvent } from '../audit/recorded-event.ts'
import { readBounded } from '../config/bounded-file.ts'
import { type Config, readPolicies } from '../config.ts'
import { evaluate, hostFor } from '../sources/offline.ts'
import { barrierText, entryOf, isRefusal } from './console.ts'

export interface Written {
  readonly file: string
  readonly before: string | undefined
  readonly after: string
}

export interface Allowance {
  readonly id: string
  readonly rules: readonly string[]
  readonly expires: string
  /** The policy, and the cases beside it. */
  readonly changes: readonly Written[]
  /** Calls that differ a little, and are judged as before. */
  readonly neighbours: number
}

type Allowing = { readonly ok: true; readonly allowance: Allowance } | { readonly ok: false; readonly why: string }

const no = (why: string): Allowing => ({ ok: false, why })

const usualDays = 30
const dayMs = 24 * 3_600_000

/** Nothing is written. What is found stands in the log, credentials masked: a call of which something is missing there is left to a person. */
export const allowFor = async (id: string, config: Config, days = usualDays, now = Date.now()): Promise<Allowing> => {
  const entry = await entryOf(id, config)
  const recorded = typeof entry === 'string' || !isRefusal(entry) ? undefined : recordedEvent(entry.record)
  if (typeof entry === 'string' || recorded === undefined) return no(`no refusal of a rule has the id ${id}`)
  const session = stringAt(entry.record, 'session') ?? 'any'
  const event = { ...recorded, sessionId: session }
  if (/\[(?:cut|[a-z-]+ removed)\]/.test(JSON.stringify([event.content, event.structuredInput])))
    return no('it holds a credential or is too long, so that the log does not have all of it')
  const when = conditionsOf(event)
  if (when === undefined)
    return no('a call of this kind, or with such characters in its paths, needs an exception written by hand')
  const read = await readPolicies(config, event.workspaceRoots, event.cwd)
  if (read.failure !== undefined) return no('a policy in force cannot be used; see: tfy-hook policy check')
  const judged = await judge(event, read.files, config)
  if (judged === undefined) return no('it cannot be judged now')
  const { ruling } = judged
  if (ruling.decision === 'allow') return no('the policy lets it through now')
  if (!mayPermit(judged) || ruling.permit?.may !== true || ruling.permit.locked)
    return no(barrierText[ruling.permit?.may === false ? ruling.permit.why : 'managed'])
  const { rules } = ruling.permit
  const expires = new Date(now + days * dayMs).toISOString().slice(0, 10)
  const file = fileOf(config)
  const text = readText(file)
  const items = rules.map(rule => ({ rule, when, reason: `Permitted by a person after the refusal ${entry.id}.`, expires }))
  const after = withItems(text ?? 'version: 1\n', 'exceptions', items)
  const parsed = after === undefined ? undefined : await parsePolicy(after, file, 'user')
  if (after === undefined || parsed?.ok !== true)
    return no(`${file} is not written in a way that an exception can be added to; add it by hand`)
  const next = [...read.files.filter(policy => policy.file !== file), parsed.value]
  const then = await judge(event, next, config)
  if (then?.ruling.decision !== 'allow') return no('an exception would not let it through')
  const neighbours = neighboursOf(event)
  for (const neighbour of neighbours) {
    const [one, other] = [await judge(neighbour, read.files, config), await judge(neighbour, next, config)]
    if (one === undefined || one.ruling.decision !== other?.ruling.decision)
      return no('an exception would let more through than this call')
  }
  const changes = [
    { file, before: text, after },
    ...(await casesFor(event, { id: entry.id, expires, file, policies: next }, config)),
  ]
  return { ok: true, allowance: { id: entry.id, rules, expires, changes, neighbours: neighbours.length } }
}

const judge = async (event: NormalizedHookEvent, policies: readonly PolicyFile[], { places }: Config) => {
  const judged = await evaluate(event, policies, hostFor(places, process.env))
  return judged.ok ? judged.value : undefined
}

/** The user's own policy: the one that is there, or would be. */
const fileOf = ({ places }: Config): string => {
  const files = places.user.map(dir => `${dir}/policy.yaml`)
  return files.find(file => existsSync(file)) ?? files[0] ?? ''
}

const readText = (file: string): string | undefined => (existsSync(file) ? readBounded(file, 1024 * 1024) : undefined)

/** What stands for more than itself in a glob. */
const wild = /[*?[\]{}!\\~$]/

/** Exactly this input, in exactly this folder. */
const conditionsOf = ({ subject, content, paths, cwd, mcpServer, mcpTool }: NormalizedHookEvent): JsonObject | undefined => {
  if (cwd === undefined || wild.test(cwd)) return undefined
  const text = `^${content
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')}$`
  const folder = cwd
  switch (subject) {
    case 'shell':
    case 'web':
      return { text, folder }
    case 'mcp':
      return mcpServer === undefined || mcpTool === undefined || wild.test(mcpServer + mcpTool)
        ? undefined
        : { server: mcpServer, tool: mcpTool, text, folder }
    case 'file-read':
    case 'file-write': {
      const [path] = paths
      if (path === undefined || paths.length > 1 || wild.test(path)) return undefined
      return { [subject === 'file-read' ? 'reads' : 'writes']: [path], folder }
    }
    default:
      return undefined
  }
}

/** The same in another folder, and another call in the same one. */
const neighboursOf = (event: NormalizedHookEvent): readonly NormalizedHookEvent[] => {
  const { cwd = '/', content, paths } = event
  const moved = [`${cwd}-other`, `${cwd}/below`, cwd.slice(0, cwd.lastIndexOf('/')) || '/'].map(folder => ({
    ...event,
    cwd: folder,
  }))
  const [path] = paths
  if (event.subject.startsWith('file') && path !== undefined) {
    const other = JSON.parse(
      JSON.stringify(event).replaceAll(JSON.stringify(path).slice(1, -1), JSON.stringify(`${path}.other`).slice(1, -1)),
    )
    return [...moved, other as NormalizedHookEvent]
  }
  return [
    ...moved,
    ...[`${content} --other`, `${content}\n${content}`, `echo && ${content}`].map(text => ({ ...event, content: text })),
  ]
}

interface Cases {
  readonly id: string
  readonly expires: string
  readonly file: string
  readonly policies: readonly PolicyFile[]
}

/** What is to hold from now on, for whoever changes the policy later: as the policy's own tests see it. */
const casesFor = async (
  { subject, content, cwd = '/' }: NormalizedHookEvent,
  { id, expires, file, policies }: Cases,
  config: Config,
): Promise<readonly Written[]> => {
  if (subject !== 'shell') return []
  const cases = [
    { name: `${id} is permitted until ${expires}`, shell: content, cwd, expect: 'allow' as const },
    { name: `${id} is permitted nowhere else`, shell: content, cwd: `${cwd}-other`, expect: 'deny' as const },
  ]
  const seen = await Promise.all(cases.map(one => judge(eventOf(one, { cwd, workspaceRoots: [cwd] }), policies, config)))
  if (seen[0]?.ruling.decision !== 'allow' || seen[1] === undefined) return []
  const tests = file.replace(/\.yaml$/, '.test.yaml')
  const text = readText(tests)
  const items = cases.map((one, at) => ({ ...one, expect: seen[at]?.ruling.decision ?? one.expect }))
  const after = withItems(text ?? '', 'tests', items)
  return after === undefined ? [] : [{ file: tests, before: text, after }]
}
