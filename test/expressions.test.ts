/** What the engine makes of an expression, the language makes of it too. `VALUES=5000` looks longer. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { choices } from '../scripts/attack/random.ts'
import { analyse, loadAll } from '../src/engine/analysis/analyse.ts'
import { linux } from '../src/engine/analysis/testing.ts'

const count = Number(process.env.VALUES ?? 700)

interface Dialect {
  readonly program: string
  /** Evaluates the expressions on its input. */
  readonly evaluates: readonly string[]
  /** Deletes the file of that name. */
  readonly deletes: (expression: string) => string
  /** What has two ends: of what the engine does not know, it follows the one that it does. */
  readonly chooses: RegExp
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const dialects: Readonly<Record<string, Dialect>> = {
  python: {
    program: 'python3',
    evaluates: [
      '-c',
      'import sys,json\nout=[]\nfor e in json.load(sys.stdin):\n  try: out.append(str(eval(e)))\n  except Exception: out.append(None)\njson.dump(out,sys.stdout)',
    ],
    deletes: expression => `python3 -c ${quoted(`import os\nos.unlink("/w/k"+(${expression})+"k")`)}`,
    chooses: / if | or | and /,
  },
  javascript: {
    program: 'node',
    evaluates: [
      '-e',
      'const l=JSON.parse(require("fs").readFileSync(0));console.log(JSON.stringify(l.map(e=>{try{return String((0,eval)("("+e+")"))}catch{return null}})))',
    ],
    deletes: expression => `node -e ${quoted(`require("fs").unlinkSync("/w/k"+(${expression})+"k")`)}`,
    chooses: /[?]|[|][|]|&&/,
  },
  perl: {
    program: 'perl',
    evaluates: [
      '-MJSON::PP',
      '-e',
      'no warnings; local $SIG{__WARN__}=sub{}; local $/; my $l=decode_json(<STDIN>); my @o; for my $e (@$l){ my $r=eval "no strict; ".$e; push @o, defined $r ? "".$r : undef } print encode_json(\\@o)',
    ],
    deletes: expression => `perl -e ${quoted(`unlink("/w/k".(${expression})."k")`)}`,
    chooses: /[?]|[|][|]/,
  },
}

const lines = readFileSync(new URL('expressions.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const piecesOf = (name: string, kind: string): readonly string[] =>
  lines.filter(line => line.startsWith(`${name} ${kind} `)).map(line => line.slice(name.length + kind.length + 2))

/** Texts and numbers that stand for themselves. */
const texts = ['abc', 'xyz12', 'a,b,c', 'rm', 'a b', 'Hello', '', 'aab', '0x1f', '114'].map(text => `"${text}"`)
const integers = ['0', '1', '2', '3', '-1', '-2', '5', '114']

/** An expression for a text: `§S` in a piece is another one, `§T` a plain one, `§N` and `§n` the same of numbers. */
function expressions(name: string, seed: number): readonly string[] {
  const { below } = choices(seed, 0)
  const random = (): number => below(1e9) / 1e9
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] as string
  const [forText, forNumber] = [piecesOf(name, 'texts'), piecesOf(name, 'numbers')]
  const made = (kind: string, depth: number): string => {
    if (kind === 'P') return pick(texts).replaceAll('"', "'")
    const isText = kind === 'S' || kind === 'T'
    if (depth <= 0 || kind === 'T' || kind === 'n') return pick(isText ? texts : integers)
    return pick(isText ? forText : forNumber).replace(/§([STNnP])/g, (_, inner: string) => made(inner, depth - 1))
  }
  return Array.from({ length: count }, () => made('S', 1 + Math.floor(random() * 3)))
}

it.each(Object.entries(dialects))('of %s', async (name, { program, evaluates, deletes, chooses }) => {
  const all = expressions(name, Number(process.env.SEED ?? 1))
  let real: readonly (string | null)[]
  try {
    real = JSON.parse(execFileSync(program, evaluates, { input: JSON.stringify(all), encoding: 'utf8' }))
  } catch {
    console.warn(`SKIPPED: ${program} is not here, and its expressions are not compared`)
    return
  }
  await loadAll()
  const wrong: string[] = []
  let known = 0
  for (const [at, expression] of all.entries()) {
    const text = real[at]
    if (text == null || !/^[\w.,-]*$/.test(text) || text.includes('..') || chooses.test(expression)) continue
    const { deletes: gone } = analyse(deletes(expression), { cwd: '/w', workspaceRoots: ['/w'], host: linux })
    const paths = gone.flatMap(({ path }) => path ?? [])
    if (paths.length > 0) known++
    if (paths.length > 0 && !paths.includes(`/w/k${text}k`)) wrong.push(`${expression} is ${text}, and not ${paths}`)
  }
  expect(wrong).toEqual([])
  // What it never knows, it never knows wrong.
  expect(known).toBeGreaterThan(count / 6)
})
