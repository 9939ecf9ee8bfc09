/** The files of this account that `init` writes where there are none: configuration, key, policy and its tests. */

import { existsSync } from 'node:fs'
import type { Endpoint } from '../../../core/config.ts'
import { describe } from '../../../core/failure.ts'
import { quoteText } from '../../../core/redact.ts'
import type { SourceName } from '../../../core/verdict.ts'
import { planOf } from '../../../engine/policy/judge/layers.ts'
import { type Config, placesOf, readConfig, readPolicies } from '../../../hook/config.ts'
import type { Files } from '../../../setup/install/files.ts'
import { ConfigError } from '../terminal/errors.ts'
import { starterPolicy, starterTests } from './starter-texts.gen.ts'
import { onTrial, starterConfig } from './starter-texts.ts'

/** What a person has decided; undefined where a configuration stands that says it. */
export interface Choice {
  readonly source: SourceName
  readonly url: string | undefined
  readonly apiKey: string | undefined
  /** In place of a key, the login of TrueFoundry's own tool. */
  readonly credential?: 'tfy'
  /** What answered each client. */
  readonly clients?: Readonly<Record<string, Endpoint>>
}

export interface Account {
  readonly config: Config
  /** Where new files go. */
  readonly dir: string
  /** The configuration that stands. */
  readonly file: string | undefined
}

/** A person who types `init` means the account that the environment names, wherever they stand. */
export const accountHere = async (): Promise<Account> => {
  const places = placesOf(process.env, '')
  const config = await readConfig({ hints: {}, bare: false }, process.env, places)
  const dir = places.user[0] ?? places.home
  return { config, dir, file: places.user.map(base => `${base}/config.yaml`).find(file => existsSync(file)) }
}

/** What a configuration that stands says, in one sentence. */
export const existingConfig = ({ config, file }: Account): string => {
  if (config.broken !== undefined) return `${describe(config.broken)}. Nothing is overwritten; fix it, then: tfy-hook doctor`
  const way = config.gateway === undefined ? '' : `, gateway ${quoteText(config.gateway.url)}`
  return `${file} stays as it is: source ${config.source}${way}${config.fail === undefined ? '' : `, fail ${config.fail}`}.`
}

export interface StarterFile {
  readonly file: string
  readonly text: string
  readonly mode: number
  readonly secret: boolean
}

/** What a trial does not cover; a throw where a policy stands that would enforce all the same. */
export const trialRemarks = async (
  { config }: Account,
  choice: Choice | undefined,
  failOpen: boolean,
): Promise<readonly string[]> => {
  const { files, failure } = await readPolicies(config, [], undefined)
  const enforcing = files.find(({ layer }) => !planOf(files).audits(layer))
  if (failure !== undefined) throw new ConfigError(`${describe(failure)}. Nothing was written.`)
  if (enforcing !== undefined)
    throw new ConfigError(
      `${enforcing.file} is in force and not on trial. Nothing was written. For a trial it says "extends: observe", or "strategy: audit" under settings.`,
    )
  const source = choice?.source ?? config.source
  return [
    ...(source === 'offline' ? [] : ['--observe holds for the embedded engine: what the gateway refuses is refused.']),
    ...(failOpen ? [] : ['On trial, too, an action stops where no verdict comes; --fail-open lets it go on.']),
  ]
}

export const starterFilesFor = (
  { dir, file, config }: Account,
  choice: Choice | undefined,
  observe = false,
): readonly StarterFile[] => {
  const found: StarterFile[] = []
  const add = (name: string, text: string, mode = 0o644, secret = false) => {
    if (!existsSync(`${dir}/${name}`)) found.push({ file: `${dir}/${name}`, text, mode, secret })
  }
  if (choice?.apiKey !== undefined) add('credentials', `${choice.apiKey}\n`, 0o600, true)
  if (file === undefined && choice !== undefined)
    add('config.yaml', starterConfig(choice.source, choice.url, choice.clients, choice.credential))
  const guarded = [...config.places.managed, ...config.places.user].some(base => existsSync(`${base}/policy.yaml`))
  if (!guarded) {
    const as = (text: string): string => (observe ? onTrial(text) : text)
    add('policy.test.yaml', as(starterTests))
    add('policy.yaml', as(starterPolicy))
  }
  return found
}

export const putStarterFile = ({ file, text, mode }: StarterFile, files: Files): void => files.replace(file, text, mode)
