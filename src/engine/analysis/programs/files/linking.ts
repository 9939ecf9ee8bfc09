/** Programs that give a place another name. */

import type { Programs } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { deleted, overwritten } from '../../effects/file-effects.ts'
import { isRegistrationFolder } from '../../places/guard-places.ts'
import { type Linking, linked, linkedAll } from '../../places/links.ts'
import { place } from '../../places/paths.ts'
import { type Call, find } from '../../values/analysis.ts'
import { literal, nothing, type Stream } from '../../values/value.ts'

export const linking: Programs = {
  'ln gln link': ln,
  'mklink junction': mklink,
  subst: call => {
    const [drive, folder] = call.args
    if (drive !== undefined && folder !== undefined && folder.text[0] !== '/') linked(folder, drive, as(call, false))
    return nothing
  },
  stow,
  'bindfs mount.bindfs mount_bindfs mount_nullfs': boundTo,
}

const as = (call: Call, symbolic: boolean): Linking => ({
  symbolic,
  env: call.env,
  analysis: call.analysis,
  invocation: call.invocation,
})

function ln(call: Call): Stream {
  const given = options(call.args, 't S target-directory suffix')
  const folder = given.values.get('t') ?? given.values.get('target-directory')
  const last = given.positional.length > 1 ? given.positional.at(-1) : undefined
  const into = folder === undefined ? last : { ...folder, text: `${folder.text.replace(/(?<!\/)\/+$/, '')}/` }
  const sources = folder === undefined && last !== undefined ? given.positional.slice(0, -1) : given.positional
  if (into !== undefined) overwritten(into, 'link', call.env, call.analysis, call.invocation)
  if (into !== undefined && has(given, 'f', 'force') && sources.some(({ text }) => text === '/dev/null'))
    deleted(into, false, call.env, call.analysis)
  linkedAll(sources, into, as(call, has(given, 's', 'symbolic') && !has(given, 'r', 'relative')))
  return nothing
}

/** `mklink [/d|/h|/j] name target`: the name comes first. */
function mklink(call: Call): Stream {
  const [name, target] = call.args.filter(word => !/^[/-][A-Za-z]+$/.test(word.text))
  if (name === undefined || target === undefined) return nothing
  overwritten(name, 'link', call.env, call.analysis, call.invocation)
  linked(target, name, as(call, !call.args.some(word => /^\/[hj]$/i.test(word.text))))
  return nothing
}

/** Links into a folder whatever a package holds; into the folder above unless it is told another. */
function stow(call: Call): Stream {
  const given = options(call.args, 't d target dir ignore defer override')
  if (has(given, 'n', 'no', 'simulate') || given.positional.length === 0) return nothing
  const target = given.values.get('t') ?? given.values.get('target') ?? literal('..')
  const { kind, absolute } = place(target, call.env, call.analysis)
  if (kind === 'home' || isRegistrationFolder(absolute)) find(call, 'self.tamper', { unknown: 'what is linked there' })
  return nothing
}

function boundTo(call: Call): Stream {
  const given = options(call.args, 't o u g p types options source target L U')
  const [first, second] = given.positional
  const source = given.values.get('source') ?? first
  const target = given.values.get('target') ?? (given.values.has('source') ? first : second)
  if (source !== undefined && target !== undefined) linked(source, target, as(call, false))
  if (target !== undefined) overwritten(target, 'link', call.env, call.analysis, call.invocation)
  return nothing
}
