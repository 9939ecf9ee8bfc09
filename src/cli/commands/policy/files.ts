/** The policy files that commands work on. */

import { existsSync } from 'node:fs'
import { describe } from '../../../core/failure.ts'
import { parsePolicy } from '../../../engine/policy/language/load.ts'
import type { LayerName, PolicyFile } from '../../../engine/policy/rules/types.ts'
import { readBounded } from '../../../hook/config/bounded-file.ts'
import { type Places, projectDirs } from '../../../hook/config/places.ts'
import { type Policies, placesOf, policyPlaces, readConfig, readPolicies } from '../../../hook/config.ts'
import { ConfigError } from '../terminal/errors.ts'

export const placesHere = (): Places => placesOf(process.env)

/** Files of this name that an administrator or the account has. */
export const filesHere = (name: string): readonly string[] => {
  const { managed, user } = placesHere()
  return [...managed, ...user].map(dir => `${dir}/${name}`).filter(file => existsSync(file))
}

/** What would be read for a call from the current directory. */
export const filesInForce = (): { file: string; layer: LayerName }[] => {
  const places = placesHere()
  return [
    ...places.managed.map(dir => ({ file: `${dir}/policy.yaml`, layer: 'managed' as const })),
    ...places.user.map(dir => ({ file: `${dir}/policy.yaml`, layer: 'user' as const })),
    ...projectDirs([], process.cwd()).map(dir => ({ file: `${dir}/.tfy-hook/policy.yaml`, layer: 'project' as const })),
  ].filter(entry => existsSync(entry.file))
}

/** The same, loaded, and the bundle that a managed file names. */
export const readHere = async (): Promise<Policies> =>
  readPolicies(await readConfig({ hints: {}, bare: false }, process.env, placesHere()), [], process.cwd())

/** A file that cannot be used ends the command. */
export const policiesHere = async (): Promise<readonly PolicyFile[]> => {
  const read = await readHere()
  if (read.failure !== undefined) throw new ConfigError(`${describe(read.failure)}. Run: tfy-hook policy check`)
  return read.files
}

/** What is in force here, with a draft of one of its files in the place of that file. */
export const inPlaceOf = async (file: string, drafts: readonly string[]): Promise<readonly PolicyFile[]> => {
  const [draft, ...more] = drafts
  const place = policyPlaces(placesHere(), [], process.cwd()).find(one => one.file === file)
  if (draft === undefined || more.length > 0)
    throw new ConfigError('--instead-of takes one draft, and the file it is a draft of.')
  if (place === undefined) throw new ConfigError(`${file} is no policy file that is looked for here.`)
  const { files, failure } = await readHere()
  const parsed = await parsePolicy(readText(draft), file, place.layer)
  if (!parsed.ok) throw new ConfigError(`${draft} is not valid. Run: tfy-hook policy check ${draft}`)
  // What is broken may be this very file, which the draft is to repair.
  if (failure !== undefined && files.some(one => one.file === file)) throw new ConfigError(`${describe(failure)}.`)
  return [...files.filter(one => one.file !== file), parsed.value]
}

export const readText = (file: string): string => {
  try {
    const text = readBounded(file, longest)
    if (text !== undefined) return text
  } catch (cause) {
    throw new ConfigError(`Cannot read ${file}.`, { cause })
  }
  throw new ConfigError(`Cannot read ${file}: it is not a file of at most ${longest} bytes.`)
}

const longest = 8 * 1024 * 1024
