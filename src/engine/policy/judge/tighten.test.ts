import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { rank, type Verdict } from '../../../core/verdict.ts'
import { evaluate } from '../evaluate.ts'
import type { LayerName, PolicyFile } from '../rules/types.ts'
import { eventWith, hostWith, must, policyFrom, shellEvent } from '../testing/fixtures.ts'

const events: readonly NormalizedHookEvent[] = [
  shellEvent('ls -la'),
  shellEvent('rm -rf /'),
  shellEvent('git push --force origin main'),
  shellEvent('rm -rf "$X"'),
  shellEvent('chmod 777 run.sh'),
  shellEvent('chmod 777 run.sh', { attended: false }),
  shellEvent('terraform destroy -auto-approve'),
  eventWith({ subject: 'file-read', paths: ['.env'] }),
  eventWith({ subject: 'mcp', mcpServer: 'db', mcpTool: 'query', structuredInput: { sql: 'drop table t' } }),
  eventWith({ subject: 'prompt', content: 'use AKIAQ3EGRLV7NK5TQ2PD' }),
  eventWith({ subject: 'output', content: 'AKIAQ3EGRLV7NK5TQ2PD', toolOutput: 'AKIAQ3EGRLV7NK5TQ2PD' }),
]

const when = fc.constantFrom<object | undefined>(
  undefined,
  { text: 'rm' },
  { program: '*' },
  { tool: '*' },
  { not: { text: 'zzz' } },
  { certainty: 'could-not-tell' },
)
const rule = fc.record(
  {
    on: fc.constantFrom('any', 'shell', 'mcp', 'prompt', 'output', 'file-read'),
    when,
    decision: fc.constantFrom('allow', 'ask', 'defer', 'deny', 'redact'),
    strategy: fc.constantFrom('enforce', 'audit', 'enforce-ignore-on-error'),
  },
  { requiredKeys: ['on', 'decision'] },
)
const someRule = fc
  .tuple(rule, fc.boolean())
  .map(([parts, grant]) => ({ ...parts, reason: 'Because.', ...(grant && parts.decision === 'allow' && { grant }) }))
const policy = fc.record(
  {
    extends: fc.constantFrom('none', 'observe', 'recommended', 'strict'),
    settings: fc.record(
      {
        'could-not-tell': fc.constantFrom('allow', 'ask', 'deny'),
        unattended: fc.constantFrom('allow', 'ask', 'deny'),
        strategy: fc.constantFrom('enforce', 'audit', 'enforce-ignore-on-error'),
      },
      { requiredKeys: [] },
    ),
    packs: fc.dictionary(fc.constantFrom('git', 'filesystem', 'secrets', 'cloud', 'privacy', 'self'), fc.boolean(), {
      maxKeys: 4,
    }),
    rules: fc.array(someRule, { maxLength: 4 }),
    exceptions: fc.array(
      fc.record({
        rule: fc.constantFrom('*', 'filesystem.*', 'git.push-force', 'secrets.read-credentials'),
        reason: fc.constant('Because.'),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
)

const load = (written: { rules?: readonly object[] }, layer: LayerName): Promise<PolicyFile> => {
  const rules = written.rules?.map((parts, i) => JSON.parse(JSON.stringify({ id: `${layer}.r${i}`, ...parts })))
  return policyFrom(JSON.stringify({ version: 1, ...written, ...(rules !== undefined && { rules }) }), layer)
}

const judge = async (event: NormalizedHookEvent, files: readonly PolicyFile[]): Promise<Verdict> =>
  must(await evaluate(event, files, hostWith(), '2026-11-21'))

const grants = ({ ruling }: Verdict): boolean => ruling.decision === 'allow' && ruling.grant

describe('a lower layer only tightens', () => {
  it('a project, below any user', async () => {
    await fc.assert(
      fc.asyncProperty(policy, policy, async (mine, theirs) => {
        const user = await load(mine, 'user')
        const project = await load(theirs, 'project')
        for (const event of events) {
          const [alone, both] = [await judge(event, [user]), await judge(event, [user, project])]
          expect(rank(both.ruling.decision)).toBeGreaterThanOrEqual(rank(alone.ruling.decision))
          if (!grants(alone)) expect(grants(both)).toBe(false)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('a user, below a managed policy that says everything', async () => {
    await fc.assert(
      fc.asyncProperty(policy, policy, async (theirs, mine) => {
        const settings = { 'could-not-tell': 'ask', unattended: 'deny', strategy: 'enforce', ...theirs.settings }
        const managed = await load({ ...theirs, extends: theirs.extends ?? 'recommended', settings } as never, 'managed')
        const user = await load(mine, 'user')
        for (const event of events) {
          const [alone, both] = [await judge(event, [managed]), await judge(event, [managed, user])]
          expect(rank(both.ruling.decision)).toBeGreaterThanOrEqual(rank(alone.ruling.decision))
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('presets', () => {
  it.each(events.map(event => [event.content || event.subject, event] as const))(
    'each is at least as strict as the one before: %s',
    async (_, event) => {
      let least = 0
      for (const preset of ['none', 'observe', 'recommended', 'strict']) {
        const { ruling } = await judge(event, [await policyFrom(`extends: ${preset}`)])
        expect(rank(ruling.decision)).toBeGreaterThanOrEqual(least)
        least = rank(ruling.decision)
      }
    },
  )
})
