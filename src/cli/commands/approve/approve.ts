/** `approve`: the refusals of the last minutes, and a person who permits one of them, once. */

import { flat, oneLine, visible } from '../../../core/redact.ts'
import {
  type Approving,
  barrierText,
  configHere,
  findRefusal,
  listRefusals,
  approve as permit,
  personHere,
  type Refusal,
} from '../../../hook/approvals/console.ts'
import { writeAll } from '../../../hook/io.ts'
import { type Person, withPerson } from '../person/person.ts'
import { palette } from '../terminal/ansi.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { relativeTime } from '../terminal/relative-time.ts'

interface ApproveOptions {
  readonly list?: boolean
  readonly last?: boolean
  readonly json?: boolean
}

/** Exit code 1 when nothing was permitted. */
export const approve = async (id: string | undefined, options: ApproveOptions): Promise<number> => {
  const config = await configHere()
  if (options.list) {
    const all = await listRefusals(config)
    if (options.json) writeAll(1, `${json(all)}\n`)
    else writeAll(1, all.length === 0 ? 'Nothing was refused in the last 30 minutes.\n' : `${all.map(rowOf).join('\n')}\n`)
    return 0
  }
  return withPerson('Permitting a call is for a person, in a terminal of their own: tfy-hook approve', async person => {
    const refusal = id === undefined ? choice(await listRefusals(config), options, person) : await findRefusal(id, config)
    if (refusal === undefined) {
      if (id !== undefined)
        throw new ConfigError(`No refusal has the id ${oneLine(id, 40)}. Those of the last minutes: tfy-hook approve --list`)
      return 1
    }
    person.say(`${cardOf(refusal)}\n`)
    if (refusal.barrier === undefined && !person.confirms('Permit exactly this call, once, within 10 minutes?')) {
      person.say('It stays refused.\n')
      return 1
    }
    const done = await permit(refusal.id, { name: await personHere(config), way: 'terminal' }, config)
    writeAll(1, options.json ? `${json(done)}\n` : `${told(done)}\n`)
    return done.ok ? 0 : 1
  })
}

const told = (done: Approving): string =>
  done.ok
    ? `Permitted once, until ${new Date(done.until).toLocaleTimeString()}. Let the agent try the same call again.`
    : `It stays refused: ${barrierText[done.barrier]}.`

const choice = (all: readonly Refusal[], { last }: ApproveOptions, person: Person): Refusal | undefined => {
  const open = all.filter(({ barrier, approvedBy }) => barrier === undefined && approvedBy === undefined)
  if (open.length === 0) person.say('Nothing that can be permitted was refused in the last 30 minutes.\n')
  if (last || open.length < 2) return open[0]
  person.say(`${open.map((refusal, at) => `${String(at + 1).padStart(3)}  ${rowOf(refusal)}`).join('\n')}\n`)
  return open[Number(person.ask('Which one? Its number, or nothing: ')) - 1]
}

const rowOf = ({ id, time, client, tool, rules, content, barrier, approvedBy }: Refusal): string => {
  const { strong, faint, place } = palette()
  const what =
    approvedBy !== undefined
      ? `permitted by ${oneLine(approvedBy, 40)}, not used yet`
      : barrier === undefined
        ? ''
        : barrierText[barrier]
  const said = `${relativeTime(time, Date.now()).padEnd(10)}  ${flat(client)}  ${flat(tool)}  ${rules[0] ?? ''}`
  return `${strong(id)}  ${said}  ${place(oneLine(content, 100))}${what === '' ? '' : faint(`  (${what})`)}`
}

/** All of it: what is not seen is not permitted. */
const cardOf = (refusal: Refusal): string => {
  const { strong, faint } = palette()
  const { id, time, client, tool, cwd, session, rules, reason, content, input } = refusal
  const rows: readonly (readonly [string, string])[] = [
    ['refused', `${relativeTime(time, Date.now())}, by ${rules.join(', ')}: ${reason}`],
    ['agent', `${client}, session ${session}`],
    ['folder', cwd],
    ['tool', tool],
  ]
  const lines = (text: string): string =>
    visible(text)
      .split('\n')
      .map(line => `  | ${line}`)
      .join('\n')
  const arguments_ = Object.keys(input).length === 0 ? '' : `\n${faint('with')}\n${lines(JSON.stringify(input, undefined, 2))}`
  return `${strong(id)}\n${rows.map(([name, text]) => `${faint(name.padEnd(8))} ${flat(text)}`).join('\n')}\n${lines(content)}${arguments_}`
}
