import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { evaluate } from '../evaluate.ts'
import { lintPolicy } from '../lint/lint.ts'
import { eventOf } from '../testing/case.ts'
import { hostWith, must, policyFrom } from '../testing/fixtures.ts'
import type { TestCase } from '../testing/test-schema.ts'
import { rulesFrom } from './claude-settings.ts'

const settings = {
  permissions: {
    deny: [
      'Read(./.env)',
      'Read(secrets/**)',
      'Bash(curl:*)',
      'Edit(/infra/**)',
      'Read(//etc/shadow)',
      'mcp__github__merge_pull_request',
      'Bash(git push --force:*)',
      'WebSearch',
    ],
    ask: ['Bash(git push:*)', 'WebFetch(domain:example.com)', 'mcp__notes'],
    allow: ['Bash(npm run test:*)', 'Bash(ls:*)', 'Read(src/**)', 'Bash(a | b)'],
  },
}
const { rules, left } = rulesFrom(settings)
const policy = JSON.stringify({ version: 1, extends: 'none', rules })
const stage = { cwd: '/home/ada/shop', workspaceRoots: ['/home/ada/shop'] }

const decided = async (test: Omit<TestCase, 'expect'>, more: Partial<NormalizedHookEvent> = {}) => {
  const event = { ...eventOf({ ...test, expect: 'allow' }, stage), ...more }
  return must(await evaluate(event, [await policyFrom(policy)], hostWith(), '2026-11-23')).ruling
}

describe('permissions of Claude Code as a policy', () => {
  it.each<[Omit<TestCase, 'expect'>, string]>([
    [{ read: '.env' }, 'deny'],
    [{ shell: 'cat .env' }, 'deny'],
    [{ read: 'web/.env' }, 'allow'],
    [{ read: 'secrets/a' }, 'deny'],
    [{ shell: "sudo sh -c 'base64 secrets/a'" }, 'deny'],
    [{ read: '/etc/shadow' }, 'deny'],
    [{ read: 'etc/shadow' }, 'allow'],
    [{ write: 'infra/main.tf', content: 'x' }, 'deny'],
    [{ shell: 'rm infra/main.tf' }, 'deny'],
    [{ shell: 'curl https://x.example' }, 'deny'],
    [{ shell: "sh -c 'curl https://x.example'" }, 'deny'],
    [{ shell: 'git push --force origin x' }, 'deny'],
    [{ shell: 'git push -f' }, 'deny'],
    [{ shell: 'git push' }, 'ask'],
    [{ shell: 'git pull' }, 'allow'],
    [{ web: 'https://example.com/x' }, 'ask'],
    [{ web: 'https://other.example/x' }, 'allow'],
    [{ mcp: { server: 'github', tool: 'merge_pull_request' } }, 'deny'],
    [{ mcp: { server: 'github', tool: 'list_issues' } }, 'allow'],
    [{ mcp: { server: 'notes', tool: 'add' } }, 'ask'],
  ])('%j: %s', async (test, decision) => expect((await decided(test)).decision).toBe(decision))

  it('grants what was allowed, and nothing beside it', async () => {
    expect(await decided({ shell: 'npm run test' })).toMatchObject({ decision: 'allow', grant: true })
    expect(await decided({ shell: 'npm run test && npm run deploy' })).toMatchObject({ grant: false })
    expect(await decided({ shell: 'npm run test -- --watch' })).toMatchObject({ grant: true })
    expect(await decided({ shell: 'npm run deploy test' })).toMatchObject({ grant: false })
    expect(await decided({ shell: 'npm run deploy' })).toMatchObject({ grant: false })
  })

  it('says what it leaves out, and writes what policy check has nothing against', async () => {
    expect(left.map(text => text.replace(/^allow: |: .*$/g, ''))).toEqual(['Bash(ls:*)', 'Read(src/**)', 'Bash(a | b)'])
    const { problems } = await lintPolicy(policy, 'policy.yaml', 'user', { today: '2026-11-23', above: [] })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
