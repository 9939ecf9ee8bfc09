/** docs/rules: a page per built-in rule, with calls of the corpus that it stops and ordinary ones beside them. */

import { readdirSync, readFileSync } from 'node:fs'
import { packs } from '../../src/engine/policy/judge/packs.gen.ts'
import { decisionOf, type Pack, type PackRule, rulesOf } from '../../src/engine/policy/rules/pack.ts'
import { at } from '../project/project.ts'
import { table } from './docs.ts'

interface Shown {
  readonly kind: 'shell' | 'read' | 'write' | 'web' | 'prompt'
  readonly text: string
  readonly rules: readonly string[]
}

const kinds = ['shell', 'read', 'write', 'web', 'prompt'] as const
const longest = 72

/** What a reader takes in at a glance: one short line of plain characters. */
const plain = (text: string): boolean =>
  text.length <= longest && /^[a-z~./][\w./~-]*(?: [\x20-\x7e]*)?$/.test(text) && !/[`$*?\\]/.test(text)

const rowsOf = (folder: string): readonly Shown[] =>
  readdirSync(at('fixtures/corpus', folder))
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .flatMap(name => readFileSync(at('fixtures/corpus', folder, name), 'utf8').split('\n'))
    .filter(line => line !== '')
    .flatMap(line => {
      const row = JSON.parse(line) as Readonly<Record<string, unknown>>
      const kind = kinds.find(name => typeof row[name] === 'string')
      // A row that names circumstances shows nothing without them.
      const known = Object.keys(row).every(
        key => key === kind || ['rules', 'want', 'why', 'from', ...(kind === 'write' ? ['content'] : [])].includes(key),
      )
      if (kind === undefined || !known) return []
      const rules = Array.isArray(row.rules) ? row.rules.map(String) : []
      return plain(String(row[kind])) ? [{ kind, text: String(row[kind]), rules }] : []
    })

const simplest = (rows: readonly Shown[], most: number): readonly Shown[] =>
  [...rows].sort((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1)).slice(0, most)

const line = ({ kind, text }: Shown): string => (kind === 'shell' ? text : `${kind}: ${text}`)

const block = (rows: readonly Shown[]): string => `\`\`\`text\n${rows.map(line).join('\n')}\n\`\`\`\n`

const wordsOf = (text: string): string => text.split(' ').slice(0, 2).join(' ')

const answers = (pack: Pack, rule: PackRule): string => {
  const said = (decision: string): string => (decision === 'allow' ? 'silent' : decision)
  const recommended = pack.recommended === 'off' ? 'silent' : said(decisionOf(rule, pack.recommended))
  const strict = pack.strict === 'off' ? 'silent' : said(decisionOf(rule, 'strict'))
  return table(['severity', '`recommended`', '`strict`'], [[rule.severity, recommended, strict]])
}

/** The narrowest condition that an example suggests. */
const suits = (example: Shown | undefined): string =>
  ({
    shell: `    when: { program: ${example?.text.split(' ')[0]} }\n`,
    read: `    when: { reads: "${example?.text}" }\n`,
    write: '    when: { writes: "path/of/the/file" }\n',
    web: '    when: { host: docs.example.com }\n',
    prompt: '',
  })[example?.kind ?? 'prompt']

const permit = (pack: Pack, rule: PackRule, example: Shown | undefined): string =>
  pack.id === 'self'
    ? 'A policy cannot except this rule. It protects the guard itself; do such things in a terminal of your own.\n'
    : `In your \`policy.yaml\`, as narrow as the case allows ([conditions](../use/policy.md#conditions)):

\`\`\`yaml
version: 1
exceptions:
  - rule: ${rule.id}
${suits(example)}    reason: Why this is fine here.
    expires: 2099-01-31
\`\`\`
`

const ruleText = (pack: Pack, rule: PackRule, deny: readonly Shown[], allow: readonly Shown[]): string => {
  const alone = deny.filter(({ rules }) => rules.length === 1 && rules[0] === rule.id)
  const stopped = simplest(alone.length > 0 ? alone : deny.filter(({ rules }) => rules[0] === rule.id), 3)
  const starts = new Set(stopped.map(({ text }) => wordsOf(text)))
  const programs = new Set(stopped.map(({ text }) => text.split(' ')[0]))
  const near = allow.filter(({ kind, text }) => kind === 'shell' && starts.has(wordsOf(text)))
  const ordinary = simplest(
    near.length > 0 ? near : allow.filter(({ kind, text }) => kind === 'shell' && programs.has(text.split(' ')[0])),
    3,
  )
  const meaning =
    rule.means === undefined ? '' : `\n**Applies when** ${rule.means.charAt(0).toLowerCase()}${rule.means.slice(1)}\n`
  return [
    `# \`${rule.id}\`\n\n${rule.reason}\n`,
    `**Instead:** ${rule.instead}\n${meaning}`,
    `${answers(pack, rule)}\nPack \`${pack.id}\`: ${pack.title}.\n`,
    stopped.length === 0 ? '' : `## What it stops\n\n${block(stopped)}`,
    ordinary.length === 0 ? '' : `## What it leaves alone\n\n${block(ordinary)}`,
    `## Permit it\n\n${permit(pack, rule, stopped[0])}`,
  ]
    .filter(part => part !== '')
    .join('\n')
}

/** Path and text of every page. */
export const rulePages = (): Readonly<Record<string, string>> => {
  const [deny, allow] = [rowsOf('must-deny'), rowsOf('must-allow')]
  const pages = packs.flatMap(pack =>
    rulesOf(pack).map(rule => [`docs/rules/${rule.id}.md`, ruleText(pack, rule, deny, allow)] as const),
  )
  const overview = packs.map(
    pack =>
      `## ${pack.title}\n\n${rulesOf(pack)
        .map(({ id, reason }) => `- [\`${id}\`](${id}.md): ${reason}`)
        .join('\n')}\n`,
  )
  return {
    'docs/rules/README.md': `# Built-in rules\n\nGenerated by \`npm run gen\`. The examples come from the corpus that every build is tested with.\n\n${overview.join('\n')}`,
    ...Object.fromEntries(pages),
  }
}
