/** What a program leaves in a variable, the engine counts among what it may hold. `VALUES=5000` looks longer. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { choices } from '../scripts/attack/random.ts'
import { analyse, loadAll } from '../src/engine/analysis/analyse.ts'
import { linux } from '../src/engine/analysis/testing.ts'

const count = Number(process.env.VALUES ?? 700)

interface Dialect {
  readonly program: string
  /** Runs each of the programs on its input, and tells what `c` holds then. */
  readonly runs: readonly string[]
  /** Deletes the file of that name. */
  readonly deletes: string
  readonly option: string
}

const dialects: Readonly<Record<string, Dialect>> = {
  python: {
    program: 'python3',
    runs: [
      '-c',
      'import sys,json\nout=[]\nfor p in json.load(sys.stdin):\n  g={}\n  try:\n    exec(p,g)\n    out.append(str(g["c"]))\n  except Exception: out.append(None)\njson.dump(out,sys.stdout)',
    ],
    deletes: 'os.unlink("/w/k"+c+"k")',
    option: '-c',
  },
  javascript: {
    program: 'node',
    runs: [
      '-e',
      'const l=JSON.parse(require("fs").readFileSync(0));console.log(JSON.stringify(l.map(p=>{try{return String(new Function(p+"\\n;return c")())}catch{return null}})))',
    ],
    deletes: 'require("fs").unlinkSync("/w/k"+c+"k")',
    option: '-e',
  },
  perl: {
    program: 'perl',
    runs: [
      '-MJSON::PP',
      '-e',
      'no warnings; local $SIG{__WARN__}=sub{}; local $/; my $l=decode_json(<STDIN>); my @o; for my $p (@$l){ my $r=eval "no strict; ".$p."\\n; \\$c"; push @o, defined $r ? "".$r : undef } print encode_json(\\@o)',
    ],
    deletes: 'unlink("/w/k".$c."k")',
    option: '-e',
  },
}

const lines = readFileSync(new URL('flows.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const piecesOf = (name: string, kind: string): readonly string[] =>
  lines
    .filter(line => line.startsWith(`${name} ${kind} `))
    .map(line => line.slice(name.length + kind.length + 2).replaceAll('⏎', '\n'))

const texts = ['ab', 'xyz', 'rm', 'q', 'aab', 'ls'].map(text => `"${text}"`)
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Some steps, one after the other. */
function programs(name: string, seed: number): readonly string[] {
  const { below } = choices(seed, 0)
  const pick = (list: readonly string[]): string => list[below(list.length)] as string
  const [steps, yes, no] = ['step', 'yes', 'no'].map(kind => piecesOf(name, kind)) as [string[], string[], string[]]
  const step = (): string =>
    pick(steps).replace(/§([TYX])/g, (_, kind: string) => pick(kind === 'T' ? texts : kind === 'Y' ? yes : no))
  return Array.from({ length: count }, () =>
    [...piecesOf(name, 'begin'), ...Array.from({ length: 1 + below(4) }, step)].join('\n'),
  )
}

it.each(Object.entries(dialects))('of %s', async (name, { program, runs, deletes, option }) => {
  const all = programs(name, Number(process.env.SEED ?? 1))
  let real: readonly (string | null)[]
  try {
    real = JSON.parse(execFileSync(program, runs, { input: JSON.stringify(all), encoding: 'utf8' }))
  } catch {
    console.warn(`SKIPPED: ${program} is not here, and its programs are not compared`)
    return
  }
  await loadAll()
  const wrong: string[] = []
  let known = 0
  for (const [at, source] of all.entries()) {
    const text = real[at]
    if (text == null || !/^\w*$/.test(text)) continue
    const command = `${program} ${option} ${quoted(`${source}\n${deletes}`)}`
    const facts = analyse(command, { cwd: '/w', workspaceRoots: ['/w'], host: linux })
    const isKnown = facts.deletes.length > 0 && facts.deletes.every(({ path }) => path !== undefined)
    if (isKnown) known++
    if (isKnown && !facts.deletes.some(({ path }) => path === `/w/k${text}k`))
      wrong.push(`${JSON.stringify(source)} leaves ${text}, and not ${facts.deletes.map(({ path }) => path)}`)
  }
  expect(wrong).toEqual([])
  // What it never knows, it never knows wrong.
  expect(known).toBeGreaterThan(count / 6)
})
