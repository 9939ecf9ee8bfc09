/** Programs that apply a patch: what its headers name is what they write. */

import type { Programs } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { arrived } from '../../effects/file-copies.ts'
import { deleted, filled, overwritten, readPath } from '../../effects/file-effects.ts'
import { patchedBy } from '../../effects/patches.ts'
import { moved } from '../../effects/transfers.ts'
import { isFromWellKnown } from '../../places/origins.ts'
import { absolutePath, boundedPath } from '../../places/paths.ts'
import { bounds, type Call, find, fork, type Handler, textAt } from '../../values/analysis.ts'
import { HOLE, literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'

export const patching: Programs = {
  'apply_patch applypatch': call => applied(call, call.args, {}),
  patch: call => {
    const given = options(call.args, 'p i d o r B D F V Y z strip input directory output reject-file')
    const strip = (given.values.get('p') ?? given.values.get('strip'))?.text
    const source = given.values.get('i') ?? given.values.get('input') ?? given.positional[1]
    const target = given.positional[0] ?? given.values.get('o') ?? given.values.get('output')
    const { taint: bits } = source === undefined ? call.stdin : readPath(source, call.env, call.analysis, call.invocation)
    if (target !== undefined) {
      const { path } = overwritten(target, 'edit', call.env, call.analysis, call.invocation)
      if (path !== undefined) arrived(path, { text: undefined, taint: bits }, call.analysis)
    }
    const folder = given.values.get('d') ?? given.values.get('directory')
    return applied(call, source === undefined ? [] : [source], {
      folder,
      ...(/^\d{1,2}$/.test(strip ?? '') && { strip: Number(strip) }),
    })
  },
}

/** `git apply`, `git am`. */
export const gitApply: Handler = call => {
  const given = options(call.args, 'p C directory exclude include whitespace patch-format')
  if (['check', 'stat', 'numstat', 'summary', 'abort', 'skip', 'quit'].some(name => given.flags.has(name))) return nothing
  // Whatever the patch changes, what is to be let in is said.
  for (const [name, value] of given.every)
    if (name === 'include')
      overwritten({ ...value, glob: /[*?[]/.test(value.text) }, 'edit', call.env, call.analysis, call.invocation)
  // What the working tree has beside the index, taken back.
  if (
    has(given, 'R', 'reverse') &&
    /^git\s+diff(?!.*--(?:staged|cached))(?:\s+(?:-[-\w]+|--|[^\s:]*[./][^\s:]*))*$/.test(call.stdin.by ?? '')
  )
    find(call, 'git.checkout-discard')
  return applied(call, given.positional, { folder: given.values.get('directory') })
}

interface How {
  readonly strip?: number
  readonly folder?: Value | undefined
}

/** The patch stands in a file, in a word, or on the input. */
function applied(call: Call, sources: readonly Value[], { strip, folder }: How): Stream {
  const { env, analysis, invocation } = call
  const cwd = folder === undefined ? env.cwd : absolutePath(folder.text, env.cwd, analysis.host)
  const inner = fork(env, { cwd })
  if (folder !== undefined) overwritten(folder, 'append', env, analysis, invocation)
  const texts = sources.length === 0 ? [call.stdin.text] : sources.map(source => patchText(source, call))
  for (const text of texts) {
    if (text === undefined) {
      const bits = sources.reduce((all, source) => all | (source.stream?.taint ?? fileTaint(source, call)), call.stdin.taint)
      if ((bits & taint.download) !== 0 && !isFromWellKnown(analysis))
        find(call, 'execution.download-execute', { unknown: 'what that patch puts into files that run' })
      // What is not known may change any file of the folder.
      if (cwd !== undefined) filled(literal(cwd), call)
      continue
    }
    const { writes, deletes, moves, added } = patchedBy(text, strip)
    for (const path of writes) overwritten(literal(path), 'edit', inner, analysis, invocation)
    for (const { from, to } of moves) moved([literal(from)], literal(to), { ...call, env: inner })
    for (const { path, text } of added) analysis.patched.push({ path: boundedPath(literal(path), inner, analysis), text })
    for (const path of deletes) deleted(literal(path), false, inner, analysis, invocation)
  }
  return nothing
}

const fileTaint = (source: Value, { env, analysis }: Call): number =>
  analysis.files.get(boundedPath(source, env, analysis))?.taint ?? 0

function patchText(source: Value, call: Call): string | undefined {
  if (/\n/.test(source.text)) return source.text
  if (/^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(source.text)) return call.stdin.text
  const { text } = readPath(source, call.env, call.analysis, call.invocation)
  if (text !== undefined || source.text.includes(HOLE)) return text
  return textAt(boundedPath(source, call.env, call.analysis), call.analysis, bounds.documents)
}
