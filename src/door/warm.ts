/**
 * What every call would do anew and always in the same way is done while the image is made: all modules, and the tables that the first use makes.
 * No machine, no time and no environment can be seen from there.
 */

import { lookUpLooseEnds } from '../engine/analysis/languages/loose-ends.ts'
import { lookUpRecords } from '../engine/analysis/languages/records.ts'
import { lookUpOpenings } from '../engine/analysis/places/open-settings.ts'
import { loadAll as loadPrograms, lookUpEveryday } from '../engine/analysis/programs/parts.ts'
import { orders } from '../engine/detect/agent-orders.gen.ts'
import { runHook } from '../hook/hook.ts'
import { loadAll as loadClients } from '../hook/recognise.ts'
import { tellWords } from './marks.ts'
import '../engine/policy/rules/flags.ts'
import '../hook/sources/gateway.ts'
import '../hook/sources/resident/ask.ts'

const nothing = (): void => undefined

/** Resolves when everything is loaded, and each payload was judged once. The host gives `payloads` of them on stdin. */
export const warm = async (payloads: number): Promise<void> => {
  await loadClients()
  await loadPrograms()
  lookUpEveryday()
  lookUpOpenings()
  lookUpRecords()
  lookUpLooseEnds()
  orders()
  for (let n = 0; n < payloads; n++)
    await runHook(['--client', 'claude-code', '--fail-closed'], {}, 0, { configured: nothing, noting: nothing, decided: nothing })
  tellWords()
}
