/** What a program nobody here knows is given to run: a command behind its options, or a statement for a database. */

import { isOneOf } from '../../matching/words.ts'
import { exported } from '../effects/exported-rows.ts'
import { destructive, isStatement } from '../effects/queries.ts'
import { type Call, find, wrapped } from '../values/analysis.ts'
import { hasTrait } from '../values/traits.ts'
import { HOLE, type Stream, type Value } from '../values/value.ts'

const runs =
  /^--?(?:e|x|c|exec|execute|command|cmd|run|run-command|shell-command|sh-exec|ssh-command|remote-command|entrypoint|hook|on-[a-z-]+|(?:pre|post|before|after)-?(?:[a-z-]*))$/

/** Whether a word begins a command where it stands among the words of another program. */
export const begins = (word: string): boolean => hasTrait(word, 'begins') || word.startsWith('mkfs.')

/** Words by which any program says that it runs what follows. */
const verbs = ' exec execute enter shell ssh spawn unshare cmd --exec --execute --enter --shell --ssh --spawn --unshare --cmd '

/** A command in the arguments of a program that is known for something else. */
export function runFollowing({ args, analysis, ...call }: Call): Stream | undefined {
  const at = args.findIndex((word, index) => index < 6 && isOneOf(verbs, word.text))
  if (at < 0) return undefined
  const rest = args.slice(at + 1)
  const ended = rest.findIndex(word => word.text === '--')
  const first = ended >= 0 ? ended + 1 : rest.findIndex((word, index) => index < 6 && begins(baseOf(word)))
  if (first < 0 || first >= rest.length) return undefined
  return analysis.words(rest.slice(first), wrapped({ args, analysis, ...call }), call.stdin)
}

/** Analyses the commands and statements among the arguments. What they would print comes back as bits of `taint`. */
export function runEmbedded(call: Call): number {
  if (hasTrait(call.program, 'talks')) return 0
  runEmbeddedStatements(call, /sql|db|query|cql|mongo|redis/i.test(call.program))
  const { args, analysis } = call
  const env = wrapped(call)
  const ended = args.findIndex(word => word.text === '--')
  let printed = 0
  if (ended >= 0 && ended + 1 < args.length) printed |= analysis.words(args.slice(ended + 1), env, call.stdin).taint
  for (const [at, word] of args.entries()) {
    if (at === ended || at > 30) break
    const [, name, joined] = /^(--?[a-z][\w-]*)(?:=([\s\S]*))?$/.exec(word.text) ?? []
    if (name !== undefined && runs.test(name)) {
      const value = joined === undefined ? args[at + 1] : { ...word, text: joined }
      if (value === undefined) continue
      if (/\s/.test(value.text)) printed |= analysis.script(value.text.split(HOLE).join('$UNKNOWN_PART'), env, call.stdin).taint
      else if (joined === undefined) printed |= analysis.words(args.slice(at + 1), env, call.stdin).taint
    } else if (at < 12 && args.length > at + 1 && begins(baseOf(word)) && !isChoice(word, args[at - 1])) {
      printed |= analysis.words(args.slice(at), env, call.stdin).taint
      break
    }
  }
  return printed
}

/** `shellcheck -s bash`: the name of a dialect. */
function isChoice(word: Value, before: Value | undefined): boolean {
  return before?.text[0] === '-' && !/^(?:rm|dd|shred|srm|mkfs)/.test(word.text) && !word.text.includes('/')
}

function baseOf(word: Value): string {
  return word.text.slice(word.text.lastIndexOf('/') + 1)
}

export const spoken =
  /^(?:-m|--(?:message|title|body|description|reason|grep|comment|note|notes|subject|text|name|label|prompt|search))$/

/** Arguments that are themselves statements, and those on the input of a client for a database. */
export function runEmbeddedStatements(call: Call, client = true): void {
  for (const [at, word] of call.args.entries()) {
    if (spoken.test(call.args[at - 1]?.text ?? '')) continue
    const [, name, value] = /^(--?[\w-]+)=([\s\S]*)$/.exec(word.text) ?? [undefined, undefined, word.text]
    if (name === undefined || !spoken.test(name)) judge(value as string, call)
  }
  if (client && call.stdin.text !== undefined) judge(call.stdin.text, call)
}

function judge(text: string, call: Call): void {
  const bare = text.includes('--') ? text.replace(/^[^\S\n]*--[^\n]*$/gm, '') : text
  for (const statement of bare.split(';')) {
    const finding = isStatement(statement) ? destructive(statement) : undefined
    if (finding !== undefined) find(call, finding)
  }
  exported(bare, call)
}
