import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { evaluate } from '../policy/evaluate.ts'
import type { PolicyFile } from '../policy/rules/types.ts'
import { eventWith, hostWith, must, shellEvent } from '../policy/testing/fixtures.ts'
import { nearOf, needOf } from './glob-prefilter.ts'
import type { Host } from './host.ts'
import { groundOf, pathPattern, placeOf } from './path-views.ts'

const groundOn = (platform: Host['platform']) => groundOf(eventWith({}), { ...hostWith(), platform })
const ground = groundOn('linux')

describe('what every match contains', () => {
  const rows: readonly [pattern: string, any: readonly string[] | undefined][] = [
    ['**/.env', ['.env']],
    ['~/.ssh/**', ['.ssh']],
    ['$WORKSPACE/infra/prod/*.tf', ['infra/prod']],
    ['./src/*.ts', ['src']],
    [['$', '{HOME}/x'].join(''), undefined],
    ['*.{pem,key}', ['pem', 'key']],
    ['{a1,b1}/{x,y}', ['a1', 'b1']],
    ['{a,{b,c}}/x', undefined],
    ['{[,x}a]b', undefined],
    ['**/{a,b}/settings', ['settings']],
    ['{a,*}/x', ['x']],
    ['[ab]c', undefined],
    ['a[bc]d', ['a']],
    ['a\\*b', undefined],
    ['a//b', undefined],
    ['{abc}', undefined],
    ['caf\u00e9', undefined],
    ['**', undefined],
  ]
  it.each(rows)('%s: %j', (pattern, any) => {
    expect(needOf(pattern, ground.host)?.any).toEqual(any)
  })
})

it('never keeps a glob from what it matches', () => {
  const patterns =
    '**/.env ~/.ssh/** $WORKSPACE/infra/*.tf $WORKSPACE/infra/prod/** ./src/** /etc/* a?c/d {x,y}/z *.{pem,key} docs/ infra/{dev,prod}/db [a-d]* k.pem Docs/**/x secret* {s,t}ecret.pem'.split(
      ' ',
    )
  const home = '/home/ada'
  const paths =
    `/ /etc ${home} ${home}/shop ${home}/.ssh ${home}/.ssh/k ${home}/shop/.env ${home}/shop/.e* ${home}/shop/* ${home}/shop/infra ${home}/shop/infra/* ${home}/shop/infra/x.tf ` +
    `${home}/shop/in* ${home}/shop/*/prod ${home}/shop/src /etc/passwd ${home}/shop/abc/d ${home}/shop/y/z /k.pem ${home}/shop/*.pem ${home}/shop/docs/a ${home}/shop/DOCS/b/x ${home}/shop/s*`
  let matched = 0
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    for (const pattern of patterns)
      for (const path of paths.split(' '))
        for (const [many, whole] of [
          [false, false],
          [true, false],
          [false, true],
          [true, true],
        ] as const) {
          const on = groundOn(platform)
          const place = placeOf(path, path, many, on, whole)
          if (!pathPattern(pattern, on)(place)) continue
          matched++
          expect(nearOf([place], on)(pattern), `${pattern} ${path} ${many} ${whole} ${platform}`).toBe(true)
        }
  expect(matched).toBeGreaterThan(200)
})

const globs = [
  (i: number) => `infra/team-${i}/**`,
  (i: number) => `**/secret-${i}.pem`,
  (i: number) => `~/.conf-${i}/*`,
  (i: number) => `$WORKSPACE/gen/${i}/**/*.ts`,
  (i: number) => `{a${i},b${i}}/x`,
  (i: number) => `{a${i},b${i},c${i}}/{x,y}`,
  (i: number) => `/etc/svc-${i}/[a-z]*.conf`,
  (i: number) => `**/{k${i}.json,k${i}.yaml}`,
]

it('10,000 path rules that cannot match are no visible pause', async () => {
  const keys = ['reads', 'writes', 'deletes'] as const
  const rules = Array.from({ length: 10_000 }, (_, i) => ({
    id: `t.r${i}`,
    on: ['any'] as const,
    when: { [keys[i % 3] ?? 'reads']: { include: [globs[i % globs.length]?.(i) ?? ''], exclude: [] } },
    decision: 'deny' as const,
    reason: 'No.',
    layer: 'user' as const,
  }))
  const policy: PolicyFile = { version: 1, layer: 'user', file: 'x', settings: {}, packs: {}, rules, exceptions: [], refused: [] }
  const policies = [policy]
  const many = Array.from({ length: 40 }, (_, i) => i)
  const event = shellEvent(
    `cat ${many.map(i => `src/mod${i}/file.ts`).join(' ')} > all.txt; rm -rf ${many.map(i => `out/f${i}`).join(' ')} dist`,
  )
  // What the globs of a hundredth of the rules cost when each is asked of each path: a slow machine is slow in both.
  const places = many.map(i => placeOf(`/home/ada/shop/out/f${i}`, `out/f${i}`, false, ground, false))
  const matched = (): number => {
    let count = 0
    for (let i = 0; i < 100; i++) {
      const matches = pathPattern(globs[i % globs.length]?.(i) ?? '', ground)
      for (const place of places) if (matches(place)) count++
    }
    return count
  }
  let [best, hundredth] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let i = 0; i < 8; i++) {
    let spentMs = cpuTime()
    expect(must(await evaluate(event, policies, hostWith())).ruling.decision).toBe('allow')
    best = Math.min(best, spentMs())
    spentMs = cpuTime()
    expect(matched()).toBe(0)
    hundredth = Math.min(hundredth, spentMs())
  }
  expect(best).toBeLessThan(hundredth * 40)
})
