/** What the configuration says to a server alone, and only a restart can change. */

import { readCompiled } from '../config/compiled.ts'
import { parseConfig } from '../config/parse.ts'
import type { Places } from '../config/places.ts'
import type { ConfigFile } from '../core/config.ts'

export type Named = Pick<ConfigFile, 'state' | 'serve'>

/** Of each, what the first file says that says it. */
export const namedIn = async (places: Places): Promise<Named> => {
  let named: Named = {}
  for (const dir of [...places.managed, ...places.user]) {
    const file = `${dir}/config.yaml`
    const parse = (text: string) => parseConfig(text, file)
    const read = await readCompiled<ConfigFile>({ file, kind: 'config', layer: 'config', parse }, places.state)
    if (!read.ok || read.value === undefined) continue
    const { state, serve } = read.value
    named = { ...(state !== undefined && { state }), ...(serve !== undefined && { serve }), ...named }
  }
  return named
}
