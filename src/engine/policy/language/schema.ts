/** The shape of a policy file, in one place: validation, the JSON Schema and the known names all come from here. */

import { z } from 'zod'
import { happenings } from '../../../core/earlier.ts'
import { effectKinds } from '../../analysis/values/facts.ts'
import { families } from '../../detect/detect.ts'
import { allPacks } from '../judge/layers.ts'
import { patternProblem } from '../judge/pattern.ts'
import { presets, ruleSubjects, sandboxTests } from '../rules/types.ts'
import type { Known } from './explain.ts'
import { explained, type Shape } from './json-schema.ts'

const name = z.string().min(1)
const list = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1)])
const test = <T extends z.ZodType>(item: T) =>
  z.union([item, z.array(item).min(1), z.strictObject({ not: list(item).describe('None of these') })])
const names = test(name).describe('One value, a list (any of), a glob, or { not: ... }')

const pattern = name
  .refine(source => patternProblem(source) === undefined, { error: issue => patternProblem(String(issue.input)) ?? 'a pattern' })
  .describe('A regular expression, matched in linear time: no backreferences, no lookaround')

/** Without a space: the value stands behind `=`, however a command writes it. */
const flag = /^(?:--?[^\s=-][^\s=]*|\/[^\s=/]+)(?:=[\s\S]+)?$/

const certainty = z.enum(['proved-dangerous', 'proved-ordinary', 'could-not-tell'])
const area = z.enum(['workspace', 'system', 'home'])
const effect = z.enum(effectKinds)
const sandboxed = z.union([z.boolean(), z.enum(sandboxTests)])

const whenSchema = z
  .strictObject({
    text: test(pattern).optional(),
    program: names.optional(),
    args: list(name).optional().describe('Positional arguments that must occur, in this order'),
    flags: list(z.string().regex(flag))
      .optional()
      .describe(
        'Flags that must be given, in any spelling; --context=dev is the flag with this value alone, which may be a glob',
      ),
    operands: z
      .strictObject({ only: list(name) })
      .optional()
      .describe('Every operand behind args is one of these'),
    packages: z
      .union([list(name), z.strictObject({ only: list(name) })])
      .optional()
      .describe('Packages that the command installs: one of these, or with only none but these'),
    effect: test(effect).optional(),
    reads: names.optional(),
    writes: names.optional(),
    deletes: names.optional(),
    outside: list(area).optional(),
    branch: names.optional(),
    remote: names.optional(),
    host: names.optional().describe('Host names, globs or CIDR ranges'),
    server: names
      .optional()
      .describe(
        "MCP servers by name, or by what clients' files have for it: package:@acme/*, command:/opt/*, url:https://mcp.example/*",
      ),
    tool: names.optional(),
    detects: names.optional(),
    certainty: test(certainty).optional(),
    agent: names.optional(),
    folder: names.optional(),
    user: names.optional().describe('Who is at work, by a token, a managed file, the client or the system; managed files only'),
    group: names.optional().describe('A group of theirs, by a token or a managed file; managed files only'),
    attended: z.boolean().optional(),
    mode: names.optional(),
    sandboxed: z
      .union([sandboxed, z.array(sandboxed).min(1)])
      .optional()
      .describe("Whether a command runs in the client's own sandbox; `leaving`: the agent asks to leave it"),
    session: z
      .strictObject({
        has: list(z.enum(happenings)).optional().describe('One of these happened earlier in the session'),
        denied: z.number().int().min(2).max(20).optional().describe('The call is refused, for at least this many times'),
      })
      .refine(({ has, denied }) => has !== undefined || denied !== undefined, { error: 'has, denied or both' })
      .optional()
      .describe('What happened earlier in the session'),
    get any() {
      return z.array(whenSchema).min(1).optional()
    },
    get all() {
      return z.array(whenSchema).min(1).optional()
    },
    get not() {
      return whenSchema.optional()
    },
  })
  .describe('All conditions must hold')

/** Words of a command line, so none is an option. */
const place = z.string().regex(/^(?:workspace|caches|agents|nothing|(?:~\/|\/).+)$/)
const host = z.string().regex(/^[\w*[][\w.*:\]-]*$/)

const cageSchema = z
  .strictObject({
    write: list(place).optional().describe('workspace, caches, agents, nothing, or paths from / or ~/'),
    network: z
      .union([z.enum(['none', 'all']), list(host)])
      .optional()
      .describe('none, all, or hosts'),
    hide: z.enum(['secrets', 'guard']).optional().describe('guard: credentials can be read'),
  })
  .describe('A cage; what is not said is as in the profile build')

export const ruleId = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/
const strategy = z.enum(['enforce', 'enforce-ignore-on-error', 'audit'])

const ruleSchema = z.strictObject({
  id: z.string().regex(ruleId).describe('pack.rule, permanent'),
  on: list(z.enum(ruleSubjects)),
  when: whenSchema.optional(),
  decision: z.enum(['deny', 'defer', 'ask', 'contain', 'allow', 'redact']).optional(),
  grant: z.boolean().optional().describe("With decision allow: skips the client's own prompt"),
  contain: z.union([name, cageSchema]).optional().describe('With decision contain: a profile, or a cage'),
  otherwise: z
    .enum(['allow', 'ask', 'deny'])
    .optional()
    .describe('What becomes of a call that cannot be contained; ask when absent'),
  reason: name.optional(),
  instead: name.optional(),
  severity: z
    .enum(['low', 'medium', 'high', 'critical'])
    .optional()
    .describe('Which of several reasons is told first, among rules that decide the same; medium when absent'),
  rewrite: z.strictObject({ args: z.strictObject({ replace: z.tuple([name, name]) }) }).optional(),
  context: name.optional().describe('Text for the model'),
  message: name.optional().describe('Text for the person'),
  strategy: strategy
    .optional()
    .describe('audit: a trial, which is recorded and stops nothing; enforce-ignore-on-error: a check that fails is passed over'),
  final: z.boolean().optional().describe('No exception and no permission for once opens this rule'),
  reviewers: list(name).optional().describe('Who decides about this rule; a refusal names them'),
  links: list(z.url({ protocol: /^https?$/ }))
    .optional()
    .describe('Where this rule is explained; a refusal names them'),
  check: z
    .strictObject({ command: z.array(z.string()).min(1), timeoutMs: z.number().int().min(50).max(60_000).default(5000) })
    .optional()
    .describe('An external program that decides; absolute path first'),
})

const exceptionSchema = z.strictObject({
  rule: name,
  when: whenSchema.optional(),
  reason: name,
  expires: z.iso.date().optional().describe('Last day it holds, YYYY-MM-DD'),
})

const settingsSchema = z.strictObject({
  'could-not-tell': z.enum(['allow', 'contain', 'ask', 'deny']).optional(),
  unattended: z.enum(['allow', 'deny', 'ask']).optional(),
  strategy: strategy.optional(),
})

const packNames = allPacks.map(pack => pack.id)
const switches = z.union([z.boolean(), z.enum(['on', 'off'])])

export const policySchema = z.strictObject({
  version: z.literal(1).default(1),
  extends: z.enum(presets).optional().describe('The built-in rules that apply; recommended when no file says it'),
  settings: settingsSchema.optional(),
  packs: z.strictObject(Object.fromEntries(packNames.map(id => [id, switches.optional()]))).optional(),
  profiles: z.record(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), cageSchema).optional(),
  rules: z.array(ruleSchema).optional(),
  exceptions: z.array(exceptionSchema).optional(),
})

export type WrittenPolicy = z.infer<typeof policySchema>
export type WrittenCage = z.infer<typeof cageSchema>
export type WrittenRule = z.infer<typeof ruleSchema>

export const detectorFamilies: readonly string[] = families

/** The published JSON Schema of policy files, for editors. */
export const policyJsonSchema = (): unknown => ({
  ...explained(z.toJSONSchema(policySchema, { io: 'input', reused: 'ref' }) as Shape),
  $id: 'urn:tfy-hook:policy:1',
  title: 'tfy-hook policy',
})

/** Known keys of the object at a path, for suggestions. */
const keysAt = (path: readonly PropertyKey[]): readonly string[] => {
  const steps = path.filter(step => typeof step === 'string')
  const last = steps.at(-1)
  if (last === undefined) return Object.keys(policySchema.shape)
  if (steps.at(-2) === 'profiles') return Object.keys(cageSchema.shape)
  const conditions = ['when', 'any', 'all', 'not']
  if (conditions.includes(last)) return Object.keys(whenSchema.shape)
  switch (last) {
    case 'rules':
      return Object.keys(ruleSchema.shape)
    case 'exceptions':
      return Object.keys(exceptionSchema.shape)
    case 'settings':
      return Object.keys(settingsSchema.shape)
    case 'packs':
      return packNames
    case 'contain':
      return Object.keys(cageSchema.shape)
    case 'rewrite':
      return ['args']
    case 'args':
      return ['replace']
    case 'operands':
    case 'packages':
      return ['only']
    case 'session':
      return ['has', 'denied']
    case 'check':
      return ['command', 'timeoutMs']
    default:
      return ['not']
  }
}

/** Keys of config.yaml, which somebody may write here. */
export const configurationKeys =
  'source gateway fail timeoutMs audit analytics identity door state export serve dashboard approvals bundle'

const homeOf = (key: string): string | undefined => {
  if (Object.hasOwn(whenSchema.shape, key)) return 'it under when'
  if (Object.hasOwn(settingsSchema.shape, key)) return 'it under settings'
  if (Object.hasOwn(ruleSchema.shape, key)) return 'it in a rule'
  if (Object.hasOwn(exceptionSchema.shape, key)) return 'it in an exception'
  if (configurationKeys.split(' ').includes(key)) return 'it in config.yaml'
  if (key === '<<') return 'each rule written out'
  return key === 'permissions' ? 'rules; tfy-hook policy import claude-settings makes them' : undefined
}

const condition = '{ program: git, args: [push] }'

export const policyLanguage: Known = {
  keysAt,
  homeOf,
  examples: {
    rules: '- id: team.no-push',
    exceptions: '- rule: git.push-force',
    settings: '{ unattended: deny }',
    packs: '{ database: on }',
    when: condition,
    not: condition,
    any: '[{ program: git }, { program: hg }]',
    all: '[{ program: git }, { args: [push] }]',
    operands: '{ only: [test, lint] }',
    packages: '{ only: [lodash] }',
    session: '{ denied: 3 }',
    rewrite: '{ args: { replace: [install, ci] } }',
    replace: '[install, ci]',
    check: '{ command: [/opt/check] }',
    command: '[/opt/check, --fast]',
  },
}
