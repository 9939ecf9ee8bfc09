/** No option in front of a command hides it: each row of each record, with options that are declared and one that nobody knows. */

import { beforeAll, expect, it, vi } from 'vitest'
import { hostWith } from '../../policy/testing/fixtures.ts'
import { analyse, loadAll } from '../analyse.ts'
import type { Program, Row } from '../calls/form.ts'

const recorded = vi.hoisted(() => [] as Record<string, unknown>[])
vi.mock('../calls/interpret.ts', async importOriginal => {
  const actual = await importOriginal<typeof import('../calls/interpret.ts')>()
  const handlersOf: typeof actual.handlersOf = programs => {
    recorded.push(programs)
    return actual.handlersOf(programs)
  }
  return { ...actual, handlersOf }
})

const context = { cwd: '/home/ada/shop', workspaceRoots: ['/home/ada/shop'], host: hostWith() }
const folder = './parts/'

interface Sample {
  readonly name: string
  readonly program: Program
  readonly pattern: string
  readonly words: string
}

/** Commands that a row is about, as plain as can be; nothing for one that asks for more than words and options. */
const wordsOf = ([pattern]: Row): string | undefined => {
  const tokens = pattern.split(' ').filter(token => !/^!|^\.$/.test(token))
  if (!/^[a-z]/.test(tokens[0] ?? '') || tokens.some(token => /^[=@]|^\.\.\./.test(token))) return undefined
  return tokens.map(token => (token.split('|')[0] ?? '').replaceAll('*', 'x')).join(' ')
}

const samples = async (): Promise<readonly Sample[]> => {
  const parts = await Promise.all(['code', 'everyday', 'hosted', 'machine', 'remote'].map(name => import(`${folder}${name}.ts`)))
  const families = parts.flatMap(part => Object.values(part.families as Record<string, Record<string, unknown>>))
  return [...families, ...recorded].flatMap(family =>
    Object.entries(family).flatMap(([names, entry]) => {
      if (typeof entry === 'function') return []
      const program = entry as Program
      return (program.rows ?? []).flatMap(row => {
        const words = wordsOf(row)
        return words === undefined ? [] : [{ name: names.split(' ')[0] ?? '', program, pattern: row[0], words }]
      })
    }),
  )
}

const findingsOf = (command: string): ReadonlySet<string> =>
  new Set(analyse(command, context).effects.map(({ finding }) => finding))

const spelled = (name: string, value: string): readonly string[] =>
  name.length === 1 ? [`-${name} ${value}`, `-${name}${value}`] : [`--${name} ${value}`, `--${name}=${value}`]

/** A value in front of any command that is no other role's. */
const optionOf = ({ valued = '', leads = '' }: Program): readonly string[] =>
  `${valued} ${leads}`.split(' ').filter(name => name !== '' && !/^(?:h|n|help)$/.test(name))

let all: readonly Sample[] = []
beforeAll(async () => {
  await loadAll()
  all = await samples()
})

it('there are records to try', () => {
  expect(all.length).toBeGreaterThan(600)
})

it('an option that takes a value hides no command, declared or not', () => {
  const hidden: string[] = []
  for (const { name, program, pattern, words } of all) {
    const found = findingsOf(`${name} ${words}`)
    if (found.size === 0) continue
    // But for those with which the row itself does not hold.
    const declared = optionOf(program).filter(option => !pattern.includes(`!${option.length === 1 ? '-' : '--'}${option}`))
    const options = [...declared.slice(0, 4), 'tfy-unknown']
    for (const option of options.flatMap(each => spelled(each, 'prod'))) {
      const there = findingsOf(`${name} ${option} ${words}`)
      if ([...found].some(finding => !there.has(finding))) hidden.push(`${name} ${option} ${words}   (${pattern})`)
    }
  }
  expect(hidden).toEqual([])
})

it.each([
  ['npm --silent run publish'],
  ['gh --debug repo view'],
  ['terraform -chdir=infra plan'],
  ['gcloud beta storage ls'],
  ['heroku --app destroy logs'],
  ['supabase --workdir reset db diff'],
])('a value, and a flag that stands alone, make no command: %s', command => {
  expect([...findingsOf(command)]).toEqual([])
})
