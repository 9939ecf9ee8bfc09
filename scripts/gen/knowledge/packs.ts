/** Built-in packs from `src/engine/knowledge/rules`: a rule is one record, and what the analyser says of its finding is part of it. */

import { readdirSync } from 'node:fs'
import { at } from '../../project/project.ts'
import { header } from '../registry.ts'
import { keyOf, literalOf, sharedIn, yamlAt } from './literal.ts'

const knowledge = 'src/engine/knowledge/rules'
type Rules = Readonly<Record<string, Readonly<Record<string, unknown>>>>
interface Written {
  readonly answers: Rules
  readonly conditions?: Rules
  readonly [setting: string]: unknown
}

const packs = (): readonly (readonly [id: string, pack: Written])[] =>
  readdirSync(at(knowledge))
    .sort()
    .map(file => [file.slice(0, -'.yaml'.length), yamlAt(`${knowledge}/${file}`) as Written])

const oneLine = { severity: '', reason: '', instead: '' }

export const packTables = (): string => {
  const all = packs()
  const shared = sharedIn(all)
  const rules = (name: string, list: Rules, omitted: readonly string[]): string =>
    `  ${name}: once(() => [\n${Object.entries(list)
      .map(([id, rule]) => {
        const kept = Object.entries(rule).filter(([key]) => !omitted.includes(key))
        return `    ${literalOf({ id, ...oneLine, ...Object.fromEntries(kept) }, shared)},\n`
      })
      .join('')}  ]),\n`
  const above = [...shared].map(([value, name]) => `const ${name} = ${literalOf(value, shared, undefined, true)} as const\n`)
  const written = all.map(([id, { answers, conditions, ...settings }]) =>
    [
      `const ${id} = {\n  id: '${id}',\n`,
      ...Object.entries(settings).map(([key, value]) => `  ${keyOf(key)}: ${literalOf(value, shared)},\n`),
      rules('answers', answers, ['kind', 'means']),
      conditions === undefined ? '' : rules('conditions', conditions, []),
      '} as const satisfies Pack\n',
    ].join(''),
  )
  return [
    `${header}\n\nimport { once } from '../../matching/once.ts'\nimport type { Pack } from '../rules/pack.ts'\n`,
    above.length > 0 ? above.join('') : '',
    ...written,
    `export const packs = [${all.map(([id]) => id).join(', ')}] as const\n`,
  ].join('\n')
}

export const findingTable = (): string => {
  const rows = packs().flatMap(([, { answers }]) =>
    Object.entries(answers).map(([id, { kind, means }]) => `      '${id}': ${literalOf({ kind, means }, new Map())},\n`),
  )
  return [
    `${header}\n\nimport type { FindingMeaning } from './findings.ts'\nimport { once } from '../../matching/once.ts'\n`,
    `\nexport const findings = once(\n  () =>\n    ({\n${rows.join('')}    }) as const satisfies Record<string, FindingMeaning>,\n)\n`,
  ].join('')
}
