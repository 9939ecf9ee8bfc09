/** Which Redis the configuration names, if any. */

import { readCompiled } from '../../config/compiled.ts'
import { parseConfig } from '../../config/parse.ts'
import type { Places } from '../../config/places.ts'
import type { ConfigFile, StateConfig } from '../../core/config.ts'

export const stateIn = async (places: Places): Promise<StateConfig | undefined> => {
  for (const dir of [...places.managed, ...places.user]) {
    const file = `${dir}/config.yaml`
    const parse = (text: string) => parseConfig(text, file)
    const read = await readCompiled<ConfigFile>({ file, kind: 'config', layer: 'config', parse }, places.state)
    if (read.ok && read.value?.state !== undefined) return read.value.state
  }
  return undefined
}
