/** What comes out of archives: named members land in a folder, and an unnamed rest may be anything. */

import { namedBy } from '../../calls/name-lists.ts'
import { has, options } from '../../calls/options.ts'
import { filled, overwritten, readPath } from '../../effects/file-effects.ts'
import { isGuardPath, isRegistrationFolder } from '../../places/guard-places.ts'
import { isFromWellKnown } from '../../places/origins.ts'
import { place } from '../../places/paths.ts'
import { atMost, bounds, type Call, find, type Handler } from '../../values/analysis.ts'
import { literal, nothing, type Stream, taint, type Value } from '../../values/value.ts'

/** Members by name, below the folder that they are unpacked into. */
function membersLand(members: readonly Value[], folder: Value | undefined, call: Call): void {
  for (const member of atMost(members, bounds.fields, call.analysis)) {
    const absolute = member.text.startsWith('/')
    const base = folder === undefined || absolute ? '' : `${folder.text.replace(/\/$/, '')}/`
    const target = { ...member, text: base + member.text }
    overwritten(target, 'append', call.env, call.analysis, call.invocation)
    filled(target, call)
  }
}

/** A folder that gets what an archive holds, and the members that were asked for. */
export function lands(members: readonly Value[], folder: Value | undefined, call: Call): Stream {
  if (folder !== undefined) {
    overwritten(folder, 'append', call.env, call.analysis, call.invocation)
    filled(folder, call)
  }
  membersLand(members, folder, call)
  return nothing
}

/** Members of a stranger's archive that may say where they go: `/etc/…`. */
export function landsAnywhere(call: Call, bits = call.stdin.taint): void {
  if ((bits & taint.download) !== 0 && !isFromWellKnown(call.analysis))
    find(call, 'filesystem.overwrite-system', { unknown: 'where the members of this archive go' })
}

/** A rule by which names change on their way out, when it names a folder in which a client registers hooks. */
export function renamesIntoGuard(rule: Value | undefined, call: Call): void {
  if (rule === undefined) return
  const names = rule.text.match(/[~./]?[\w./-]{2,}/g) ?? []
  if (names.some(name => isRegistrationFolder(`/${name.replace(/^\/+|\/+$/g, '')}`) || guards(name, call)))
    find(call, 'self.tamper', { unknown: 'what is unpacked under another name' })
}

function guards(name: string, call: Call): boolean {
  return isGuardPath(place(literal(name), call.env, call.analysis).absolute, call.analysis)
}

/** `7z x archive -o/folder member`: a letter, then the archive; the folder is attached to its option. */
export function sevenZip(call: Call): Stream | undefined {
  const [verb, , ...members] = call.args.filter(word => word.text[0] !== '-')
  if (!/^[xe]$/.test(verb?.text ?? '') || call.args.some(word => /^-so$/.test(word.text))) return undefined
  const given = call.args.find(word => /^-o./.test(word.text))
  return lands(members, given === undefined ? undefined : { ...given, text: given.text.slice(2) }, call)
}

function unrar(call: Call): Stream {
  const [verb, , ...rest] = call.args.filter(word => word.text[0] !== '-')
  if (!/^[xe]$/.test(verb?.text ?? '')) return nothing
  const folder = rest.at(-1)?.text.endsWith('/') === true ? rest.at(-1) : undefined
  return lands(folder === undefined ? rest : rest.slice(0, -1), folder, call)
}

/** An archive of the files that the input names. */
function packs({ stdin, env, analysis, invocation }: Call): Stream {
  const files = namedBy(stdin, analysis).map(name => readPath(name, env, analysis, invocation).taint)
  return { text: undefined, taint: files.reduce((sum, bits) => sum | bits, stdin.taint) }
}

function cpio(call: Call): Stream {
  const given = options(call.args, 'D C E F H I M O R directory file format owner pattern-file rename-batch-file')
  if (has(given, 't', 'list')) return { text: undefined, taint: call.stdin.taint }
  if (has(given, 'o', 'create')) return packs(call)
  const folder = given.values.get('D') ?? given.values.get('directory')
  if (has(given, 'i', 'extract') && !has(given, 'no-absolute-filenames')) landsAnywhere(call)
  if (has(given, 'i', 'extract')) return lands(given.positional, folder, call)
  const [target] = given.positional
  if (target === undefined || !has(given, 'p', 'pass-through')) return nothing
  packs(call)
  return lands(namedBy(call.stdin, call.analysis), target, call)
}

function jar(call: Call): Stream {
  const [letters, ...words] = call.args
  const text = letters?.text ?? ''
  if (!/^-?(?=[a-zA-Z0]*x)[a-zA-Z0]+$|^--extract$/.test(text)) return nothing
  const given = options(words, 'f C file dir')
  const members = /f/.test(text) && !text.startsWith('--') ? given.positional.slice(1) : given.positional
  return lands(members, given.values.get('dir') ?? given.values.get('C'), call)
}

function pax(call: Call): Stream {
  const given = options(call.args, 'f s o x b E p')
  if (!has(given, 'r')) {
    const named = given.positional.map(file => readPath(file, call.env, call.analysis, call.invocation).taint)
    const file = given.values.get('f')
    const out = named.length === 0 ? packs(call) : { text: undefined, taint: named.reduce((sum, bits) => sum | bits, 0) }
    if (file === undefined) return out
    overwritten(file, 'replace', call.env, call.analysis, call.invocation, out)
    return nothing
  }
  renamesIntoGuard(given.values.get('s'), call)
  landsAnywhere(call)
  const both = has(given, 'w') ? given.positional.at(-1) : undefined
  return lands(both === undefined ? given.positional : [], both, call)
}

const into =
  (valued: string, ...names: readonly string[]): Handler =>
  call => {
    const given = options(call.args, valued)
    const folder = names.map(name => given.values.get(name)).find(value => value !== undefined)
    return lands(given.positional.slice(1), folder, call)
  }

export const extracting: Readonly<Record<string, Handler>> = {
  'cpio bsdcpio': cpio,
  jar,
  pax,
  unrar,
  unar: into('o output-directory e encoding p password', 'o', 'output-directory'),
  ar: call => {
    const given = options(call.args, 'output')
    if (/^-?[a-zA-Z]*[rq]/.test(call.args[0]?.text ?? ''))
      for (const member of given.positional.slice(/^-/.test(call.args[0]?.text ?? '') ? 1 : 2))
        readPath(member, call.env, call.analysis, call.invocation)
    if (!/^-?[a-zA-Z]*x/.test(call.args[0]?.text ?? '')) return undefined
    return lands(given.positional.slice(/^-/.test(call.args[0]?.text ?? '') ? 1 : 2), given.values.get('output'), call)
  },
  unsquashfs: into('d dest p processors', 'd', 'dest'),
  'aunpack atool': into('X extract-to', 'X', 'extract-to'),
  ouch: call => {
    const given = options(call.args, 'd dir f format')
    return /^d(?:ecompress)?$/.test(given.positional[0]?.text ?? '')
      ? lands([], given.values.get('d') ?? given.values.get('dir'), call)
      : undefined
  },
}
