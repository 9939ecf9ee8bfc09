/** Devices, partitions, file systems. */

import type { Programs } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { emptied, goneFrom, movedAway, overwritten, readPath } from '../../effects/file-effects.ts'
import { linked } from '../../places/links.ts'
import { place } from '../../places/paths.ts'
import { type Call, find } from '../../values/analysis.ts'
import { bytesOf, isVast } from '../../values/sizes.ts'
import { isKnown, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { records } from './disk.gen.ts'

function format(call: Call): Stream {
  const given = options(call.args, 'L t b O E U')
  if (has(given, 'n', 'V', 'help', 'version')) return nothing
  // An image file is nobody's disk.
  const target =
    given.positional.find(word => place(word, call.env, call.analysis).absolute.startsWith('/dev/')) ?? given.positional.at(-1)
  if (target === undefined) return nothing
  const to = place(target, call.env, call.analysis)
  if (to.absolute.startsWith('/dev/') || to.kind === 'unknown') find(call, 'disk.format', { targets: [to] })
  return nothing
}

function partition(call: Call): Stream {
  const given = options(call.args)
  if (
    has(given, 'l', 'list', 'p', 'print', 'd', 'dump', 'help', 'version', 's') &&
    !has(given, 'o', 'Z', 'zap-all', 'zap', 'clear', 'delete') &&
    call.program !== 'parted'
  )
    return nothing
  if (call.program === 'parted') {
    if (call.args.some(word => /^(?:rm|mklabel|mktable|mkpart|resizepart)(?:$|\s)/.test(word.text))) find(call, 'disk.partition')
    return nothing
  }
  const disks = given.positional.filter(
    word => !isKnown(word) || !['inside', 'temporary'].includes(place(word, call.env, call.analysis).kind),
  )
  if (disks.length > 0) find(call, 'disk.partition')
  return nothing
}

export const disk: Programs = records({ dd, diskutil, format, mounted, partition })

const erases = /^(?:erase|zerodisk|randomdisk|secureerase|reformat|partitiondisk)/

function diskutil(call: Call): Stream {
  const { args, env, analysis, invocation } = call
  const [verb = '', inner = ''] = args.map(word => word.text.toLowerCase())
  if (/^(?:u(?:n)?mount|unmountdisk|eject)$/.test(verb))
    for (const target of options(args.slice(1), 'o').positional) goneFrom(target, env, analysis, invocation)
  if (erases.test(verb) || /^(?:delete|erase)/.test(inner))
    find(call, verb === 'partitiondisk' ? 'disk.partition' : 'disk.format')
  return nothing
}

/** What is mounted over a folder hides what that holds; a bound folder has a second name. */
function mounted(call: Call): Stream {
  const given = options(call.args, 't types o options O L label U uuid')
  const [source, target] = given.positional
  const how = given.values.get('o')?.text ?? given.values.get('options')?.text ?? ''
  // What was kept from being written to, or from giving rights, no longer is.
  const opens =
    /\b(?:suid|dev|exec)\b/.test(how) || (/\brw\b/.test(how) && /^\/(?:usr|boot|nix|system|sysroot)?$/.test(source?.text ?? ''))
  if (/\bremount\b/.test(how) && opens) find(call, 'permissions.security-off')
  if (source === undefined || target === undefined || has(given, 'f', 'fake')) return nothing
  movedAway(target, call.env, call.analysis, call.invocation)
  const bound = has(given, 'bind', 'rbind', 'B', 'R') || /\br?bind\b/.test(given.values.get('o')?.text ?? '')
  if (bound) linked(source, target, { symbolic: false, mounted: true, ...call })
  return nothing
}

/** `dd if= of=`: a device, a system file, or more than a disk holds. */
function dd(call: Call): Stream {
  let out: Value | undefined
  let source = call.stdin
  let bits = call.stdin.taint
  for (const word of call.args) {
    const equals = word.text.indexOf('=')
    const key = word.text.slice(0, equals)
    const value = { ...word, text: word.text.slice(equals + 1) }
    if (key === 'if') {
      source = readPath(value, call.env, call.analysis, call.invocation)
      bits |= source.taint
    }
    if (key === 'of') out = value
  }
  source = { ...source, text: cutOut(source.text, call.args) }
  if (out === undefined) return { ...source, taint: isBounded(call.args) ? bits & ~taint.endless : bits }
  const to = place(out, call.env, call.analysis)
  if ((bits & taint.endless) !== 0 && to.kind !== 'device' && !/^\/dev\/(?!shm\/)/.test(to.absolute) && !isBounded(call.args))
    find(call, 'disk.fill')
  if (to.kind === 'unknown' || (to.absolute.startsWith('/dev/') && to.kind !== 'device')) {
    find(call, 'disk.raw-write', { targets: [to], ...(to.kind === 'unknown' ? { unknown: out.unknown ?? 'the target' } : {}) })
  } else {
    overwritten(out, 'replace', call.env, call.analysis, call.invocation, { ...source, taint: bits })
    // Zeros or noise in the middle of a file that is there.
    const isInside = call.args.some(({ text }) => /^conv=(?:.*,)?notrunc(?:,|$)/.test(text))
    if (isInside && (bits & taint.endless) !== 0) emptied(out, call.env, call.analysis, call.invocation)
  }
  return { text: undefined, taint: bits & ~(taint.download | taint.endless) }
}

const settingIn = (args: readonly Value[], name: string): string | undefined =>
  args.findLast(({ text }) => text.startsWith(`${name}=`))?.text.slice(name.length + 1)

/** `1Mx1000` is a product. */
const sizeOf = (text: string): number => text.split('x').reduce((product, part) => product * bytesOf(part), 1)

const blockOf = (args: readonly Value[]): number => sizeOf(settingIn(args, 'bs') ?? settingIn(args, 'ibs') ?? '512')

/** What is left of a text by `skip`, `count` and `conv`; of one that is not ASCII, or in blocks of which nobody knows the size, nothing is known. */
function cutOut(text: string | undefined, args: readonly Value[]): string | undefined {
  const [skip, count, conv] = ['skip', 'count', 'conv'].map(name => settingIn(args, name))
  const changes = conv?.split(',').filter(one => !/^(?:notrunc|fsync|fdatasync|noerror|excl|nocreat|sparse)$/.test(one)) ?? []
  if (text === undefined || (skip === undefined && count === undefined && changes.length === 0)) return text
  const bytes = (blocks: string): number => sizeOf(blocks.replace(/B$/, '')) * (/B$/.test(blocks) ? 1 : blockOf(args))
  const from = skip === undefined ? 0 : bytes(skip)
  const to = count === undefined ? text.length : from + bytes(count)
  // Flags may have it count bytes.
  const isOdd = args.some(word => /^iflag=|^(?:skip|count)_bytes/.test(word.text)) || /[^\0-\x7f]/.test(text)
  if (Number.isNaN(from + to) || isOdd || changes.some(one => one !== 'ucase' && one !== 'lcase')) return undefined
  const cut = text.slice(from, to)
  return changes.includes('ucase') ? cut.toUpperCase() : changes.includes('lcase') ? cut.toLowerCase() : cut
}

/** Whether so many blocks of that size are few enough. */
function isBounded(args: readonly Value[]): boolean {
  const count = settingIn(args, 'count')
  return count !== undefined && !isVast(sizeOf(count) * blockOf(args))
}
