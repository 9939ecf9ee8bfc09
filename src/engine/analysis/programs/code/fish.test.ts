import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { ofFish } from './fish.ts'

const texts = [
  'echo a; echo b',
  'for x in 1 2 3; echo $x; end',
  'for x in 1 2; for y in a b; echo $x$y; end; end',
  'if test 1 = 1; echo yes; else; echo no; end',
  'if test 1 = 2; echo a; else if test 2 = 2; echo b; else; echo c; end',
  'set x hello; echo $x',
  'set -gx y a b; echo $y',
  'set z \'a  b\'; echo "$z"',
  'true; and echo t; or echo f',
  'false; and echo t; or echo f',
  'not false; and echo n',
  'begin; echo 1; echo 2; end',
  'function greet; echo hi; end; greet',
  'echo (echo inner) outer',
  'set i 1; while test $i -lt 2; echo $i; set i 2; end',
  'echo \'a; end\' "(b)"',
  'for f in (echo x)\n  echo $f\nend',
  'echo a | cat; echo b',
  'for x in 1 2; echo $x; end | cat',
]

const hasFish = spawnSync('fish', ['--version']).status === 0

describe.skipIf(!hasFish)('reads as fish does', () => {
  it.each(texts)('%s', text => {
    const [fish, bash] = [
      execFileSync('fish', ['--no-config', '-c', text], { encoding: 'utf8' }),
      execFileSync('bash', ['--norc', '-c', ofFish(text)], { encoding: 'utf8' }),
    ]
    expect(bash).toBe(fish)
  })
})

it('runs a function that waits for an event', () => {
  expect(ofFish('function f --on-event fish_exit; rm x; end')).toBe('{ rm x;}')
  expect(ofFish('function fish_prompt; rm x; end')).toBe('{ rm x;}')
})

it('leaves a text as it is whose blocks it cannot tell', () => {
  expect(ofFish('if true; rm x')).toBe('if true; rm x')
  expect(ofFish('end')).toBe('end')
  expect(ofFish('switch $x; case a; echo; end')).toBe('switch $x; case a; echo; end')
})
