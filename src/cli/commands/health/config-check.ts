/** `config check`: whether `config.yaml` can be used, with everything that is wrong in it. */

import { load } from '../../../adapters/clients.gen.ts'
import { guardrailTypes } from '../../../core/event.ts'
import { oneLine } from '../../../core/redact.ts'
import { nearest } from '../../../engine/policy/language/suggest.ts'
import { faultsIn, parseConfig } from '../../../hook/config/parse.ts'
import type { Config } from '../../../hook/config.ts'
import { writeAll } from '../../../hook/io.ts'
import { filesHere, placesHere, readText } from '../policy/files.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'

export const checkConfig = async (named: readonly string[], asJson: boolean): Promise<number> => {
  const files = named.length > 0 ? named : filesHere('config.yaml')
  if (files.length === 0)
    throw new ConfigError(`There is no config.yaml here. Where it would be: ${placesHere().user.join(', ')}`)
  const checked = await Promise.all(files.map(async file => ({ file, faults: await allFaultsIn(readText(file)) })))
  const faulty = checked.filter(({ faults }) => faults.length > 0)
  const lines = checked.flatMap(({ file, faults }) =>
    faults.length === 0 ? [`${file} is valid`] : faults.map(fault => `${file}, ${fault}`),
  )
  writeAll(1, asJson ? `${json(checked, 2)}\n` : `${lines.join('\n')}\n`)
  return faulty.length > 0 ? 1 : 0
}

/** Also a list of guardrails for an event that no client has, which would never be sent. */
const allFaultsIn = async (text: string): Promise<readonly string[]> => {
  const faults = await faultsIn(text)
  const parsed = faults.length > 0 ? undefined : await parseConfig(text, '')
  const named = parsed?.ok ? parsed.value.gateway?.guardrails : undefined
  if (named === undefined || Array.isArray(named)) return faults
  const known: readonly string[] = [
    ...guardrailTypes,
    ...(await Promise.all(Object.values(load).map(adapter => adapter()))).flatMap(({ default: { events } }) =>
      Object.keys(events),
    ),
  ]
  return Object.keys(named)
    .filter(key => !known.includes(key))
    .map(key => {
      const near = nearest(key, known)
      return `gateway.guardrails: no client has an event "${oneLine(key, 60)}"${near === undefined ? '' : `; did you mean ${near}`}`
    })
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
