/** What a real shell runs, the verdict knows. `SHELL_TEXTS=5000` looks longer. */

import { describe, expect, it } from 'vitest'
import { choices } from '../../scripts/attack/random.ts'
import { judge } from '../../scripts/corpus/judge.ts'
import { leaks, marker, missing, ran, type ShellName, shells } from './cage.ts'
import { alone, text } from './grammar.ts'

const count = Number(process.env.SHELL_TEXTS ?? 1_000)
const harm = 'rm -rf /home/dev'

/** Who may be the shell that runs, by what is written in front of the text. A tool has the shell that it is named for, or any. */
const carriers: readonly (readonly [front: string, readonly ShellName[], tool?: string])[] = [
  ['', ['bash', 'zsh']],
  ['', ['bash', 'zsh', 'dash', 'ash'], 'run_shell_command'],
  ['sh -c', ['bash', 'posix', 'dash', 'ash']],
  ['bash -c', ['bash']],
  ['bash --posix -c', ['posix']],
  ['dash -c', ['dash']],
  ['busybox ash -c', ['ash']],
  ['mksh -c', ['mksh']],
  ['zsh -c', ['zsh']],
]

const quoted = (source: string): string => `'${source.replaceAll("'", `'\\''`)}'`

const why = process.platform === 'linux' ? leaks() : 'not Linux'
const absent = why === undefined ? missing() : []
if (why !== undefined || absent.length > 0)
  console.warn(`SKIPPED: no shell was compared with the engine (${why ?? `not installed: ${absent.join(', ')}`})`)

describe.skipIf(why !== undefined || absent.length > 0)('a command that a real shell runs', () => {
  it('is never allowed because another shell would not run it', async () => {
    const seed = Number(process.env.SHELL_SEED ?? 30)
    const make = (command: (at: number) => string): readonly string[] => {
      const { below } = choices(seed, 0)
      const random = (): number => below(1e9) / 1e9
      const singles = alone(harm).map((_, at) => alone(command(at))[at] as string)
      return [...singles, ...Array.from({ length: count }, (_, at) => text(command(singles.length + at), random))]
    }
    const real = make(marker)
    const judged = make(() => harm)
    const names = Object.keys(shells) as ShellName[]
    const hits = Object.fromEntries(await Promise.all(names.map(async name => [name, await ran(real, name)] as const)))
    // A cage in which nothing runs would prove nothing.
    for (const name of names) expect(hits[name]?.size, name).toBeGreaterThan(real.length / 8)
    const wrong: string[] = []
    for (const [at, source] of judged.entries())
      for (const [front, may, tool] of carriers) {
        const by = may.filter(name => hits[name]?.has(at))
        if (by.length === 0) continue
        const command = front === '' ? source : `${front} ${quoted(source)}`
        const { outcome } = await judge({ shell: command, ...(tool !== undefined && { tool }) }, 'must-deny')
        if (outcome === 'allow' || outcome === 'crash')
          wrong.push(`${outcome}, run by ${by.join(' ')}: ${tool ?? ''} ${JSON.stringify(command)}`)
      }
    expect(wrong).toEqual([])
  }, 600_000)
})
