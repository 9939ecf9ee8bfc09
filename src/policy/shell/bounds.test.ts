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
