/** docs/use/reference.md: commands and flags from the command line, keys from the schema, rules from the packs, events from the adapters. */

import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { commandsIn, type Flag, type Node, treeOf } from '../../src/cli/commands/help/command-tree.ts'
import { replyText } from '../../src/cli/commands/help/replies.ts'
import { isObject, type JsonObject, objectAt, stringAt } from '../../src/core/json.ts'
import { packs } from '../../src/engine/policy/judge/packs.gen.ts'
import { caseKeys, described, pathPatterns } from '../../src/engine/policy/language/descriptions.gen.ts'
import { meaningOf } from '../../src/engine/policy/language/json-schema.ts'
import { decisionOf, type Pack, type PackLevel, type PackRule, rulesOf } from '../../src/engine/policy/rules/pack.ts'
import { configSchema } from '../../src/hook/config/schema.ts'
import { adapters } from '../outcomes/callers.ts'
import { at, stop } from '../project/project.ts'
import { fill, table } from './docs.ts'
import { commandLine } from './man.ts'

export const fillReference = async (page: string): Promise<string> => {
  const tree = treeOf(await commandLine())
  const blocks: Readonly<Record<string, string>> = {
    hook: flagsTable(tree.flags),
    commands: commands(tree),
    environment: environment(),
    configuration: configuration(),
    policy: policyKeys(),
    rules: packs.map(packSection).join('\n'),
    events: events(),
  }
  return Object.entries(blocks).reduce((text, [name, block]) => fill(text, name, block), page)
}

const parts = [
  ['policy', 'The file'],
  ['settings', '`settings`'],
  ['rule', 'A rule'],
  ['when', 'Conditions: `when`'],
  ['session', '`when.session`'],
  ['rewrite', '`rewrite`'],
  ['check', '`check`'],
  ['exception', 'An exception'],
] as const

const policyKeys = (): string =>
  parts
    .map(
      ([part, title]) =>
        `### ${title}\n\n${table(
          ['key', 'meaning'],
          Object.keys(described[part]).map(key => [code(key), meaningOf(part, key) ?? '']),
        )}`,
    )
    .concat(
      `### Path patterns\n\n${table(['pattern', 'matches'], Object.entries(pathPatterns))}`,
      `### Cases of policy.test.yaml\n\n${table(
        ['key', 'meaning'],
        Object.entries(caseKeys).map(([key, meaning]) => [code(key), meaning]),
      )}`,
    )
    .join('\n')

const code = (text: string): string => `\`${text}\``
const none = '–'

const flagsTable = (flags: readonly Flag[]): string =>
  table(
    ['flag', 'what it does'],
    flags.map(({ names, description, value, variadic, preset }) => [
      code(`${names.join(', ')}${value === undefined ? '' : ` <${value.name}${variadic ? '...' : ''}>`}`),
      [
        description.replace(/^hook mode: /, ''),
        value?.kind === 'words' && value.name !== 'id' ? `: ${value.words.map(code).join(', ')}` : '',
        preset === undefined ? '' : ` (default ${code(preset)})`,
      ].join(''),
    ]),
  )

const commands = (tree: Node): string =>
  commandsIn(tree)
    .map(({ path, description, flags, positionals }) => {
      const places = positionals.map(({ value, variadic, required }) => {
        const name = value.kind === 'words' ? value.words.join('|') : `${value.name}${variadic ? '...' : ''}`
        return required ? ` <${name}>` : ` [${name}]`
      })
      const own = flags.filter(({ names }) => !names.includes('--help'))
      const reply = replyText(path.join(' '))
      const said = reply === undefined ? sentence(description) : `${sentence(description)} ${reply}`
      const head = `### \`tfy-hook ${path.join(' ')}${places.join('')}\`\n\n${said}\n`
      return own.length === 0 ? head : `${head}\n${flagsTable(own)}`
    })
    .join('\n')

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

const variables: Readonly<Record<string, string>> = {
  TFY_GATEWAY_URL: 'the gateway, where no file names one',
  TFY_HOOK_BRIDGE: 'which agent asks, set by our bridge in it; evidence for `status`, and of no meaning for a verdict',
  TFY_API_KEY: 'the key for the gateway',
  TFY_HOOK_SOURCE: 'as `--source`; a gateway that only a variable asks for comes beside the local policy, never in its place',
  TFY_HOOK_FAIL: '`closed` or `open`; `closed` counts always, `open` where no file says otherwise',
  TFY_HOOK_TIMEOUT_MS: 'as `--timeout-ms`',
  TFY_HOOK_LOG: '`off`: no audit lines, where no file switches them on',
  TFY_HOOK_DOOR: '`off`: `tfy-hook-door` hands every call to `tfy-hook`; `only`, for a trial: it refuses what it would hand over',
  TFY_HOOK_ANALYTICS: '`off`: nothing is put aside for the gateway',
}

/** Every variable of ours that the code reads has its line, and no other. */
const environment = (): string => {
  const read = new Set(
    readdirSync(at('src'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.gen.ts'))
      .flatMap(file => [...readFileSync(at('src', file), 'utf8').matchAll(/\benv(?:ironment)?\.(TFY_[A-Z_]+)/g)])
      .map(([, name]) => name ?? ''),
  )
  const unsaid = [...read].filter(name => !Object.hasOwn(variables, name))
  const unread = Object.keys(variables).filter(name => !read.has(name))
  if (unsaid.length + unread.length > 0)
    stop(`scripts/gen/reference.ts: say what ${[...unsaid, ...unread].join(', ')} does, or does not`)
  return table(
    ['variable', 'what it says'],
    Object.entries(variables).map(([name, meaning]) => [code(name), meaning]),
  )
}

const configuration = (): string =>
  table(['key', 'value', 'what it says'], rowsOf(z.toJSONSchema(configSchema, { io: 'input' }) as JsonObject, ''))

const rowsOf = (schema: JsonObject, prefix: string): readonly (readonly string[])[] =>
  Object.entries(objectAt(schema, 'properties') ?? {}).flatMap(([name, found]) => {
    if (!isObject(found)) return []
    const path = `${prefix}${name}`
    return [[code(path), valueText(found), stringAt(found, 'description') ?? ''], ...onePerKey(innerOf(found), `${path}.`)]
  })

/** Blocks that differ in their `type` share keys: one row says all that they say of it. */
const onePerKey = (blocks: readonly JsonObject[], prefix: string): readonly (readonly string[])[] => {
  const rows = new Map<string, readonly [values: Set<string>, meanings: Set<string>]>()
  for (const [path = '', value = '', meaning = ''] of blocks.flatMap(block => rowsOf(block, prefix))) {
    const [values, meanings] = rows.get(path) ?? [new Set(), new Set()]
    rows.set(path, [values.add(value), meaning === '' ? meanings : meanings.add(meaning)])
  }
  return [...rows].map(([path, [values, meanings]]) => [path, [...values].join(', '), [...meanings].join('; ')])
}

const alternatives = (schema: JsonObject): readonly JsonObject[] => {
  const among = schema.anyOf ?? schema.oneOf
  return Array.isArray(among) ? among.filter(isObject) : [schema]
}

const innerOf = (schema: JsonObject): readonly JsonObject[] =>
  alternatives(schema).flatMap(one => {
    const items = objectAt(one, 'items')
    return items === undefined ? (objectAt(one, 'properties') === undefined ? [] : [one]) : innerOf(items)
  })

const valueText = (schema: JsonObject): string => [...new Set(alternatives(schema).map(one => oneText(one)))].join(', ')

const oneText = (schema: JsonObject): string => {
  if (Array.isArray(schema.enum)) return schema.enum.map(word => code(String(word))).join(', ')
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.type === 'boolean') return '`true`, `false`'
  if (schema.type === 'array') return 'a list'
  if (objectAt(schema, 'properties') !== undefined) return 'a block'
  if (schema.type === 'object') return 'names and values'
  if (schema.type === 'integer' || schema.type === 'number') return `${String(schema.minimum)} to ${String(schema.maximum)}`
  return 'text'
}

const packSection = (pack: Pack): string => {
  const level: PackLevel | undefined = pack.recommended === 'off' ? undefined : pack.recommended
  const said = { on: 'on', ask: 'on, as questions', off: 'off' }[pack.recommended]
  const rows = rulesOf(pack).map((rule: PackRule) => [
    code(rule.id),
    rule.severity,
    (level === undefined ? none : quiet(decisionOf(rule, level))) +
      (rule.contained === undefined ? '' : `; in preset contained: ${code(rule.contained)}`),
    pack.strict === 'on' ? quiet(decisionOf(rule, 'strict')) : none,
    rule.reason,
  ])
  return `### \`${pack.id}\`: ${pack.title}\n\nIn \`recommended\`: ${said}.\n\n${table(['rule', 'severity', 'recommended', 'strict', 'reason'], rows)}`
}

const quiet = (decision: string): string => (decision === 'allow' ? none : decision)

const events = (): string =>
  table(
    ['client', 'can be stopped', 'the model is told afterwards', 'only recorded'],
    adapters.map(({ id, title, events: all }) => {
      const those = (deny: string): string =>
        Object.entries(all)
          .filter(([, { can }]) => can.deny === deny)
          .map(([name]) => code(name))
          .join(', ') || none
      return [`[${title}](../clients/${id}.md#events)`, those('block'), those('feedback'), those('none')]
    }),
  )
