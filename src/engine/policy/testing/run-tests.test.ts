import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostWith, policyFrom } from './fixtures.ts'
import { toJUnit } from './junit.ts'
import { runPolicyTests, type TestReport } from './run-tests.ts'

const fixture = (name: string): string => readFileSync(new URL(`../../../../fixtures/policies/${name}`, import.meta.url), 'utf8')

const run = async (tests: string, policy = 'version: 1') =>
  runPolicyTests(tests, 'policy.test.yaml', [await policyFrom(policy)], hostWith(), { today: '2026-11-21' })
const reportOf = async (tests: string, policy?: string): Promise<TestReport> => {
  const result = await run(tests, policy)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.report
}

describe('the cases beside the example policy', () => {
  it('pass', async () => {
    const report = await reportOf(fixture('tests/example.test.yaml'), fixture('valid/example.yaml'))
    expect(report.cases.filter(({ status }) => status === 'failed')).toEqual([])
    expect([report.passed, report.failed, report.skipped]).toEqual([19, 0, 1])
    expect(report.neverMatched).toEqual([])
    expect(report.coverage['shop.no-cluster-deletes']).toBe(3)
  })

  it('count the built-in packs that are on, whose rules they reach', async () => {
    const tests = `tests:
  - { shell: git push --force origin main, expect: deny }
  - { shell: git reset --hard, expect: deny }
  - { shell: ls, expect: allow }
  - { shell: frob, expect: ask }
`
    const own = 'rules: [{ id: disk.own, on: shell, when: { program: frob }, decision: ask, reason: Look. }]'
    const { packs } = await reportOf(tests, `version: 1\npacks: { kubernetes: off }\n${own}\n`)
    expect(packs).toMatchObject({ git: 2, filesystem: 0, disk: 0 })
    expect(Object.keys(packs)).not.toContain('kubernetes')
  })

  it('are of a day that they name', async () => {
    const policy =
      'version: 1\nexceptions: [{ rule: git.push-force, when: { branch: "dev/*" }, reason: Own., expires: 2027-01-31 }]'
    const push = 'shell: git push --force origin dev/me'
    const tests = `tests:\n  - { ${push}, today: 2027-01-31, expect: allow }\n  - { ${push}, today: 2027-02-01, expect: deny }\n`
    expect((await reportOf(tests, policy)).failed).toBe(0)
  })

  it('fail when a rule is gone, and the rest is not touched', async () => {
    const policy = fixture('valid/example.yaml').replace('program: [kubectl, helm]', 'program: [oc]')
    const report = await reportOf(fixture('tests/example.test.yaml'), policy)
    expect(report.cases.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual([
      'a cluster is not changed from here',
      'nor behind a wrapper',
      'shell kubectl delete ns shop',
    ])
    expect(report.neverMatched).toEqual(['shop.no-cluster-deletes'])
  })
})

describe('one case', () => {
  const policy =
    'packs: { git: off }\nrules:\n  - { id: t.deny, on: shell, when: { program: deploy }, decision: deny, reason: No. }\n  - { id: t.ask, on: prompt, decision: ask, reason: Look. }'
  const rows: readonly [test: string, why: string | undefined][] = [
    ['{ shell: deploy now, expect: deny }', undefined],
    ['{ shell: deploy now, expect: deny, rules: [t.deny] }', undefined],
    ['{ shell: deploy now, expect: deny, rules: [t.ask] }', 'wanted t.ask to fire, but it was deny by t.deny'],
    ['{ shell: deploy now, expect: allow }', 'wanted allow, got deny by t.deny'],
    ['{ shell: ls, expect: deny }', 'wanted deny, got allow'],
    ['{ shell: ls, expect: allow, rules: [t.deny] }', 'wanted t.deny to fire, but it was allow by no rule'],
    ['{ shell: ls, expect: allow, certainty: proved-dangerous }', 'wanted proved-dangerous, got proved-ordinary'],
    [
      '{ shell: ls, expect: allow, rules: [t.dney] }',
      'wanted t.dney to fire, but it was allow by no rule; no rule is named t.dney; did you mean t.deny',
    ],
    [
      '{ shell: git push -f, expect: deny, rules: [git.push-force] }',
      'wanted deny, got allow; git.push-force is off in this policy',
    ],
    ['{ session: true, expect: allow, context: pnpm }', 'wanted the context to contain "pnpm"'],
    ['{ prompt: hello, expect: ask }', undefined],
    ['{ prompt: hello, attended: false, expect: deny }', undefined],
  ]
  it.each(rows)('%s', async (test, why) => {
    const [result] = (await reportOf(`tests: [${test}]`, policy)).cases
    expect(result?.why).toBe(why)
    expect(result?.status).toBe(why === undefined ? 'passed' : 'failed')
  })
})

describe('a case of a trial', () => {
  const policy =
    'rules:\n  - { id: t.tried, on: shell, when: { program: deploy }, decision: deny, reason: No., strategy: audit }\n  - { id: t.ask, on: shell, when: { program: deploy, args: [now] }, decision: ask, reason: Look. }'
  const rows: readonly [test: string, why: string | undefined][] = [
    ['{ shell: deploy, expect: allow, audited: [t.tried] }', undefined],
    ['{ shell: deploy now, expect: ask, rules: [t.ask], audited: [t.tried] }', undefined],
    ['{ shell: ls, expect: allow, audited: [t.tried] }', 'wanted t.tried to hold on trial, but it was none'],
    ['{ shell: deploy now, expect: ask, audited: [t.ask] }', 't.ask fired, but is not on trial'],
    [
      '{ shell: deploy, expect: allow, rules: [t.tried] }',
      'wanted t.tried to fire, but it is on trial; with audited a case expects that',
    ],
    ['{ shell: deploy, expect: deny }', 'wanted deny, got allow; on trial it would be deny by t.tried'],
    [
      '{ shell: ls, expect: allow, audited: [t.tired] }',
      'wanted t.tired to hold on trial, but it was none; no rule is named t.tired; did you mean t.tried',
    ],
  ]
  it.each(rows)('%s', async (test, why) => {
    const [result] = (await reportOf(`tests: [${test}]`, policy)).cases
    expect(result?.why).toBe(why)
  })
})

describe('a file that tests nothing is an error', () => {
  const rows: readonly [text: string, problem: RegExp][] = [
    ['', /found nothing, expected a mapping/],
    ['tests: []', /expected at least one entry/],
    ['tests: [{ expect: deny }]', /found a case about nothing/],
    ['tests: [{ shell: a, read: b, expect: deny }]', /found shell and read, expected exactly one of/],
    ['tests: [{ shell: a }]', /found no "expect"/],
    ['tests: [{ shell: a, expect: denny }]', /did you mean deny/],
    ['tests: [{ shel: a, expect: deny }]', /unknown key "shel".*did you mean shell/],
  ]
  it.each(rows)('%j', async (text, problem) => {
    const result = await run(text)
    expect(result.ok).toBe(false)
    if (!result.ok) expect(result.problems.map(({ message }) => message).join('\n')).toMatch(problem)
  })
})

describe('JUnit', () => {
  it('counts, escapes, and says where', async () => {
    const report = await reportOf(
      'tests:\n  - { name: "a < b & \\"c\\"", shell: ls, expect: deny }\n  - { name: todo_later, shell: ls, expect: deny }\n  - { shell: ls, expect: allow }',
    )
    const xml = toJUnit([report])
    expect(xml).toContain('<testsuites tests="3" failures="1" skipped="1">')
    expect(xml).toContain('name="a &lt; b &amp; &quot;c&quot;"')
    expect(xml).toContain('line="2"')
    expect(xml).toContain('<failure message="wanted deny, got allow"/>')
    expect(xml).toContain('<skipped/>')
  })
})

describe('what a case says is what it tests', () => {
  const asks = 'rules: [{ id: a.b, on: shell, when: { program: git, args: [push] }, decision: ask, reason: Look. }]'
  const whyOf = async (row: string, policy = `version: 1\n${asks}\n`) =>
    (await reportOf(`tests:\n  - ${row}\n`, policy)).cases[0]?.why

  it('rules gave the decision, not only fired', async () => {
    expect(await whyOf('{ shell: git push --force origin main, expect: deny, rules: [a.b] }')).toBe(
      'a.b fired, but the deny came from git.push-force',
    )
    expect(await whyOf('{ shell: git push --force origin main, expect: deny, rules: [git.push-force] }')).toBeUndefined()
    expect(await whyOf('{ shell: git push origin main, expect: ask, rules: [a.b] }')).toBeUndefined()
  })

  const main =
    'version: 1\nextends: none\nrules: [{ id: a.main, on: shell, when: { program: git, branch: main, remote: "*acme/*" }, decision: deny, reason: No. }]\n'
  const rows: readonly (readonly [row: string, isAsSaid: boolean])[] = [
    ['{ shell: git push, repo: { branch: main, remote: "git@github.com:acme/shop.git" }, expect: deny }', true],
    ['{ shell: git push, repo: { branch: dev/me, remote: "git@github.com:acme/shop.git" }, expect: allow }', true],
    ['{ shell: git push, repo: { branch: main, remote: "git@github.com:ada/shop.git" }, expect: allow }', true],
    [
      '{ shell: git push, repo: { branch: dev/me, remote: { origin: "https://h/acme/s" }, config: { push.default: matching } }, expect: deny }',
      true,
    ],
    ['{ shell: git push up HEAD, repo: { remote: { up: "https://h/acme/s", origin: "https://h/ada/s" } }, expect: deny }', true],
    ['{ shell: git push, repo: { branch: dev/me }, expect: deny }', false],
  ]
  it.each(rows)('%s', async (row, isAsSaid) => {
    expect((await whyOf(row, main)) === undefined).toBe(isAsSaid)
  })

  it('a cwd is told from the folder of the test file', async () => {
    const policy = await policyFrom(
      'version: 1\nextends: none\nrules: [{ id: a.b, on: shell, when: { folder: "/srv/team/web" }, decision: deny, reason: No. }]\n',
    )
    const tests =
      'tests:\n  - { shell: ls, cwd: web, expect: deny }\n  - { shell: ls, cwd: ., expect: allow }\n  - { shell: ls, cwd: /srv/team/web, expect: deny }\n'
    const result = await runPolicyTests(tests, 'policy.test.yaml', [policy], hostWith(), { folder: '/srv/team' })
    expect(result.ok && result.report.failed).toBe(0)
  })
})
