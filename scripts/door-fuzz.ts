/**
 * `npm run door:fuzz`: asks the host of the door what an engine that lies would ask, under sanitizers; `--seconds 20`, and `--seed` to see a
 * finding again. What it must not do is in `scripts/door/fuzz.c`.
 */

import { parseArgs } from 'node:util'
import { fuzzHost, lackingForFuzz } from './door/fuzz.ts'
import { say, stop } from './project/project.ts'

const { seconds, seed } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, seed: { type: 'string', default: String(Date.now()) } },
}).values
const lacks = lackingForFuzz()
if (lacks !== undefined) say(`The host of the door is not fuzzed: ${lacks}`)
else {
  const { ok, said } = fuzzHost(Number(seconds), Number(seed))
  say(said)
  if (!ok) stop('the host of the door believes what it must not')
}
