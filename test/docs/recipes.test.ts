import { readdirSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../src/core/verdict.ts'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { eventOf, hostAfter } from '../../src/engine/policy/testing/case.ts'
import { hostWith, must, policyFrom } from '../../src/engine/policy/testing/fixtures.ts'
import { hostIn } from '../../src/engine/policy/testing/repository.ts'
import type { TestCase } from '../../src/engine/policy/testing/test-schema.ts'

type Row = string | Omit<TestCase, 'expect'>

interface Rows {
  /** What a stranger would try against the title; denied or asked about, or `expect` alone. */
  readonly stops?: readonly Row[]
  /** Recorded by a rule on trial. */
  readonly watches?: readonly Row[]
  readonly leaves?: readonly Row[]
  readonly expect?: string
  /** Told to the model with everything that is left alone. */
  readonly says?: string
}

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const cookbook = read('docs/govern/cookbook.md')
const titles = [...cookbook.matchAll(/<!-- file: ([\w-]+\.yaml) -->\n```yaml\n([\s\S]*?)```/g)].map(
  ([, file = '', yaml = '']) => [file, yaml] as const,
)
const folder = 'fixtures/policies/recipes/'
const files = readdirSync(new URL(folder, root)).map(file => load(read(folder + file)) as Readonly<Record<string, Rows>>)
const mcpServers = {
  forge: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-github'] },
  boxed: { command: 'docker', args: ['run', '-i', '--rm', 'ghcr.io/github/github-mcp-server'] },
  hosted: { type: 'http', url: 'https://api.githubcopilot.com/mcp/' },
  tracker: { url: 'https://mcp.linear.app/mcp' },
}
const machine = hostWith(
  {},
  {
    '/home/ada/shop/.git/HEAD': 'ref: refs/heads/main\n',
    '/home/ada/shop/.git/config': '',
    '/home/ada/shop/.mcp.json': JSON.stringify({ mcpServers }),
  },
)
const stage = { cwd: '/home/ada/shop', workspaceRoots: ['/home/ada/shop'] }

/** The rows are written from the titles, not from the rules. */
describe.each(titles)('%s keeps its title', (file, yaml) => {
  const rows = files.flatMap(each => each[file] ?? [])
  const all = (key: 'stops' | 'leaves' | 'watches') => rows.flatMap(each => each[key] ?? [])
  const verdictOf = async (row: Row): Promise<Verdict> => {
    const test = { expect: 'allow', ...(typeof row === 'string' ? { shell: row } : row) } as TestCase
    const event = eventOf(test, stage)
    const host = hostAfter(test.earlier, event, hostIn(test.repo, event, machine))
    return must(await evaluate(event, [await policyFrom(yaml)], host, '2026-11-21'))
  }
  const wanted = rows.find(each => each.expect !== undefined)?.expect
  const told = rows.find(each => each.says !== undefined)?.says
  const named = (list: readonly Row[]) => list.map(row => [JSON.stringify(row), row] as const)

  it('has at least 15 ways around it, and as much ordinary work', () => {
    if (told === undefined) expect(all('stops').length + all('watches').length).toBeGreaterThanOrEqual(15)
    expect(all('leaves').length).toBeGreaterThanOrEqual(told === undefined ? 15 : 5)
  })
  if (all('stops').length > 0)
    it.each(named(all('stops')))('stops %s', async (_, row) => {
      const { decision } = (await verdictOf(row)).ruling
      if (wanted === undefined) expect(decision).not.toBe('allow')
      else expect(decision).toBe(wanted)
    })
  if (all('watches').length > 0)
    it.each(named(all('watches')))('watches %s', async (_, row) => expect((await verdictOf(row)).audited).toHaveLength(1))
  it.each(named(all('leaves')))('leaves %s alone', async (_, row) => {
    const { ruling, rewrite, context } = await verdictOf(row)
    expect([ruling.decision, rewrite, context]).toEqual(['allow', undefined, told])
  })
})
