/** Tables that are neither programs nor rules: `src/engine/knowledge/A/B.yaml` becomes B.gen.ts in the room A of the engine, and what it holds is exported. */

import { readdirSync } from 'node:fs'
import { at } from '../../project/project.ts'
import { header } from '../registry.ts'
import { linesOf, literalOf, sharedIn, yamlAt } from './literal.ts'

const knowledge = 'src/engine/knowledge'
const others = /^(?:programs|rules)\//
/** Rooms that are not directly in the analysis. */
const within = /^(?:agents|code|files|git|machine|network|services)\//
const roomOf = (name: string): string => (/^policy\//.test(name) ? '' : within.test(name) ? 'analysis/programs/' : 'analysis/')

/** Types that are not to be read off the values: of each file the imports they need, and the names. */
const types: Readonly<Record<string, { readonly from: string; readonly of: Readonly<Record<string, string>> }>> = {
  'agents/agent-table': {
    from: "import type { Agent } from './agent-table.ts'",
    of: { agents: 'readonly Agent[]' },
  },
  'agents/guard-named': { from: "import type { Row } from './guard-named.ts'", of: { rows: 'readonly Row[]' } },
  'code/languages': {
    from: "import type { Interpreter } from './languages.ts'",
    of: { interpreters: 'Readonly<Record<string, Interpreter>>' },
  },
  'code/lookalikes': {
    from: "import type { Tools } from './lookalikes.ts'",
    of: { node: 'Tools', python: 'Tools', rust: 'Tools' },
  },
  'languages/action-names': {
    from: "import type { Action } from './actions.ts'",
    of: {
      anywhere: 'Readonly<Record<string, Action>>',
      owned: 'Readonly<Record<string, readonly [owner: RegExp, action: Action]>>',
    },
  },
  'network/offered-shells': {
    from: "import type { Offer } from './offered-shells.ts'",
    of: { tables: 'Readonly<Record<string, Offer>>' },
  },
  'runnable-files': { from: "import type { Runnable } from './runnable-files.ts'", of: { runnables: 'readonly Runnable[]' } },
  'values/dialects': {
    from: "import type { Shell } from './analysis.ts'\nimport type { Manner } from './dialects.ts'",
    of: { manners: 'Readonly<Record<Shell, Manner>>', called: 'Readonly<Record<string, readonly Shell[]>>' },
  },
  'policy/language/descriptions': {
    from: '',
    of: {
      described:
        "Readonly<Record<'policy' | 'settings' | 'cage' | 'rule' | 'check' | 'rewrite' | 'when' | 'session' | 'exception', Readonly<Record<string, string>>>>",
    },
  },
}

/** What a reader would write: texts by text, lists of texts, and whatever is all alike. */
const typeOf = (value: unknown): string | undefined => {
  if (value instanceof RegExp) return 'RegExp'
  if (value instanceof Set) return 'ReadonlySet<string>'
  if (typeof value !== 'object' || value === null) return typeof value
  const inner = new Set(Object.values(value).map(typeOf))
  const [only] = inner
  if (inner.size !== 1 || only === undefined) return undefined
  if (!Array.isArray(value)) return `Readonly<Record<string, ${only}>>`
  return only.startsWith('readonly ') ? `readonly (${only})[]` : `readonly ${only}[]`
}

const tableOf = (name: string): string => {
  const data = yamlAt(`${knowledge}/${name}.yaml`) as Readonly<Record<string, unknown>>
  const shared = sharedIn(data)
  const given = types[name]
  const typed = (key: string): string => {
    const type = given?.of[key] ?? typeOf(data[key])
    return type === undefined ? '' : `: ${type}`
  }
  const above = [...shared].map(([value, called]) => `const ${called} = ${literalOf(value, shared, undefined, true)} as const\n`)
  return [
    `${header}\n${given === undefined ? '' : `\n${given.from}\n`}`,
    ...(above.length > 0 ? [above.join('')] : []),
    ...Object.entries(data).map(([key, value]) => `export const ${key}${typed(key)} = ${linesOf(value, shared)}\n`),
  ].join('\n')
}

export const otherTables = (): readonly (readonly [path: string, text: string])[] =>
  readdirSync(at(knowledge), { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.yaml') && !others.test(name))
    .sort()
    .map(name => name.slice(0, -'.yaml'.length))
    .map(name => [`src/engine/${roomOf(name)}${name}.gen.ts`, tableOf(name)])
