/** Deleting, moving, copying, overwriting. */

import { forms, linkedAll, renamed } from '../links.ts'
import { has, options } from '../options.ts'
import { place } from '../paths.ts'
import { type Call, find, type Handler } from '../session.ts'
import { literal, nothing, type Stream, type Text, taint } from '../text.ts'
import { deleted, movedAway, overwritten, readPath } from '../touch.ts'

export const filesystem: Readonly<Record<string, Handler>> = {
  rm: remove,
  grm: remove,
  rmdir: call => each(call, '', target => deleted(target, false, call.scope, call.session, call.invocation)),
  unlink: call => each(call, '', target => deleted(target, false, call.scope, call.session, call.invocation)),
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
  ditto: copy,
  install: call => {
    const mode = options(call.args, 'm o g S t mode owner group').values.get('m')?.text ?? ''
    if (/^[2467]\d{3}$/.test(mode)) find(call, 'permissions.setuid')
    else if (/^\d?\d\d[2367]$/.test(mode)) find(call, 'permissions.world-writable')
    return copyTo(call, 'm o g S t mode owner group suffix target-directory')
  },
  tee: tee,
  sponge: tee,
  truncate: call => writes(call, 's r size reference', 'replace'),
  touch: call => writes(call, 'd r t date reference time', 'append'),
  mkdir: call => writes(call, 'm mode', 'append'),
  fallocate: call => fallocate(call),
  rsync,
  tar,
  bsdtar: tar,
  gtar: tar,
  zip: call => archive(call, 'm move'),
  unzip: call => {
    const given = options(call.args, 'd x P')
    const folder = given.values.get('d')
    if (folder !== undefined) overwritten(folder, 'append', call.scope, call.session, call.invocation)
    return nothing
  },
  chattr: call => {
    for (const word of call.args) {
      const to = place(word, call.scope, call.session)
      if (!/^[-+=]/.test(word.text) && to.kind === 'root') find(call, 'permissions.system-ownership', { targets: [to] })
    }
    return writes(call, 'v p', 'permissions', 1)
  },
}

function each(call: Call, valued: string, visit: (target: Text) => void): Stream {
  for (const target of options(call.args, valued).positional) visit(target)
  return nothing
}

function remove(call: Call): Stream {
  const given = options(call.args)
  const whole = has(given, 'r', 'R', 'recursive')
  for (const target of given.positional) {
    if (target.text === '') continue
    deleted(target, whole || unknownFlags(call), call.scope, call.session, call.invocation)
  }
  return nothing
}

/** `rm $FLAGS /`: an unknown word in front may be any option. */
function unknownFlags(call: Call): boolean {
  const first = call.args[0]
  return first?.unknown !== undefined && call.args.length > 1
}

function recursive(call: Call): Stream {
  return each(call, '', target => deleted(target, true, call.scope, call.session, call.invocation))
}

function shred(call: Call, whole: boolean): Stream {
  const given = options(call.args, 'n s iterations size random-source')
  for (const target of given.positional) {
    const { kind, absolute } = place(target, call.scope, call.session)
    if (/^\/dev\//.test(absolute) && kind !== 'device')
      find(call, 'disk.raw-write', { targets: [place(target, call.scope, call.session)] })
    else if (kind === 'temporary' || kind === 'disposable') deleted(target, whole, call.scope, call.session, call.invocation)
    else {
      deleted(target, whole, call.scope, call.session, call.invocation)
      find(call, 'filesystem.shred', { targets: [place(target, call.scope, call.session)] })
    }
  }
  return nothing
}

function move(call: Call): Stream {
  const given = options(call.args, 't S target-directory suffix')
  const folder = given.values.get('t') ?? given.values.get('target-directory')
  const sources = folder === undefined ? given.positional.slice(0, -1) : given.positional
  const target = folder ?? given.positional.at(-1)
  if (target === undefined) return nothing
  const black = place(target, call.scope, call.session).absolute === '/dev/null'
  for (const source of sources) {
    if (black) deleted(source, true, call.scope, call.session, call.invocation)
    else movedAway(source, call.scope, call.session, call.invocation)
    call.session.deletes.push(place(source, call.scope, call.session))
  }
  if (!black) {
    landing(target, sources, call)
    carried(target, sources, call)
  }
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
  const streams = sources.map(source => readPath(source, call.scope, call.session, call.invocation))
  landing(target, sources, call)
  if (has(given, 's', 'symbolic-link', 'l', 'link')) linkedAll(sources, target, { symbolic: false, ...call })
  else if (call.session.links.made.size > 0) carried(target, sources, call)
  const path = place(target, call.scope, call.session).path
  const first = streams[0]
  if (path !== undefined && first !== undefined && streams.length === 1 && call.session.files.size < 200)
    call.session.files.set(path, first)
  return nothing
}

/** What is moved takes its meaning along: a link, credentials, our own files. */
function carried(target: Text, sources: readonly Text[], call: Call): void {
  for (const source of sources) renamed(source, target, { symbolic: false, ...call })
}

/** Copying into a folder writes below it, under the source's name. */
function landing(target: Text, sources: readonly Text[], call: Call): void {
  const { absolute } = overwritten(target, 'create', call.scope, call.session, call.invocation)
  if (sources.length === 0 || target.text.includes('.bashrc')) return
  const name = sources[0]?.text.slice((sources[0]?.text.lastIndexOf('/') ?? -1) + 1) ?? ''
  if (
    target.text.endsWith('/') ||
    /\/(?:hooks|cron\.\w+|systemd\/\w+|LaunchAgents|LaunchDaemons|profile\.d|\.ssh|sudoers\.d|bin|autostart|init\.d)$/.test(
      absolute,
    )
  ) {
    overwritten(
      { ...target, text: `${target.text.replace(/\/$/, '')}/${name}` },
      'create',
      call.scope,
      call.session,
      call.invocation,
    )
  }
}

function tee(call: Call): Stream {
  const given = options(call.args)
  if ((call.stdin.taint & taint.endless) !== 0 && given.positional.length > 0) find(call, 'disk.fill')
  const appending = has(given, 'a', 'append')
  for (const target of given.positional) {
    if (target.stream !== undefined) continue
    const { path } = overwritten(target, appending ? 'append' : 'replace', call.scope, call.session, call.invocation)
    if (path !== undefined && call.session.files.size < 200) call.session.files.set(path, call.stdin)
  }
  return call.stdin
}

function writes(call: Call, valued: string, how: 'replace' | 'append' | 'permissions', skip = 0): Stream {
  for (const target of options(call.args, valued).positional.slice(skip))
    overwritten(target, how, call.scope, call.session, call.invocation)
  return nothing
}

function fallocate(call: Call): Stream {
  const given = options(call.args, 'l o length offset')
  const size = given.values.get('l') ?? given.values.get('length')
  if (size !== undefined && /^\d{3,}(?:G|GB|GiB)$|^\d+(?:T|TB|TiB|P|E)/i.test(size.text)) find(call, 'disk.fill')
  for (const target of given.positional) overwritten(target, 'replace', call.scope, call.session, call.invocation)
  return nothing
}

function rsync(call: Call): Stream {
  const given = options(
    call.args,
    'e rsh f filter exclude include exclude-from include-from files-from B block-size T temp-dir password-file port bwlimit log-file out-format timeout rsync-path M',
  )
  const shell = given.values.get('e') ?? given.values.get('rsh')
  if (shell !== undefined && /[;|&]|sh -c/.test(shell.text)) call.session.script(shell.text, call.scope, nothing)
  const target = given.positional.at(-1)
  if (target === undefined || given.positional.length < 2) return nothing
  const isRemote = (word: Text): boolean => /^[^/]{1,255}:|^rsync:\/\//.test(word.text)
  let secret = 0
  for (const source of given.positional.slice(0, -1))
    if (!isRemote(source)) secret |= readPath(source, call.scope, call.session, call.invocation).taint
  if (isRemote(target)) {
    if ((secret & taint.secret) !== 0) find(call, 'exfiltration.secret-to-network', { hosts: [target.text.split(':')[0] ?? ''] })
    call.session.hosts.push(
      target.text
        .replace(/^rsync:\/\//, '')
        .replace(/^[^@]*@/, '')
        .replace(/[:/].*$/, ''),
    )
    return nothing
  }
  overwritten(target, 'create', call.scope, call.session, call.invocation)
  if (
    has(given, 'delete', 'del', 'delete-before', 'delete-during', 'delete-after', 'delete-excluded', 'delete-delay') &&
    !has(given, 'n', 'dry-run')
  ) {
    for (const to of forms(target, call.scope, call.session, 'led')) {
      if (['root', 'home', 'workspace', 'repository'].includes(to.kind))
        deleted(target, true, call.scope, call.session, call.invocation)
      else if (to.kind === 'outside') find(call, 'filesystem.sync-delete', { targets: [to] })
      else if (to.kind === 'unknown')
        find(call, 'filesystem.delete-unknown', { targets: [to], unknown: target.unknown ?? 'the target' })
    }
  }
  return nothing
}

function tar(call: Call): Stream {
  const args = call.args.map((word, index) =>
    index === 0 && /^[a-zA-Z]+$/.test(word.text) ? { ...word, text: `-${word.text}` } : word,
  )
  const given = options(
    args,
    'f C T X file directory files-from exclude exclude-from checkpoint-action to-command use-compress-program I transform strip-components',
  )
  for (const word of args) {
    const action =
      /^--(?:checkpoint-action=exec|to-command|use-compress-program|rsh-command|info-script|new-volume-script)=(.*)$/s.exec(
        word.text,
      )
    if (action !== null) call.session.script((action[1] as string).replace(/^exec=/, ''), call.scope, nothing)
  }
  const program = given.values.get('I') ?? given.values.get('to-command')
  if (program !== undefined) call.session.script(program.text, call.scope, nothing)
  const folder = given.values.get('C') ?? given.values.get('directory')
  if (has(given, 'x', 'extract', 'get')) {
    if (folder !== undefined) overwritten(folder, 'append', call.scope, call.session, call.invocation)
    return nothing
  }
  let bits = taint.file
  if (has(given, 'c', 'create', 'r', 'append', 'u')) for (const source of given.positional) bits |= archived(source, call)
  const file = given.values.get('f') ?? given.values.get('file')
  if (has(given, 'remove-files'))
    for (const source of given.positional) deleted(source, true, call.scope, call.session, call.invocation)
  if (file === undefined || file.text === '-') return { text: undefined, taint: bits, from: given.positional }
  const { path } = overwritten(file, 'replace', call.scope, call.session, call.invocation)
  if (path !== undefined && call.session.files.size < 200) call.session.files.set(path, { text: undefined, taint: bits })
  return nothing
}

function archive(call: Call, movers: string): Stream {
  const given = options(call.args, 'x i b t P')
  const [file, ...sources] = given.positional
  let bits = taint.file
  for (const source of sources) bits |= archived(source, call)
  if (has(given, ...movers.split(' ')))
    for (const source of sources) deleted(source, true, call.scope, call.session, call.invocation)
  if (file === undefined || file.text === '-') return { text: undefined, taint: bits }
  const { path } = overwritten(file, 'replace', call.scope, call.session, call.invocation)
  if (path !== undefined) call.session.files.set(path, { text: undefined, taint: bits })
  return nothing
}

/** A folder of credentials counts as a whole. */
function archived(source: Text, call: Call): number {
  return readPath(source, call.scope, call.session, call.invocation).taint
}

export { literal }
