/** Asks the real world about many commands, each in a cage that is thrown away. */

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { analyse, loadAll } from '../../src/engine/analysis/analyse.ts'
import type { ShellFacts } from '../../src/engine/analysis/values/facts.ts'
import { choices as numbers } from '../attack/random.ts'
import { type Compared, compare, type Kind, kinds, type Miss } from './compare.ts'
import { type Command, compose, lines, shrink } from './compose.ts'
import { observe, treeOf } from './observe.ts'
import { Cage } from './walls.ts'
import { hostOf, plant, workspace } from './world.ts'

export interface Report {
  readonly commands: number
  readonly programs: number
  /** Programs of the list that this machine lacks. */
  readonly absent: readonly string[]
  /** Cages that ended without an answer. */
  readonly broken: number
  readonly kinds: Record<Kind, { told: number; doubted: number; missed: number }>
  readonly misses: readonly (Miss & { readonly line: string; readonly command: string; readonly shell: string })[]
  readonly proved: number
  readonly unseen: readonly { readonly finding: string; readonly command: string }[]
}

export interface Asked {
  readonly seed: number
  readonly count: number
  readonly everyLine?: boolean
  readonly shrinks?: boolean
}

/** Whether rules use it as a class. */
export const isClass = (kind: Kind): boolean => !['create', 'read', 'program'].includes(kind)

/** As a tool called `Bash` runs it. */
const predict = (text: string, folder: string): ShellFacts =>
  analyse(text, { cwd: workspace, workspaceRoots: [workspace], host: hostOf(folder), dialect: 'bash' })

const programOf = (line: string): string => /^[a-z][\w.-]*(?= )/.exec(line)?.[0] ?? ''

export async function ask({ seed, count, everyLine = false, shrinks = false }: Asked): Promise<Report> {
  await loadAll()
  const folder = plant()
  try {
    const cage = new Cage(folder)
    const empty = await cage.run(':')
    if (empty === undefined) throw new Error('no command is run: an empty cage does not answer')
    const before = treeOf(empty.tree)
    const report = {
      commands: 0,
      broken: 0,
      kinds: Object.fromEntries(kinds.map(kind => [kind, { told: 0, doubted: 0, missed: 0 }])) as Report['kinds'],
      misses: [] as (Miss & { line: string; command: string; shell: string })[],
      proved: 0,
      unseen: [] as { finding: string; command: string }[],
    }
    const tried = async ({ text, shell }: Command): Promise<Compared | undefined> => {
      const parts = await cage.run(text, shell)
      return parts === undefined ? undefined : compare(text, observe(parts, before), predict(text, folder), before)
    }
    const { present, absent } = installed()
    const programs = new Set<string>()
    const known = new Set<string>()
    const cases = everyLine ? lines.map((_, at) => at) : Array.from({ length: count }, (_, at) => at)
    for (const number of cases) {
      const { below } = numbers(seed, number)
      const choices = everyLine ? [number] : Array.from({ length: 20 }, () => below(1_000_000))
      const command = compose(choices)
      const program = programOf(command.line)
      if (absent.has(program)) continue
      if (present.has(program)) programs.add(program)
      const compared = await tried(command)
      report.commands++
      if (compared === undefined) {
        report.broken++
        continue
      }
      for (const { kind, how } of compared.seen) report.kinds[kind][how]++
      for (const { finding, happened } of compared.proved) {
        report.proved++
        if (!happened) report.unseen.push({ finding, command: command.text })
      }
      for (const miss of compared.misses) {
        const key = `${miss.kind} ${command.line}`
        if (known.has(key)) continue
        known.add(key)
        const least = shrinks
          ? compose(
              await shrink(
                choices,
                async fewer => (await tried(compose(fewer)))?.misses.some(({ kind }) => kind === miss.kind) === true,
              ),
            )
          : command
        report.misses.push({ ...miss, line: command.line, command: least.text, shell: least.shell })
      }
    }
    return { ...report, programs: programs.size, absent: [...absent] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the first words of the list are, as the cage would find them. Words of the shell are none. */
function installed(): { present: ReadonlySet<string>; absent: ReadonlySet<string> } {
  const names = [...new Set(lines.map(programOf).filter(Boolean))]
  const script =
    'for name; do case $(type -t "$name"):$(PATH=/usr/bin:/bin type -P "$name") in :) echo "- $name";; file:/*) echo "+ $name";; esac; done'
  const { stdout } = spawnSync('bash', ['-c', script, 'names', ...names], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } })
  const marked = (mark: string) => new Set(stdout.split('\n').flatMap(line => (line.startsWith(mark) ? [line.slice(2)] : [])))
  return { present: marked('+'), absent: marked('-') }
}
