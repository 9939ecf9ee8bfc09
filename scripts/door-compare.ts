/**
 * `npm run door:compare`: the corpus and every recorded payload, through dist/tfy-hook and through the door; stdout, stderr, exit code and
 * audit line must be the same. `-- --every 7` takes each seventh call. What the door would hand over is counted, and compared each twentieth time.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCorpus } from './corpus/row.ts'
import { doorFile } from './door/build.ts'
import { ask, callOf, difference, recorded } from './door/compare.ts'
import { at, say, stop } from './project/project.ts'

const every = Number(process.argv[process.argv.indexOf('--every') + 1]) || 1
const [door, whole] = [at(doorFile), at('dist/tfy-hook')]
if (!existsSync(door)) {
  say(`${doorFile} is not built, so nothing is compared`)
  process.exit(0)
}

const rows = readCorpus().flatMap(({ rows }) => rows)
const calls = [...recorded(), ...rows.map(callOf)].filter((_, n) => n % every === 0)
const totals = { compared: 0, handedOver: 0, different: 0 }

const worker = async (own: number, of: number): Promise<void> => {
  const scratch = mkdtempSync(join(tmpdir(), 'tfy-hook-door-'))
  for (let n = own; n < calls.length; n += of) {
    const call = calls[n]
    if (call === undefined) continue
    const alone = await ask(door, scratch, { ...call, env: { ...call.env, TFY_HOOK_DOOR: 'only' } })
    const passed = alone.stderr.includes('an internal fault')
    if (passed) totals.handedOver++
    if (passed && totals.handedOver % 20 !== 0) {
      if (process.argv.includes('--handed')) say(`handed over: ${call.title}`)
      continue
    }
    const one = await ask(whole, scratch, call)
    // Alone it is not handed over for being slow, so that a bound of the engine may pass on a busy machine.
    const other = passed || difference(one, alone) !== undefined ? await ask(door, scratch, call) : alone
    const found = difference(one, other)
    totals.compared++
    if (found === undefined) continue
    totals.different++
    say(`${call.title}\n  ${found}`)
  }
  rmSync(scratch, { recursive: true, force: true })
}

const workers = 3
await Promise.all([...Array(workers).keys()].map(own => worker(own, workers)))
say(`${calls.length} calls, ${totals.compared} compared, ${totals.handedOver} handed over, ${totals.different} different`)
if (totals.different > 0) stop('the door answers differently')
