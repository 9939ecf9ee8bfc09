/** Deleting, moving, copying, overwriting. */

import { has, type Options, options } from '../../calls/options.ts'
import { deleted, emptied, filled, overwritten } from '../../effects/file-effects.ts'
import { linkedAll } from '../../places/links.ts'
import { place } from '../../places/paths.ts'
import { type Call, find } from '../../values/analysis.ts'
import { bytesOf, isVast } from '../../values/sizes.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'
import { records } from './filesystem.gen.ts'

export const filesystem = records({ allocated, installed, linkedInstead, shred, tee, truncated, unknownFlags })

/** `rm $FLAGS /`: an unknown word in front may be any option. */
function unknownFlags(call: Call, { positional }: Options): undefined {
  if (call.args[0]?.unknown !== undefined && call.args.length > 1)
    for (const target of positional) deleted(target, true, call.env, call.analysis, call.invocation)
}

function shred(call: Call): Stream {
  const whole = call.program !== 'shred'
  const given = options(call.args, 'n s iterations size random-source')
  for (const target of given.positional) {
    const { kind, absolute } = place(target, call.env, call.analysis)
    const raw = /^\/dev\//.test(absolute) && kind !== 'device'
    if (!raw) deleted(target, whole, call.env, call.analysis, call.invocation)
    if (kind !== 'temporary' && kind !== 'disposable')
      find(call, raw ? 'disk.raw-write' : 'filesystem.shred', { targets: [place(target, call.env, call.analysis)] })
  }
  return nothing
}

function linkedInstead(call: Call, given: Options): undefined {
  const whole =
    has(given, 'T', 'no-target-directory') && has(given, 'r', 'R', 'a', 'recursive', 'archive')
      ? given.positional.at(-1)
      : undefined
  if (whole !== undefined) filled(whole, call)
  const folder = given.values.get('t') ?? given.values.get('target-directory')
  if (has(given, 's', 'symbolic-link', 'l', 'link'))
    linkedAll(given.positional.slice(0, folder === undefined ? -1 : undefined), folder ?? given.positional.at(-1), {
      symbolic: false,
      ...call,
    })
}

function installed(call: Call, { values }: Options): undefined {
  const mode = (values.get('m') ?? values.get('mode'))?.text ?? ''
  if (/^[2467]\d{3}$/.test(mode)) find(call, 'permissions.setuid')
  else if (/^\d?\d\d[2367]$/.test(mode)) find(call, 'permissions.world-writable')
}

function truncated({ env, analysis, invocation }: Call, { values, positional }: Options): undefined {
  const size = values.get('s') ?? values.get('size')
  if (size !== undefined && /^[-<]?0+[a-zA-Z]*$|^[-</]|^\d\d?$/.test(size.text))
    for (const target of positional) emptied(target, env, analysis, invocation)
}

function tee(call: Call): Stream {
  const given = options(call.args)
  if ((call.stdin.taint & taint.endless) !== 0 && given.positional.length > 0) find(call, 'disk.fill')
  const appending = has(given, 'a', 'append')
  for (const target of given.positional) {
    if (target.stream !== undefined) continue
    overwritten(target, appending ? 'append' : 'replace', call.env, call.analysis, call.invocation, call.stdin)
  }
  return call.stdin
}

function allocated(call: Call, { values, positional }: Options): undefined {
  const size = (values.get('l') ?? values.get('length') ?? positional[0])?.text ?? ''
  if (isVast(bytesOf(size))) find(call, 'disk.fill')
}
