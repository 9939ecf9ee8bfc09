/** Tables that are neither programs nor rules: `src/engine/knowledge/A/B.yaml` becomes B.gen.ts in the room A of the engine, and what it holds is exported. Elsewhere in `src` it stands beside its file. */

import { readdirSync } from 'node:fs'
import { at } from '../../project/project.ts'
import { header } from '../registry.ts'
import { linesOf, literalOf, sharedIn, yamlAt } from './literal.ts'
import { requiredWords } from './required.ts'

const knowledge = 'src/engine/knowledge'
const others = /^(?:programs\/|rules\/|credential-places)/
/** Rooms that are not directly in the analysis. */
const within = /^(?:agents|code|files|git|machine|network|services)\//
const roomOf = (name: string): string =>
  /^(?:detect|policy)\//.test(name) ? '' : within.test(name) ? 'analysis/programs/' : 'analysis/'

/** Types that are not to be read off the values: of each file the imports they need, and the names. */
const types: Readonly<
  Record<
    string,
    {
      readonly from: string
      readonly of: Readonly<Record<string, string>>
      /** Made when it is first asked for: a hundred patterns cost half a millisecond of every start. */
      readonly lazy?: true
      /** Its rows get the words that their patterns cannot do without. */
      readonly words?: true
    }
  >
> = {
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
    of: { editors: 'Tools', gems: 'Tools', go: 'Tools', node: 'Tools', nuget: 'Tools', python: 'Tools', rust: 'Tools' },
  },
  'languages/loose-ends': {
    from: "import type { LooseEnd } from './loose-ends.ts'",
    words: true,
    of: { marks: 'readonly string[]', home: 'RegExp', credentials: 'RegExp', addresses: 'RegExp', ends: 'readonly LooseEnd[]' },
  },
  'languages/action-names': {
    from: "import type { Action } from './actions.ts'",
    of: {
      anywhere: 'Readonly<Record<string, Action>>',
      owned: 'Readonly<Record<string, readonly [owner: RegExp, action: Action]>>',
    },
  },
  'detect/agent-orders': {
    from: "import type { Order } from './agent-orders.ts'",
    of: { orders: 'readonly Order[]' },
    lazy: true,
  },
  'languages/library-commands': {
    from: '',
    of: { commands: 'Readonly<Record<string, readonly (readonly [rest: RegExp, words: string, only?: string])[]>>' },
  },
  'languages/library/clients': {
    from: '',
    of: { clients: 'readonly (readonly [module: RegExp, service: string, marks: string])[]' },
  },
  'languages/records': {
    from: "import type { Pattern } from './records.ts'",
    of: { rows: 'readonly Pattern[]', clouds: 'readonly Pattern[]', tellers: 'readonly Pattern[]' },
    words: true,
  },
  'execution/wrappers': {
    from: "import type { Program } from '../calls/form.ts'",
    of: { everyday: 'Readonly<Record<string, Program>>' },
  },
  'code/package-programs': {
    from: "import type { Program, Row } from '../../calls/form.ts'",
    of: {
      nodeForm: 'Program',
      runnerForm: 'Program',
      shown: 'readonly Row[]',
      pythonForm: 'Program',
      projects: 'Program',
      cargoForm: 'Program',
      goForm: 'Program',
    },
  },
  'services/docker': {
    from: "import type { Deed, Program } from '../../calls/form.ts'",
    of: { inside: 'Deed', running: 'Deed', engine: 'Program', compose: 'Program' },
  },
  'services/database-clients': {
    from: '',
    of: { clients: 'Readonly<Record<string, readonly [valued: string, queries: string, written?: string]>>' },
  },
  'services/kubectl': { from: "import type { Program } from '../../calls/form.ts'", of: { kube: 'Program' } },
  'services/aws': { from: "import type { Program } from '../../calls/form.ts'", of: { form: 'Program' } },
  'services/consoles': {
    from: "import type { Console } from './consoles.ts'",
    of: { consoles: 'Readonly<Record<string, Console>>' },
  },
  'src/adapters/clients/shared/evidence': { from: '', of: { folders: 'readonly (readonly [folder: string, client: string])[]' } },
  'src/cli/commands/health/advisories': {
    from: "import type { Advisory } from '../../../hook/bundle/advisories.ts'",
    of: { advisories: 'readonly Advisory[]' },
  },
  'src/cli/commands/help/replies': {
    from: "import type { Reply } from './replies.ts'",
    of: { replies: 'Readonly<Record<string, Reply>>' },
  },
  'src/hook/audit/command-passwords': {
    from: '',
    of: {
      options: 'readonly (readonly [needed: string, programs: string, option: string])[]',
      operands: 'readonly (readonly [needed: string, words: string])[]',
    },
  },
  'network/offered-shells': {
    from: "import type { Offer } from './offered-shells.ts'",
    of: { tables: 'Readonly<Record<string, Offer>>' },
  },
  'places/runnable-files': {
    from: "import type { Runnable } from './runnable-files.ts'",
    of: { runnables: 'readonly Runnable[]' },
  },
  'places/open-settings': {
    from: "import type { Opening } from './open-settings.ts'",
    of: { openings: 'readonly Opening[]' },
    lazy: true,
    words: true,
  },
  'detect/deeds': {
    from: "import type { Deed } from './deeds.ts'",
    of: { irreversible: 'readonly Deed[]', accessChange: 'readonly Deed[]' },
  },
  'tools/verbs': {
    from: "import type { FindingId } from '../values/findings.ts'\nimport type { Verb } from './verbs.ts'",
    of: {
      verbs: 'Readonly<Record<Verb, ReadonlySet<string>>>',
      nouns: 'readonly (readonly [noun: RegExp, finding: FindingId])[]',
    },
  },
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

/** Examples are for the tests. */
const withoutExamples = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value
  return value.map((row: unknown) => {
    if (typeof row !== 'object' || row === null || !('examples' in row)) return row
    const { examples: _, source: __, ...rest } = row as { readonly examples: unknown; readonly source?: unknown }
    return rest
  })
}

interface Said {
  readonly source?: unknown
  readonly says?: unknown
  readonly also?: unknown
  readonly and?: unknown
  readonly was?: unknown
}

const patternsIn = (...said: readonly unknown[]): readonly RegExp[] =>
  said.flat().filter((one): one is RegExp => one instanceof RegExp)

/** With the words without which the patterns of a row match nothing. */
const withWords = (value: unknown): unknown =>
  !Array.isArray(value)
    ? value
    : value.map((one: unknown) => {
        if (typeof one !== 'object') return one
        if (Array.isArray(one)) return [...one, ...one.slice(0, 2).map(said => requiredWords(patternsIn(said)))]
        const { says, also, and, was, ...row } = one as Said
        const words = requiredWords(patternsIn(says, also, and, row.source))
        const had = requiredWords(patternsIn(was))
        const given = Object.entries({ says, also, and, was }).filter(([, one]) => one !== undefined)
        return {
          ...row,
          ...Object.fromEntries(given),
          ...(words.length > 0 && { words }),
          ...(had.length > 0 && { had }),
        }
      })

const onceFor = (name: string): string =>
  `import { once } from '${/^(?:detect|policy)\//.test(name) ? '..' : '../..'}/matching/once.ts'\n`

const tableOf = (name: string): string => {
  const read = yamlAt(`${name.startsWith('src/') ? '' : `${knowledge}/`}${name}.yaml`) as Readonly<Record<string, unknown>>
  const given = types[name]
  const made = (value: unknown): unknown => (given?.words === true ? withWords(withoutExamples(value)) : withoutExamples(value))
  const data = Object.fromEntries(Object.entries(read).map(([key, value]) => [key, made(value)]))
  const shared = sharedIn(data)
  const typed = (key: string): string => {
    const type = given?.of[key] ?? typeOf(data[key])
    return type === undefined ? '' : `: ${type}`
  }
  const above = [...shared].map(
    ([value, called]) =>
      `const ${called} = ${literalOf(value, shared, undefined, true)}${value instanceof RegExp ? '' : ' as const'}\n`,
  )
  return [
    `${header}\n${given === undefined || given.from === '' ? '' : `\n${given.from}\n`}${given?.lazy === true ? onceFor(name) : ''}`,
    ...(above.length > 0 ? [above.join('')] : []),
    ...Object.entries(data).map(([key, value]) =>
      given?.lazy === true
        ? `export const ${key} = once(()${typed(key)} => ${linesOf(value, shared)})\n`
        : `export const ${key}${typed(key)} = ${linesOf(value, shared)}\n`,
    ),
  ].join('\n')
}

const yamlIn = (folder: string): readonly string[] =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .map(name => name.slice(0, -'.yaml'.length))

export const otherTables = (): readonly (readonly [path: string, text: string])[] => [
  ...yamlIn(knowledge)
    .filter(name => !others.test(name))
    .map(name => [`src/engine/${roomOf(name)}${name}.gen.ts`, tableOf(name)] as const),
  ...yamlIn('src')
    .filter(name => !name.startsWith('engine/'))
    .map(name => [`src/${name}.gen.ts`, tableOf(`src/${name}`)] as const),
]
