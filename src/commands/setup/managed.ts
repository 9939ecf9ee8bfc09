/** `--scope managed`: what an administrator deploys, as text. Nothing is written: these files belong to whoever manages the machine. */

import { isSource } from '../../args.ts'
import { withEntriesOf } from '../../install/entries.ts'
import { writeAll } from '../../io.ts'
import { groundHere, type Installable, type Settings, writesFor } from '../registration/registrations.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import type { Account } from './account-files.ts'
import { starterConfig, starterPolicy } from './starter-texts.ts'

interface Flags {
  readonly client?: readonly string[]
  readonly source?: string
  readonly gatewayUrl?: string
  readonly json?: boolean
}

export const printManaged = (clients: readonly Installable[], settings: Settings, { config }: Account, flags: Flags): number => {
  const ground = groundHere('managed')
  const fit = clients.filter(({ installation }) => installation.scopes.includes('managed'))
  if (fit.length === 0) throw new ConfigError('None of these clients has settings that an administrator can deploy.')
  const url = flags.gatewayUrl
  const source = isSource(flags.source) ? flags.source : url === undefined ? 'offline' : 'gateway-then-offline'
  const dir = config.places.managed[0] ?? ''
  const shared = [
    { client: undefined, file: `${dir}/config.yaml`, text: starterConfig(source, url) },
    { client: undefined, file: `${dir}/policy.yaml`, text: starterPolicy },
  ]
  const own = fit.flatMap(installable =>
    writesFor(installable, ground, settings, undefined).map(write => ({
      client: installable.client,
      file: write.file,
      text: write.kind === 'file' ? write.text : withEntriesOf(undefined, write),
    })),
  )
  const notes = fit.flatMap(({ client, installation }) =>
    [...(installation.gaps?.(undefined) ?? []), ...(installation.notes?.(ground) ?? [])].map(note => ({ client, note })),
  )
  const all = [...shared, ...own]
  if (flags.json)
    writeAll(
      1,
      `${json(
        all.map(file => ({ ...file, notes: notes.filter(({ client }) => client === file.client).map(({ note }) => note) })),
        2,
      )}\n`,
    )
  else {
    writeAll(
      2,
      'Nothing is written. Deploy these files; where one exists, add what stands here. Nobody but an administrator may write them.\n',
    )
    for (const { client, file, text } of all)
      writeAll(1, `# ${file}${client === undefined ? '' : ` (${client})`}\n${text}${text.endsWith('\n') ? '' : '\n'}\n`)
    for (const { client, note } of notes) writeAll(2, `${client}: ${note}\n`)
  }
  return 0
}
