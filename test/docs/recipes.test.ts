import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/policy/evaluate.ts'
import { hostWith, must, policyFrom, shellEvent } from '../../src/policy/testing/fixtures.ts'

interface Rows {
  readonly stops: readonly string[]
  readonly leaves: readonly string[]
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const cookbook = read('docs/govern/cookbook.md')
const recipes = load(read('fixtures/policies/recipes.yaml')) as Readonly<Record<string, Rows>>
const host = hostWith({}, { '/home/ada/shop/.git/HEAD': 'ref: refs/heads/main\n', '/home/ada/shop/.git/config': '' })

/** The rows are written from the titles, not from the rules. */
describe.each(Object.entries(recipes))('%s keeps its title', (file, { stops, leaves }) => {
  const yaml = new RegExp(`<!-- file: ${file} -->\n\`\`\`yaml\n([\\s\\S]*?)\`\`\``).exec(cookbook)?.[1] ?? ''
  const decisionOf = async (command: string): Promise<string> =>
    must(await evaluate(shellEvent(command), [await policyFrom(yaml)], host, '2026-11-21')).ruling.decision

  it('has at least 15 ways around it', () => expect(stops.length).toBeGreaterThanOrEqual(15))
  it.each(stops)('stops %s', async command => expect(await decisionOf(command)).not.toBe('allow'))
  it.each(leaves)('leaves %s alone', async command => expect(await decisionOf(command)).toBe('allow'))
})
