/** `config check`: whether `config.yaml` can be used, with everything that is wrong in it. */

import { faultsIn } from '../../../hook/config/parse.ts'
import type { Config } from '../../../hook/config.ts'
import { writeAll } from '../../../hook/io.ts'
import { filesHere, placesHere, readText } from '../policy/files.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'

export const checkConfig = async (named: readonly string[], asJson: boolean): Promise<number> => {
  const files = named.length > 0 ? named : filesHere('config.yaml')
  if (files.length === 0)
    throw new ConfigError(`There is no config.yaml here. Where it would be: ${placesHere().user.join(', ')}`)
  const checked = await Promise.all(files.map(async file => ({ file, faults: await faultsIn(readText(file)) })))
  const faulty = checked.filter(({ faults }) => faults.length > 0)
  const lines = checked.flatMap(({ file, faults }) =>
    faults.length === 0 ? [`${file} is valid`] : faults.map(fault => `${file}, ${fault}`),
  )
  writeAll(1, asJson ? `${json(checked, 2)}\n` : `${lines.join('\n')}\n`)
  return faulty.length > 0 ? 1 : 0
}

/** Of the file that broke it, for `doctor`. */
export const faultsOf = async ({ broken }: Pick<Config, 'broken'>): Promise<readonly string[]> => {
  if (broken?.kind !== 'config-invalid') return []
  try {
    return await faultsIn(readText(broken.file))
  } catch {
    return []
  }
}
