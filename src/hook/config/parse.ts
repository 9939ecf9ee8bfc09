/** Reads `config.yaml`: where verdicts come from, and what happens when they do not come. */

import type { AuditLimits, ConfigFile, GatewayConfig, IdentitySetting } from '../../core/config.ts'
import { guardrailTypes } from '../../core/event.ts'
import { fail, ok, type Result } from '../../core/failure.ts'
import { isObject } from '../../core/json.ts'
import { maskSecrets } from '../../core/redact.ts'
import type { Problem, What } from '../../engine/policy/language/document.ts'

/** Everything that is wrong with it, each with its place, from top to bottom. */
export const faultsIn = async (text: string): Promise<readonly string[]> => {
  const read = await readConfigText(text)
  return 'faults' in read ? read.faults : []
}

type Read =
  | { readonly data: import('zod').infer<typeof import('./schema.ts').configSchema> }
  | { readonly faults: readonly string[] }

const readConfigText = async (text: string): Promise<Read> => {
  const [{ configSchema, keysOfConfig }, { readDocument, explain }] = await Promise.all([
    import('./schema.ts'),
    import('../../engine/policy/language/document.ts'),
  ])
  const written = readDocument(text)
  const said = (problems: readonly Problem[]): Read => ({
    faults: problems
      .toSorted((a, b) => a.line - b.line || a.column - b.column)
      .map(({ line, column, message }) => `line ${line}, column ${column}: ${maskSecrets(message)}`),
  })
  if (written.problems.length > 0) return said(written.problems)
  // An empty file, or one of comments only, says nothing; that is allowed here.
  const parsed = configSchema.safeParse(written.value ?? {})
  if (!parsed.success)
    return said(
      explain(parsed.error.issues, written, { keysAt: keysOfConfig, examples: { guardrails: '[prod/pii, prod/secrets]' } }),
    )
  const wrong = faultsOf(parsed.data.gateway)
  return wrong.length > 0 ? said(wrong.map(one => written.at(['gateway', ...one.path], one))) : { data: parsed.data }
}

/** The configuration, or the first error with its place. */
export const parseConfig = async (text: string, file: string): Promise<Result<ConfigFile>> => {
  const invalid = (detail: string): Result<ConfigFile> => fail({ kind: 'config-invalid', file, detail })
  try {
    const read = await readConfigText(text)
    if ('faults' in read) return invalid(read.faults[0] ?? 'it could not be read')
    const { data } = read
    const {
      source,
      gateway: way,
      fail: mode,
      timeoutMs,
      audit,
      analytics,
      identity,
      door,
      state,
      serve,
      dashboard,
      bundle,
      approvals,
      export: targets,
    } = data
    return ok({
      file,
      ...(source !== undefined && { source }),
      ...(way !== undefined && { gateway: plain(way) }),
      ...(mode !== undefined && { fail: mode }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(audit !== undefined && { audit: audit !== false && audit !== 'off' }),
      ...(typeof audit === 'object' && { auditLimits: limitsOf(audit) }),
      ...(analytics !== undefined && { analytics: analytics === true || analytics === 'on' }),
      ...(identity !== undefined && { identity: identityOf(identity) }),
      ...(door !== undefined && { door: door === true || door === 'on' }),
      ...(state !== undefined && { state: plain(typeof state === 'string' ? { url: state } : state) }),
      ...(serve !== undefined && { serve: plain(serve) }),
      ...(dashboard !== undefined && { dashboard: plain(dashboard) }),
      ...(targets !== undefined && { export: plain(targets) }),
      ...(bundle !== undefined && { bundle: plain(bundle) }),
      ...(approvals !== undefined && { approvals: typeof approvals === 'object' ? plain(approvals) : { off: true } }),
    })
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'it could not be read')
  }
}

interface Wrong extends What {
  readonly path: readonly PropertyKey[]
}

/** What no single value shows. */
const faultsOf = (way: Ways | undefined): readonly Wrong[] => {
  if (way === undefined) return []
  const faults: Wrong[] = []
  const program = way.credentialHelper?.[0]
  if (program !== undefined && !/^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(program))
    faults.push({ path: ['credentialHelper', 0], found: JSON.stringify(program), expected: 'the absolute path of a program' })
  if (way.credential !== undefined && way.credentialHelper !== undefined)
    faults.push({ path: ['credential'], found: 'a credentialHelper beside it', expected: 'one of them' })
  if ((way.clientCertFile === undefined) !== (way.clientKeyFile === undefined)) {
    const [given, missing] =
      way.clientCertFile === undefined ? ['clientKeyFile', 'clientCertFile'] : ['clientCertFile', 'clientKeyFile']
    faults.push({ path: [given], found: `no ${missing}`, expected: 'both' })
  }
  for (const key of Object.keys(isObject(way.guardrails) ? way.guardrails : {}))
    if (/guardrail/i.test(key) && !(guardrailTypes as readonly string[]).includes(key))
      faults.push({
        path: ['guardrails'],
        key,
        found: `the unknown guardrail type "${key}"`,
        expected: `an event, or one of ${guardrailTypes.join(', ')}`,
        suggestion: guardrailTypes.find(type => type.toLowerCase() === key.replace(/[^a-z]/gi, '').toLowerCase()),
      })
  return faults
}

type Ways = Pick<
  { [K in keyof GatewayConfig]?: GatewayConfig[K] | undefined },
  'credential' | 'credentialHelper' | 'clientCertFile' | 'clientKeyFile' | 'guardrails'
>

const identityOf = (said: false | IdentitySetting['form'] | object): Partial<IdentitySetting> =>
  said === false ? { form: 'off' } : typeof said === 'string' ? { form: said } : said

interface Kept {
  readonly maxMiB?: number | undefined
  readonly keepFiles?: number | undefined
  readonly keepDays?: number | undefined
}

const limitsOf = ({ maxMiB, keepFiles, keepDays }: Kept): Partial<AuditLimits> => ({
  ...(maxMiB !== undefined && { maxBytes: Math.round(maxMiB * 1024 * 1024) }),
  ...(keepFiles !== undefined && { keepFiles }),
  ...(keepDays !== undefined && { keepDays }),
})

/** JSON leaves out what is undefined, which is the form that exact optional types want. */
const plain = <T>(value: unknown): T => JSON.parse(JSON.stringify(value))
