/** `policy allow`: shows the exception that lets a refused call through for good, and writes it when a person says so. */

import { visible } from '../../../core/redact.ts'
import { type Allowance, allowFor } from '../../../hook/approvals/allow.ts'
import { configHere } from '../../../hook/approvals/console.ts'
import { writeAll } from '../../../hook/io.ts'
import { filesOn } from '../../../setup/install/files.ts'
import { withPerson } from '../person/person.ts'
import { palette } from '../terminal/ansi.ts'
import { diffOf } from '../terminal/diff.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'

interface AllowOptions {
  readonly days: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Exit code 1 when nothing is written. */
export const allow = async (id: string, { days, dryRun, json: asJson }: AllowOptions): Promise<number> => {
  if (!/^[1-9]\d{0,2}$/.test(days)) throw new ConfigError('--days takes a whole number from 1 to 999.')
  const done = await allowFor(id, await configHere(), Number(days))
  if (!done.ok) {
    writeAll(1, asJson ? `${json(done)}\n` : `Nothing was written: ${visible(done.why)}.\n`)
    return 1
  }
  const { allowance } = done
  if (dryRun) {
    writeAll(1, asJson ? `${json(allowance)}\n` : `${shown(allowance)}\nNothing was written.\n`)
    return 0
  }
  return withPerson('A policy is changed by a person, in a terminal of their own: tfy-hook policy allow', person => {
    person.say(`${shown(allowance)}\n`)
    if (!person.confirms('Write this?')) {
      person.say('Nothing was written.\n')
      return 1
    }
    for (const { file, after } of allowance.changes) filesOn().replace(file, after)
    writeAll(1, asJson ? `${json(allowance)}\n` : `Permitted until ${allowance.expires}, from the next call on.\n`)
    return 0
  })
}

const shown = ({ changes, rules, expires, neighbours }: Allowance): string =>
  [
    ...changes.map(change => diffOf(change, palette())),
    '',
    `Excepts ${rules.join(', ')} until ${expires}, for this call in this folder. ${neighbours} calls that differ a little are judged as before.`,
  ].join('\n')
