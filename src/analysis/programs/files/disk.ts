/** Devices, partitions, file systems. */

import { has, options } from '../../calls/options.ts'
import { deleted, goneFrom, movedAway, overwritten, readPath } from '../../effects/file-effects.ts'
import { linked } from '../../places/links.ts'
import { place } from '../../places/paths.ts'
import { type Call, find, type Handler } from '../../values/session.ts'
import { nothing, type Stream, type Text, taint } from '../../values/text.ts'

const format: Handler = call => {
  const given = options(call.args, 'L t b O E U')
  if (has(given, 'n', 'V', 'help', 'version')) return nothing
  // An image file is nobody's disk.
  const target =
    given.positional.find(word => place(word, call.scope, call.session).absolute.startsWith('/dev/')) ?? given.positional.at(-1)
  if (target === undefined) return nothing
  const to = place(target, call.scope, call.session)
  if (to.absolute.startsWith('/dev/') || to.kind === 'unknown') find(call, 'disk.format', { targets: [to] })
  return nothing
}

const partition: Handler = call => {
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
  if (given.positional.length > 0) find(call, 'disk.partition')
  return nothing
}

export const disk: Readonly<Record<string, Handler>> = {
  dd: call => dd(call),
  dcfldd: call => dd(call),
  mkfs: format,
  'mkfs.ext2': format,
  'mkfs.ext3': format,
  'mkfs.ext4': format,
  'mkfs.xfs': format,
  'mkfs.btrfs': format,
  'mkfs.vfat': format,
  'mkfs.fat': format,
  'mkfs.ntfs': format,
  'mkfs.f2fs': format,
  'mkfs.exfat': format,
  'mkfs.minix': format,
  mke2fs: format,
  mkdosfs: format,
  mkntfs: format,
  mkexfatfs: format,
  mkswap: format,
  newfs: format,
  newfs_apfs: format,
  newfs_hfs: format,
  fdisk: partition,
  gdisk: partition,
  sgdisk: partition,
  sfdisk: partition,
  cfdisk: partition,
  cgdisk: partition,
  parted: partition,
  wipefs: call => {
    const given = options(call.args, 't o types offset')
    if (has(given, 'a', 'all', 'o', 'offset') && !has(given, 'n', 'no-act')) find(call, 'disk.wipe')
    return nothing
  },
  blkdiscard: call => always(call, 'disk.wipe'),
  badblocks: call => (has(options(call.args), 'w') ? always(call, 'disk.wipe') : nothing),
  hdparm: call =>
    call.args.some(word => /^--(?:security-erase|trim-sector|write-sector|make-bad-sector|dco-restore)/.test(word.text))
      ? always(call, 'disk.wipe')
      : nothing,
  nvme: call =>
    /^(?:format|sanitize|write|write-zeroes|delete-ns)$/.test(call.args[0]?.text ?? '') ? always(call, 'disk.wipe') : nothing,
  cryptsetup: call =>
    call.args.some(word => /^(?:luksFormat|luksErase|erase|luksKillSlot|luksRemoveKey|reencrypt)$/.test(word.text))
      ? always(call, 'disk.format')
      : nothing,
  lvremove: call => always(call, 'disk.partition'),
  vgremove: call => always(call, 'disk.partition'),
  pvremove: call => always(call, 'disk.partition'),
  vgreduce: call => always(call, 'disk.partition'),
  lvreduce: call => always(call, 'disk.partition'),
  mdadm: call =>
    call.args.some(word => /^--(?:zero-superblock|stop|remove|fail|create)/.test(word.text))
      ? always(call, 'disk.wipe')
      : nothing,
  zpool: call =>
    /^(?:destroy|labelclear|create|remove|offline|detach)$/.test(call.args[0]?.text ?? '') ? always(call, 'disk.wipe') : nothing,
  zfs: call => (/^(?:destroy|rollback)$/.test(call.args[0]?.text ?? '') ? always(call, 'disk.wipe') : nothing),
  btrfs: call => (call.args.some(word => word.text === 'delete' || word.text === 'del') ? always(call, 'disk.wipe') : nothing),
  mount: mounted,
  fusermount: unmounted,
  fusermount3: unmounted,
  guestunmount: unmounted,
  pumount: unmounted,
  gio: call => {
    const [verb, ...args] = call.args
    const named = options(args).positional
    const { scope, session, invocation } = call
    if (verb?.text === 'mount' && has(options(args), 'u', 'unmount')) unmounted({ ...call, args })
    else if (verb?.text === 'trash' || verb?.text === 'remove')
      for (const target of named) deleted(target, true, scope, session, invocation)
    else if (verb?.text === 'move' || verb?.text === 'rename')
      for (const target of named.slice(0, 1)) movedAway(target, scope, session, invocation)
    else if (verb?.text === 'copy' || verb?.text === 'save')
      for (const target of named.slice(-1)) overwritten(target, 'create', scope, session, invocation)
    return nothing
  },
  umount: call => {
    const given = options(call.args, 't O types')
    for (const target of given.positional) goneFrom(target, call.scope, call.session, call.invocation)
    if (
      has(given, 'a', 'all') ||
      given.positional.some(word => /^\/(?:home|boot|usr|var|etc|proc|sys|dev|run)?$/.test(word.text))
    )
      find(call, 'disk.partition')
    return nothing
  },
  swapoff: call => (has(options(call.args), 'a', 'all') ? always(call, 'process.kernel') : nothing),
  diskutil: call => {
    const verb = call.args[0]?.text.toLowerCase() ?? ''
    const inner = call.args[1]?.text.toLowerCase() ?? ''
    if (/^(?:u(?:n)?mount|unmountdisk|eject)$/.test(verb)) unmounted({ ...call, args: call.args.slice(1) })
    const erases = /^(?:erase|zerodisk|randomdisk|secureerase|reformat|partitiondisk)/
    if (erases.test(verb) || /^(?:delete|erase)/.test(inner))
      find(call, verb === 'partitiondisk' ? 'disk.partition' : 'disk.format')
    return nothing
  },
  tmutil: call =>
    /^(?:delete|deletelocalsnapshots|disable|thinlocalsnapshots)/.test(call.args[0]?.text ?? '')
      ? always(call, 'disk.wipe')
      : nothing,
  timeshift: call => (call.args.some(word => /^--delete/.test(word.text)) ? always(call, 'disk.wipe') : nothing),
}

/** `fusermount -u folder`: what was mounted there is gone from it. */
function unmounted(call: Call): Stream {
  for (const target of options(call.args, 'o').positional) goneFrom(target, call.scope, call.session, call.invocation)
  return nothing
}

/** What is mounted over a folder hides what that holds; a bound folder has a second name. */
function mounted(call: Call): Stream {
  const given = options(call.args, 't types o options O L label U uuid')
  const [source, target] = given.positional
  if (source === undefined || target === undefined || has(given, 'f', 'fake')) return nothing
  movedAway(target, call.scope, call.session, call.invocation)
  const bound = has(given, 'bind', 'rbind', 'B', 'R') || /\br?bind\b/.test(given.values.get('o')?.text ?? '')
  if (bound) linked(source, target, { symbolic: false, mounted: true, ...call })
  return nothing
}

function always(call: Call, finding: 'disk.wipe' | 'disk.partition' | 'disk.format' | 'process.kernel'): Stream {
  if (!call.args.some(word => /^(?:--help|--version|--dry-run|-h)$/.test(word.text))) find(call, finding)
  return nothing
}

/** `dd if= of=`: a device, a system file, or more than a disk holds. */
function dd(call: Call): Stream {
  let out: Text | undefined
  let source = call.stdin
  let bits = call.stdin.taint
  for (const word of call.args) {
    const equals = word.text.indexOf('=')
    const key = word.text.slice(0, equals)
    const value = { ...word, text: word.text.slice(equals + 1) }
    if (key === 'if') {
      source = readPath(value, call.scope, call.session, call.invocation)
      bits |= source.taint
    }
    if (key === 'of') out = value
  }
  if (out === undefined) return { ...source, taint: bits }
  const to = place(out, call.scope, call.session)
  if (
    (bits & taint.endless) !== 0 &&
    to.kind !== 'device' &&
    !to.absolute.startsWith('/dev/') &&
    !call.args.some(word => word.text.startsWith('count='))
  )
    find(call, 'disk.fill')
  if (to.kind === 'unknown' || (to.absolute.startsWith('/dev/') && to.kind !== 'device')) {
    find(call, 'disk.raw-write', { targets: [to], ...(to.kind === 'unknown' ? { unknown: out.unknown ?? 'the target' } : {}) })
  } else {
    overwritten(out, 'replace', call.scope, call.session, call.invocation)
    if (to.path !== undefined && call.session.files.size < 200) call.session.files.set(to.path, { ...source, taint: bits })
  }
  return { text: undefined, taint: bits & ~taint.download }
}
