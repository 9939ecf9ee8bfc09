/** Commands whose output is meant to be run by a shell. */

import { type Call, find, ranDownload } from '../values/analysis.ts'
import { hasTrait } from '../values/traits.ts'
import { type Stream, taint, type Value } from '../values/value.ts'

/** Words that set a shell up only with another behind them. */
const tools = /^(?:hub\s+alias|perl\s+-I)\b/
/** What any tool may print for a shell to read: `kubectl completion bash`, `npm completion`, `x shellenv`. */
const asked =
  /^[\w./~$@-]+(?:\s+[\w./=:@-]+){0,4}?\s+(?:--?)?(?:(?:shell|bash|zsh|fish)?-?completions?(?:-script)?|generate-shell-completion|shellenv|shell-?init|shell-?setup|activate|hook(?:-env)?|init|env|docker-env|export-credentials|complete)\b/

function isGenerator(written: string): boolean {
  const command = written.trim().replace(/^(?:command|sudo|env)\s+/, '')
  const [program = ''] = command.split(/[^\w./~$@-]/, 1)
  const name = program.slice(program.lastIndexOf('/') + 1)
  // Of these two the folder is often said.
  if (hasTrait(/^(?:brew|conda)$/.test(name) ? name : program, 'setsUp') || tools.test(command)) return true
  return asked.test(command) && !hasTrait(name, 'relays') && !fetches.test(command.slice(program.length - name.length))
}

/** Programs that print what somebody else wrote, whatever their last word is. */
const fetches =
  /^(?:gh\s+(?:api|gist|release|run|issue|pr|repo)|(?:docker|podman|nerdctl|kubectl|oc)\s+(?:run|exec|compose|logs|get|cp))\s/

/** `eval "$(tool init)"` is how well-known tools set up a shell. */
export function isSetup(word: Value): boolean {
  const [, ...all] = word.written.split('$(').filter((piece, at) => at === 0 || piece !== '')
  return all.length > 0 && all.every(isGenerator)
}

/** By where a text comes from that is run. */
export function judgeOrigin(bits: number, call: Call): void {
  if (!ranDownload(bits, call) && (bits & taint.decoded) !== 0) find(call, 'execution.decoded-execute')
  if ((bits & taint.edited) !== 0) find(call, 'execution.unknown-command', { unknown: 'what a program made of the file' })
}

/** Text from a stream is about to be run. */
export function judgeSource(stream: Stream, call: Call): void {
  judgeOrigin(stream.taint, call)
  const by = unknownSource(stream)
  if (by !== undefined) find(call, 'execution.unknown-command', { unknown: `what "${by.slice(0, 80)}" prints` })
}

/** By its name it is data. */
const noScript =
  /\.(?:png|jpe?g|gif|webp|svg|ico|pdf|mp[34]|mov|wav|woff2?|ttf|zip|gz|tgz|xz|bz2|7z|csv|json|lock|bin|dat|db|sqlite|html?|css)$/i

/** Who prints it, when nobody knows what it is. A local file as it stands is as ordinary as running it. */
function unknownSource(stream: Stream): string | undefined {
  if (stream.text !== undefined || stream.by === undefined) return undefined
  if ((stream.taint & (taint.download | taint.decoded | taint.endless)) !== 0) return undefined
  const from = stream.from ?? []
  if ((stream.taint & taint.file) !== 0 && from.length > 0 && !from.some(({ text }) => noScript.test(text))) return undefined
  return isGenerator(stream.by) ? undefined : stream.by
}
