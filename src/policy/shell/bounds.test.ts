import { expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { linux, workspace } from './testing.ts'

const context = { cwd: workspace, workspaceRoots: [workspace], host: linux }

function growing(steps: number, use: (name: string) => string): string {
  let command = 'a0=xxxxxxxx'
  for (let step = 1; step <= steps; step++) command += `; a${step}="${`$a${step - 1}`.repeat(8)}"; ${use(`"$a${step}"`)}`
  return command
}

test.each([
  ['read', growing(19, name => `cat ${name}`)],
  ['run and read', growing(60, name => `echo ${name} | sh; cat ${name}`)],
  ['a written file', `echo ${'x'.repeat(500)} > f; ${'cat f f f f f f f f > g; cat g g g g g g g g > f; '.repeat(40)} sh f`],
])('expanded values have a bound: %s', (_name, command) => {
  const start = performance.now()
  const { certainty } = analyse(command, context)
  expect(performance.now() - start).toBeLessThan(1_000)
  expect(certainty).not.toBe('proved-ordinary')
})

test('a path longer than any file system allows is not looked at', () => {
  const start = performance.now()
  const looked: number[] = []
  const host = {
    ...linux,
    readText: (path: string) => {
      looked.push(path.length)
      return undefined
    },
  }
  const facts = analyse(`cat ${'/a/..'.repeat(1_500)}/x; echo 1 > ${'/a'.repeat(3_000)}`, { ...context, host })
  expect(performance.now() - start).toBeLessThan(500)
  expect(facts.certainty).toBe('could-not-tell')
  expect(looked).toEqual([])
  expect(analyse(`cat ${'a/'.repeat(1_000)}x`, context).certainty).toBe('proved-ordinary')
})

const long = `${'a/../'.repeat(1_000)}x`

test.each([
  ['cd', `cd ${long}`],
  ['pushd', `pushd ${long}`],
  ['many cd', 'cd some/folder/of/the/tree; '.repeat(200)],
  ['source', `source ./${long}`],
  ['a program of its own', `./${long}`],
  ['a script', `bash ./${long}`],
  ['env', `env -C ${long} ls`],
  ['make', `make -C ${long} build`],
])('a longer path is not followed either: %s', (_name, command) => {
  const start = performance.now()
  expect(analyse(command, context).certainty).toBe('could-not-tell')
  expect(performance.now() - start).toBeLessThan(500)
})

test('the file system is asked about so many folders, once each', () => {
  const asked: string[] = []
  const host = {
    ...linux,
    realpath: (path: string) => {
      asked.push(path)
      return path
    },
  }
  const folders = Array.from({ length: 1_000 }, (_, i) => `f${i}/../x`).join(' ')
  expect(analyse(`cat ${folders}`, { ...context, host }).certainty).toBe('could-not-tell')
  expect(asked.length).toBeLessThan(300)
  asked.length = 0
  expect(analyse(`cat ${'f/../x '.repeat(300)}`, { ...context, host }).certainty).toBe('proved-ordinary')
  expect(asked).toEqual([`${workspace}/f`])
  asked.length = 0
  analyse('cat a/b/c.ts src/index.ts && echo x > out/log.txt && git status', { ...context, host })
  expect(asked).toEqual([])
})
