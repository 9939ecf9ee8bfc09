/**
 * A verdict as it leaves this machine: what was decided, by which rules, about which tool, command, path or address. What a person wrote, what
 * a tool answered, what stands in files and what an MCP tool was given stay here.
 */

import type { ExportTarget } from '../../core/config.ts'
import { type JsonObject, objectAt, stringAt, stringsAt } from '../../core/json.ts'
import type { Hash } from '../../hook/audit/chain.ts'
import type { Entry } from '../../hook/audit/entry.ts'
import { redacted } from '../../hook/audit/record.ts'
import { type Word, wordFor } from '../../hook/identity/veil.ts'

type Form = NonNullable<ExportTarget['identity']>

/** How a target names people, machines and sessions. */
export interface Naming {
  readonly form: Form
  readonly word: Word
  /** A sentence or a path, in which a home directory names a person. */
  readonly words: (text: string) => string
}

export const namingFor = ({ identity: form = 'hash' }: ExportTarget, key: string | undefined, hash: Hash): Naming => ({
  form,
  word: wordFor(form, key, hash),
  words: text => cut(form === 'full' ? text : homeless(text)),
})

/** The form of what files, webhooks and syslog are sent. */
export interface Verdict {
  readonly v: 1
  readonly id: string
  readonly time: string
  readonly version?: string
  readonly client?: string
  readonly event?: string
  readonly tool?: string
  readonly subject?: string
  readonly decision: string
  /** What the client was told, where that is something else. */
  readonly told?: string
  /** The cage in which it was to run, and what builds it here. */
  readonly profile?: string
  readonly backend?: string
  readonly rules: readonly string[]
  readonly reason?: string
  readonly certainty?: string
  readonly source?: string
  /** The fail mode that settled it, and the failure. */
  readonly settled?: string
  readonly failure?: string
  /** Rules on trial that held, and what they would have made of the decision where that is stricter. */
  readonly audited?: readonly string[]
  readonly would?: string
  /** Name and version of the bundle of policies that was in force, and the digest of what is signed of it. */
  readonly bundle?: string
  readonly bundleDigest?: string
  readonly ms?: number
  readonly command?: string
  readonly paths?: readonly string[]
  readonly urls?: readonly string[]
  readonly mcpServer?: string
  readonly mcpTool?: string
  readonly cwd?: string
  readonly session?: string
  readonly conversation?: string
  readonly user?: string
  readonly userFrom?: string
  readonly account?: string
  readonly host?: string
  readonly hostFrom?: string
  readonly caller?: string
}

const longest = 1_000
const most = 20

/** `home` is told apart from the rest of a path, because it names a person. */
export const verdictOf = (entry: Entry, naming: Naming): Verdict => {
  const { record } = entry
  const replay = objectAt(record, 'replay') ?? {}
  const bundle = objectAt(record, 'bundle')
  const contain = objectAt(record, 'contain')
  const subject = stringAt(replay, 'subject')
  // Masked once more: an earlier version may have known fewer forms.
  const told = redacted({
    reason: stringAt(record, 'reason'),
    command: subject === 'shell' ? stringAt(replay, 'content') : undefined,
    paths: stringsAt(replay, 'paths').slice(0, most),
    urls: stringsAt(replay, 'urls').slice(0, most).map(withoutQuery),
    cwd: stringAt(replay, 'cwd'),
  })
  const words = (value: unknown): string | undefined =>
    typeof value !== 'string' || value === '' ? undefined : naming.words(value)
  const list = (value: unknown): readonly string[] | undefined =>
    Array.isArray(value) && value.length > 0 ? value.map(one => words(one) ?? '') : undefined
  const plain = (key: string): string | undefined => stringAt(record, key)
  return present({
    v: 1,
    id: entry.id,
    time: entry.time,
    version: plain('version'),
    client: entry.client || undefined,
    event: entry.event || undefined,
    tool: entry.tool || undefined,
    subject,
    decision: entry.decision,
    told: plain('told'),
    profile: contain && stringAt(contain, 'profile'),
    backend: contain && stringAt(contain, 'backend'),
    rules: entry.rules,
    reason: words(told.reason),
    certainty: plain('certainty'),
    source: plain('source'),
    settled: plain('settled'),
    failure: plain('failure'),
    audited: entry.audited.length > 0 ? entry.audited : undefined,
    would: entry.would || undefined,
    bundle: bundle && `${stringAt(bundle, 'name')} ${stringAt(bundle, 'version')}`,
    bundleDigest: bundle && stringAt(bundle, 'digest'),
    ms: entry.ms,
    command: words(told.command),
    paths: list(told.paths),
    urls: list(told.urls),
    mcpServer: stringAt(replay, 'mcpServer'),
    mcpTool: stringAt(replay, 'mcpTool'),
    cwd: words(told.cwd),
    ...whoIn(record, naming),
  })
}

const who = ['session', 'conversation', 'user', 'account', 'host'] as const

const whoIn = (record: JsonObject, { form, word }: Naming): Readonly<Record<string, string | undefined>> => {
  if (form === 'off') return {}
  const told = (key: string): string | undefined => {
    const name = stringAt(record, key)
    return name === undefined ? undefined : word(name)
  }
  return {
    ...Object.fromEntries(who.map(key => [key, told(key)])),
    userFrom: stringAt(record, 'userFrom'),
    hostFrom: stringAt(record, 'hostFrom'),
    caller: stringAt(record, 'caller'),
  }
}

const homeless = (text: string): string =>
  text.replaceAll(/(?<![\w.])(?:\/(?:home|Users)\/|[A-Za-z]:[\\/]Users[\\/])[^\s/\\"'`:;]+/g, '~')

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)} [cut]` : text)

const present = (fields: { readonly [K in keyof Verdict]: Verdict[K] | undefined }): Verdict =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as unknown as Verdict

export const isRefusal = ({ decision, would }: Entry): boolean => decision !== 'allow' || would !== ''

/** As syslog numbers it: a warning, a notice, an information. */
export const gravity = (decision: string): 4 | 5 | 6 => (decision === 'deny' ? 4 : decision === 'allow' ? 6 : 5)
