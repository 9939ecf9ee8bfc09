/** What GNU sed says a script holds (`--debug`), this reads in it. No line is put in, so nothing runs; files are `/dev/null`. */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { choices } from '../../../../../scripts/attack/random.ts'
import { readSed, type SedCommand } from './sed-script.ts'

const shown = (script: string): string | undefined => {
  const { status, stdout } = spawnSync('sed', ['--debug', '-n', script, '/dev/null'], { encoding: 'utf8' })
  return status === 0 && stdout.startsWith('SED PROGRAM:\n') ? stdout.slice(13) : undefined
}

/** Without what the two write differently: marks, and the order of flags. */
const plain = (commands: readonly SedCommand[]): readonly string[] =>
  commands.map(({ name, text, sought, put, flags }) =>
    [name, text.trim(), sought, put, [...flags].sort().join('')].join('\u001f'),
  )

const addresses = [
  '',
  '1',
  '$',
  '2,4',
  '/a b/',
  '/a\\/b/I',
  '\\,x;y,',
  '1~3',
  '/e x/,/w/',
  '5,+2',
  '2,~4',
  '0,/re/',
  '/x[}]/',
  '$!',
  '1 !',
  '2,4! ',
]
/** Texts of one line: what `--debug` shows of longer ones cannot be read again. */
const commands = [
  'p',
  'd',
  'N',
  'l 5',
  'q 3',
  'q5',
  '=',
  's/x/y/',
  's/x;e/y}/g',
  's,a\\,b,c d,2p',
  's|x|e touch z|e',
  's#a#b#gw /dev/null\n',
  'y/abc/xyz/',
  'eecho hi\n',
  'e echo a;b}\n',
  'e\n',
  'a foo\n',
  'i\\  text; p\n',
  'a\\\nfoo\n',
  'cnew } text\n',
  'r /dev/null\n',
  'w/dev/null\n',
  'R /dev/null\n',
  'b',
  'bend',
  't end ',
  ':end\n',
  ': end\n',
  'x;h;G',
]
const between = [';', '\n', ' ; ', ';;', '\n\n', ' # a comment; e\n', '  \n ']

/** Some of these fail in sed: a label that stands twice, an end without its beginning, a blank too many. */
const composed = (seed: number, at: number): string => {
  const { one: pick, below } = choices(seed, at)
  const block = (depth: number): string => {
    const address = pick(addresses)
    if (depth > 0 && below(4) === 0) {
      const inner = Array.from({ length: 1 + below(3) }, () => block(depth - 1)).join(pick(between))
      return `${address}{${pick(['', ' ', '\n'])}${inner}${pick(['', ';', '\n', ' '])}}`
    }
    return `${address}${pick(['', ' '])}${pick(commands)}`
  }
  return `${pick(['', '#n\n', ' '])}${Array.from({ length: 1 + below(4) }, () => block(2)).join(pick(between))}\n:end`
}

const here = shown('p') !== undefined
if (!here) console.warn('SKIPPED: no GNU sed that shows its program (--debug)')

describe.skipIf(!here)('a script of sed', () => {
  it('holds the commands that sed finds in it', () => {
    const wrong: string[] = []
    let read = 0
    for (let at = 0; at < 700; at++) {
      const script = composed(Number(process.env.SED_SEED ?? 1), at)
      const canonical = shown(script)
      if (canonical === undefined) continue
      read++
      const [ours, theirs] = [plain(readSed(script).commands), plain(readSed(canonical).commands)]
      if (ours.join('\n') !== theirs.join('\n')) wrong.push(JSON.stringify({ script, ours, theirs }))
    }
    expect(wrong).toEqual([])
    expect(read).toBeGreaterThan(200)
  })
})

it.each([
  ['s/x/y/;1erm -rf x', ['s', 'e']],
  ['/a/{s,b,c,w out\n}', ['s']],
  ['2r x', ['r']],
  ['a\\\nfoo\\\ne x\np', ['a', 'p']],
  ['s/a\\\nb/c\\\nd/;e x', ['s', 'e']],
  ['k;e x', []],
  ['s/a', []],
])('%j', (script, names) => {
  expect(readSed(script).commands.map(({ name }) => name)).toEqual(names)
})
