/** Help and dry runs: when a call only says what it would do, and when it only looks like that. */

import { isOneOf } from '../../matching/words.ts'
import type { Call } from '../values/analysis.ts'
import { hasTrait } from '../values/traits.ts'
import type { Value } from '../values/value.ts'
import type { Program, Row } from './form.ts'
import type { Options, Reading } from './options.ts'

const rehearsals = /^dry[-_]?run$/i

/** Whether the command only says what it would do. For programs without a form. */
export function isRehearsal({ args }: Call): boolean {
  const texts = args.map(({ text }) => text)
  if (texts.some(text => isNo(text) || /^--no-(?:dry[-_]?run|help)$/i.test(text))) return false
  return texts.some(text => {
    const [, name = '', value] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? []
    return (name === 'help' || rehearsals.test(name)) && isYes(name, value)
  })
}

/** `--dry-run=client`, `--dry-run`. What is no known yes may be a no to the program, for help too: `--help=false` does the deed. */
const isYes = (name: string, value: string | undefined): boolean =>
  value === undefined || (name === 'help' ? yes : dry).test(value)

const yes = /^(?:true|t|1|yes)$/i
const dry = /^(?:true|t|1|yes|client|server)$/i
/** `--dry-run false`. */
const isNo = (text: string): boolean => isOneOf(' false f 0 no none off ', text.toLowerCase())

/** Whether nothing is done: help is asked for, or a dry run. */
export function rehearsal(
  call: Call,
  { flags, values, positional }: Options,
  program: Program,
  reading: Reading,
): 'help' | 'dry' | undefined {
  const words = positional.map(({ text }) => text)
  const isDenied = call.args.some(({ text }, at) => isNo(text) && call.args[at - 1]?.text[0] === '-')
  const own = inFront(call, positional)
  const said = (name: string): boolean =>
    flags.has(name) &&
    (own === call.args || own.some(({ text }) => text.replace(/^-+|=[\s\S]*$/g, '') === name)) &&
    !flags.has(`no-${name}`) &&
    isYes(name, values.get(name)?.text) &&
    !isTaken(name, call, reading)
  if (isDenied) return undefined
  const commands = program.rows?.some(([pattern]) => isCommand(pattern)) === true
  if (said('help') && (commands || isInFront('--help', call))) return 'help'
  if (commands && words[0] === 'help') return 'help'
  if (said('version') && words.length === 0) return 'help'
  if (program.rehearsal === '') return undefined
  const others = program.rehearsal?.split(' ') ?? []
  for (const flag of flags) if ((rehearsals.test(flag) || others.includes(flag)) && said(flag)) return 'dry'
  return undefined
}

/** What stands in front of the program that another one starts: all behind it is for that program. */
function inFront({ program, args }: Call, positional: readonly Value[]): readonly Value[] {
  const verb = positional[0]?.text ?? ''
  const carries = hasTrait(program, 'wraps') || isOneOf(' pipx poetry go ', program)
  const at =
    carries && isOneOf(' run exec x dlx ', verb) ? 1 : carries && verb === 'tool' ? 2 : isOneOf(runners, program) ? 0 : undefined
  const started = at === undefined ? undefined : positional[at]
  return started === undefined ? args : args.slice(0, args.indexOf(started))
}
/** They start a package. */
export const runners = ' npx bunx pnpx uvx '

/** Options that take no value in any program that has them. */
const plain =
  /^(?:no-.*|all|auto-approve|confirm|debug|delete|dry-run|experimental|f|force|global|h|help|i|ignore-not-found|json|n|now|prune|q|quiet|r|recursive|v|verbose|wait|y|yes)$/i

/** `--description --help`: an option that nobody here knows may take the word behind it for its value. */
function isTaken(name: string, { args }: Call, { known, takes }: Reading): boolean {
  return args.some(({ text }, at) => {
    const before = args[at - 1]?.text
    if (before === undefined || !before.startsWith('--') || before.length < 3 || before.includes('=')) return false
    if (text.replace(/^-+/, '').replace(/=[\s\S]*$/, '') !== name) return false
    const option = before.slice(2)
    return !plain.test(option) && (known?.has(option) !== true || takes.has(option))
  })
}

/** Some act on each word as they come to it, and all do with POSIXLY_CORRECT: help behind an operand then comes too late. */
function isInFront(option: string, { args }: Call): boolean {
  for (const { text } of args) {
    if (text.startsWith(option)) return true
    if (!text.startsWith('-')) return false
  }
  return true
}

/** A word behind anything else may be an operand: a volume can be called `help`. */
export function isCommand(pattern: Row[0]): boolean {
  return /^[\w*]/.test(pattern)
}
