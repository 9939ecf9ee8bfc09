/** Deleting, moving, copying, overwriting. */

import type { Program } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { deleted, emptied, filled, overwritten } from '../../effects/file-effects.ts'
import { copied, moved } from '../../effects/transfers.ts'
import { linkedAll, renamed } from '../../places/links.ts'
import { place } from '../../places/paths.ts'
import { type Call, find, type Handler } from '../../values/analysis.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'

// What they do not know they take for a name, or leave aside.
const single: Program = { rehearsal: '', operands: 'deletes...' }
const recursive: Program = { rehearsal: '', valued: 'trash-dir', operands: 'destroys...' }

export const filesystem: Readonly<Record<string, Handler | Program>> = {
  rm: remove,
  grm: remove,
  rmdir: single,
  unlink: single,
  rimraf: recursive,
  'del-cli': recursive,
  trash: recursive,
  'trash-put': recursive,
  srm: call => shred(call, true),
  wipe: call => shred(call, true),
  shred: call => shred(call, false),
  mv: move,
  cp: copy,
  gcp: copy,
  ditto: call => {
    const given = options(call.args, 'arch bom')
    const folder = given.positional.at(-1)
    if (has(given, 'x') && folder !== undefined) filled(folder, call)
    return copy(call)
  },
  install: call => {
    const mode = options(call.args, 'm o g S t mode owner group').values.get('m')?.text ?? ''
    if (/^[2467]\d{3}$/.test(mode)) find(call, 'permissions.setuid')
    else if (/^\d?\d\d[2367]$/.test(mode)) find(call, 'permissions.world-writable')
    return copyTo(call, 'm o g S t mode owner group suffix target-directory')
  },
  tee: tee,
  sponge: tee,
  truncate: call => {
    const given = options(call.args, 's r size reference')
    const size = given.values.get('s') ?? given.values.get('size')
    if (size !== undefined && /^<?0+[a-zA-Z]*$/.test(size.text))
      for (const target of given.positional) emptied(target, call.env, call.analysis, call.invocation)
    return writes(call, 's r size reference', 'replace')
  },
  touch: { rehearsal: '', valued: 'd r t date reference time', operands: 'appends...' },
  mkdir: { rehearsal: '', valued: 'm mode', operands: 'appends...' },
  fallocate: call => fallocate(call),
  chattr: call => {
    for (const word of call.args) {
      const to = place(word, call.env, call.analysis)
      if (!/^[-+=]/.test(word.text) && to.kind === 'root') find(call, 'permissions.system-ownership', { targets: [to] })
    }
    return writes(call, 'v p', 'permissions', 1)
  },
}

function remove(call: Call): Stream {
  const given = options(call.args)
  const whole = has(given, 'r', 'R', 'recursive')
  for (const target of given.positional) {
    if (target.text === '') continue
    deleted(target, whole || unknownFlags(call), call.env, call.analysis, call.invocation)
  }
  return nothing
}

/** `rm $FLAGS /`: an unknown word in front may be any option. */
function unknownFlags(call: Call): boolean {
  const first = call.args[0]
  return first?.unknown !== undefined && call.args.length > 1
}

function shred(call: Call, whole: boolean): Stream {
  const given = options(call.args, 'n s iterations size random-source')
  for (const target of given.positional) {
    const { kind, absolute } = place(target, call.env, call.analysis)
    if (/^\/dev\//.test(absolute) && kind !== 'device')
      find(call, 'disk.raw-write', { targets: [place(target, call.env, call.analysis)] })
    else if (kind === 'temporary' || kind === 'disposable') deleted(target, whole, call.env, call.analysis, call.invocation)
    else {
      deleted(target, whole, call.env, call.analysis, call.invocation)
      find(call, 'filesystem.shred', { targets: [place(target, call.env, call.analysis)] })
    }
  }
  return nothing
}

function move(call: Call): Stream {
  const given = options(call.args, 't S target-directory suffix')
  const folder = given.values.get('t') ?? given.values.get('target-directory')
  const sources = folder === undefined ? given.positional.slice(0, -1) : given.positional
  const target = folder ?? given.positional.at(-1)
  if (target !== undefined) moved(sources, target, call)
  return nothing
}

function copy(call: Call): Stream {
  return copyTo(call, 't S target-directory suffix')
}

function copyTo(call: Call, valued: string): Stream {
  const given = options(call.args, valued)
  const folder = given.values.get('t') ?? given.values.get('target-directory')
  const sources = folder === undefined ? given.positional.slice(0, -1) : given.positional
  const target = folder ?? given.positional.at(-1)
  if (target === undefined) return nothing
  copied(sources, target, call)
  if (has(given, 's', 'symbolic-link', 'l', 'link')) linkedAll(sources, target, { symbolic: false, ...call })
  else if (call.analysis.links.made.size > 0) for (const source of sources) renamed(source, target, { symbolic: false, ...call })
  return nothing
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

function writes(call: Call, valued: string, how: 'replace' | 'append' | 'permissions', skip = 0): Stream {
  for (const target of options(call.args, valued).positional.slice(skip))
    overwritten(target, how, call.env, call.analysis, call.invocation)
  return nothing
}

function fallocate(call: Call): Stream {
  const given = options(call.args, 'l o length offset')
  const size = given.values.get('l') ?? given.values.get('length')
  if (size !== undefined && /^\d{3,}(?:G|GB|GiB)$|^\d+(?:T|TB|TiB|P|E)/i.test(size.text)) find(call, 'disk.fill')
  for (const target of given.positional) overwritten(target, 'replace', call.env, call.analysis, call.invocation)
  return nothing
}
