/** What the configuration says to a process that stays, and only a restart can change. */

import type { ConfigFile } from '../../core/config.ts'
import { readCompiled } from '../../hook/config/compiled.ts'
import { parseConfig } from '../../hook/config/parse.ts'
import type { Places } from '../../hook/config/places.ts'

type Block = 'state' | 'serve' | 'dashboard'

/** Of each, what the first file says that says it. */
export const namedIn = async <B extends Block>(places: Places, ...blocks: readonly B[]): Promise<Pick<ConfigFile, B>> => {
  let named = {} as Pick<ConfigFile, B>
  for (const dir of [...places.managed, ...places.user]) {
    const file = `${dir}/config.yaml`
    const parse = (text: string) => parseConfig(text, file)
    const read = await readCompiled<ConfigFile>({ file, kind: 'config', layer: 'config', parse }, places.state)
    if (!read.ok || read.value === undefined) continue
    const { value } = read
    for (const block of blocks)
      if (named[block] === undefined && value[block] !== undefined) named = { ...named, [block]: value[block] }
  }
  return named
}
