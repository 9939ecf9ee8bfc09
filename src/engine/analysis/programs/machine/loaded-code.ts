/**
 * Options by which a program loads code, or settings that run some: from a temporary folder, where anybody may have put it, or from a file that
 * came from a stranger.
 */

import { namesCode, namesFetchedCode, namesOrigin, valuesGiven } from '../../calls/option-names.ts'
import { isFetched, isStrange } from '../../calls/stranger-files.ts'
import { isFromWellKnown, isStrangeRegistry, isStranger } from '../../places/origins.ts'
import { type Call, find, ranDownload } from '../../values/analysis.ts'
import { hasTrait } from '../../values/traits.ts'
import { taint } from '../../values/value.ts'
import { loads } from './loaded-code.gen.ts'

/** Whoever has one of these loads code by it. */
const everywhere =
  /^(?:require|import|loader|experimental-loader|preload|plugins?|plugin-(?:dir|path|search-dir)|init-?(?:script|file|command)|rc-?file|load-(?:extension|path|plugins?)|lua-filter|app-dir|node-options|javaagent|agentpath|D\w+\.ext\.class\.path|Dorg\.gradle\.jvmargs|DargLine)$/

/** Options of another program follow. */
const handsOn = /^--?[\w-]*(?:args|options|opts|flags)=/

/** An address at a host that nobody knows. */
const isFar = (value: string, { analysis }: Call): boolean =>
  (value.match(/\b(?:git\+)?https?:[^\s;,'"]+/g) ?? []).some(address => isStranger(address, analysis))
/** An address that is the code itself. */
const isText = /(?:^|[=\s])data:[\w/+.;=-]*,/
const cut = (text: string): string => text.slice(0, 80)

/** For a call of which some option may name a temporary folder, or a file that came from a stranger. */
export function loadsForeign(call: Call): void {
  const { program, args } = call
  if (hasTrait(program, 'runsFile'))
    for (const { text } of args) if (text.split(/[=,]/).some(piece => isFetched(piece, call))) return
  const entry = Object.entries(loads).find(([programs]) => programs.split(' ').includes(program))
  const own = new Set(entry?.[1].split(' '))
  for (const [at, { text }] of args.entries()) {
    const [, name = '', joined] = /^-([a-zA-Z])([/~][\s\S]*)$/.exec(text) ?? /^--?([\w.-]+)(?:[=:]([\s\S]*))?$/.exec(text) ?? []
    if (name === '' || !(own.has(name) || everywhere.test(name))) continue
    const given = args[at + 1]?.stream?.taint ?? 0
    if (joined === undefined && (given & taint.download) !== 0 && !isFromWellKnown(call.analysis))
      return void ranDownload(given, call)
    const value = joined ?? args[at + 1]?.text ?? ''
    if (isFar(value, call)) return void find(call, 'execution.download-execute', { unknown: `what ${cut(value)} holds` })
    for (const piece of value.split(/[\s=,:]/)) if (isStrange(piece, call)) return
    if (isText.test(value)) return void find(call, 'execution.preload', { unknown: 'what the address holds' })
  }
  // What is handed on: `--pip-args='--index-url=…'`.
  const words = args.flatMap(({ text }, at) =>
    handsOn.test(text) || handsOn.test(`${args[at - 1]?.text ?? ''}=`) ? [text, ...text.split(/\s+|=(?=--)/)] : [text],
  )
  for (const [name, value] of valuesGiven(words))
    if (namesFetchedCode(name) && isFar(value, call))
      return void find(call, 'execution.download-execute', { unknown: `what ${cut(value)} holds` })
    else if (namesCode(name) || (name.length > 1 && own.has(name))) {
      if (isText.test(value)) return void find(call, 'execution.preload', { unknown: 'what the address holds' })
      for (const piece of value.split(/[\s=,:;|'"]/)) if (isStrange(piece, call)) return
    } else if (namesOrigin(name) && isFar(value, call) && isStrangeRegistry(value, call.analysis))
      return void find(call, 'packages.registry-override')
  if (/^(?:jupyter|papermill)$/.test(program) && args.some(({ text }) => /^(?:--execute|.*\.ipynb)$/.test(text)))
    for (const { text } of args) if (isStrange(text, call)) return
}
