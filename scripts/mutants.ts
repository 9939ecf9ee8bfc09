/**
 * `npm run mutants`: changes one token of the analysis at a time, in a copy, and says which changes no test notices. `-- --sample` takes the
 * same 300 each time, `-- --since REV` what changed since a revision, `-- PATH …` these files; `--count N` takes N of them, `--shard 2/4` one
 * quarter of those.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { mutantsOf, some } from './mutants/mutations.ts'
import { type Fate, open } from './mutants/sandbox.ts'
import { at, must, say, stop } from './project/project.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'boolean', default: false },
    since: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** The rows alone: a quick look, and fewer are noticed. */
    rows: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1/1' },
    json: { type: 'boolean', default: false },
  },
})

const sampled = 300
const isSource = (name: string): boolean =>
  name.endsWith('.ts') && !/\.(?:test|gen)\.ts$/.test(name) && !name.endsWith('/testing.ts')

const allSources = (): readonly string[] =>
  readdirSync(at('src/engine/analysis'), { recursive: true, encoding: 'utf8' }).map(
    name => `src/engine/analysis/${name.replaceAll('\\', '/')}`,
  )

/** The lines of the analysis that differ from a revision, by file. */
const changedSince = (revision: string): ReadonlyMap<string, ReadonlySet<number>> => {
  const changed = new Map<string, Set<number>>()
  let lines = new Set<number>()
  for (const line of must('git', ['diff', '-U0', revision, '--', 'src/engine/analysis']).stdout.split('\n')) {
    const file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1]
    if (file !== undefined) {
      lines = new Set()
      changed.set(file, lines)
    }
    const [, from, length = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (from !== undefined) for (let i = 0; i < Number(length); i++) lines.add(Number(from) + i)
  }
  return changed
}

const changed = options.since === undefined ? undefined : changedSince(options.since)
const files = (changed !== undefined ? [...changed.keys()] : positionals.length > 0 ? positionals : allSources())
  .filter(isSource)
  .sort()
const all = files
  .flatMap(file => mutantsOf(file, readFileSync(at(file), 'utf8')))
  .filter(({ file, line }) => changed === undefined || changed.get(file)?.has(line) === true)

const count = options.count === undefined ? (options.sample ? sampled : all.length) : Number(options.count)
const [, shard, shards] = /^(\d+)\/(\d+)$/.exec(options.shard)?.map(Number) ?? stop('--shard takes which and of how many: 2/4.')
const chosen = some(all, count, options.seed).filter((_, at) => at % Number(shards) === Number(shard) - 1)
if (chosen.length === 0) {
  say('Nothing of the analysis has changed that could be mutated.')
  process.exit(0)
}

const sandbox = open(chosen, !options.rows)
process.once('exit', sandbox.close)

const fates: Fate[] = []
for await (const each of sandbox.fates()) {
  fates.push(each)
  const { mutant, fate } = each
  if (fate === 'noticed') continue
  const { file, line, before, after } = mutant
  say(
    `${fates.length}: ${file}:${line}: ${JSON.stringify(before.slice(0, 80))} -> ${JSON.stringify(after.slice(0, 80))} (${fate})`,
  )
}
const alive = fates.filter(({ fate }) => fate !== 'noticed')
const typed = sandbox.illTyped(alive.map(({ mutant }) => mutant))
const survivors = alive.filter(({ mutant }) => !typed.has(mutant))
if (typed.size > 0) say(`The type check notices: ${[...typed].map(({ file, line }) => `${file}:${line}`).join(', ')}`)
if (options.json) console.log(JSON.stringify(fates, null, 2))
const noticed = chosen.length - survivors.length
say(
  `${noticed} of ${chosen.length} mutants noticed, ${((100 * noticed) / chosen.length).toFixed(1)} % (of ${all.length}, seed ${options.seed})`,
)
