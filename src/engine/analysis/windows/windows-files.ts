/** Windows' own programs that copy, unpack, link and protect files. */

import { type By, deleted, filled, goneFrom, overwritten, readPath, type Writing } from '../effects/file-effects.ts'
import { copied, moved } from '../effects/transfers.ts'
import { linked } from '../places/links.ts'
import type { Call, Handler } from '../values/analysis.ts'
import { literal, nothing, type Stream, slashed, taint, type Value } from '../values/value.ts'

/** Switches with a value are one word (`/d:01-02-2026`); a word with another separator is a path. */
const isSwitch = ({ text }: Value): boolean => /^[/+-][^\\/]*$|^\/\w+\+?:/.test(text)

/** The other words, with `/`. */
const operands = ({ args }: Call): readonly Value[] => args.filter(word => !isSwitch(word)).map(slashed)

const says = ({ args }: Call, word: RegExp): boolean => args.some(({ text }) => word.test(text))

const write = (target: Value | undefined, how: Writing, { env, analysis, invocation }: By): void => {
  if (target !== undefined) overwritten(slashed(target), how, env, analysis, invocation)
}

const read = (files: readonly Value[], { env, analysis, invocation }: Call): Stream => ({
  text: undefined,
  taint: files.reduce((bits, file) => bits | readPath(file, env, analysis, invocation).taint, 0),
})

/** `program from to`, and folders with what they hold. */
const copies: Handler = call => {
  const [from, to = literal('.')] = operands(call)
  if (from === undefined || says(call, /^\/(?:l|\?)$/i)) return nothing
  copied([from], to, call)
  if (says(call, /^\/[es]$/i)) filled(to, call)
  return nothing
}

/** `robocopy from to [files]`: some of what the folder holds, or all. */
const robocopy: Handler = call => {
  const [from, to, ...files] = operands(call)
  for (const { text } of call.args) {
    const log = /^\/(?:uni)?log\+?:(.+)$/i.exec(text)?.[1]
    if (log !== undefined) write(literal(log), 'replace', call)
  }
  if (from === undefined || to === undefined || says(call, /^\/(?:l|\?)$/i)) return nothing
  const folder = { ...to, text: `${to.text.replace(/(?<!\/)\/+$/, '')}/` }
  const names = files.length > 0 ? files.map(file => file.text) : ['*']
  const sources = names.map(name => ({ ...from, text: `${from.text}/${name}`, glob: /[*?]/.test(name) }))
  if (says(call, /^\/move?$/i)) moved(files.length > 0 ? sources : [from], folder, call)
  else copied(sources, folder, call)
  if (says(call, /^\/(?:mir|purge)$/i)) deleted(to, true, call.env, call.analysis, call.invocation)
  return nothing
}

/** Who may do what with files, and what they are like. */
export const rights: Handler = call => {
  const [target] = call.program === 'takeown' ? [after(call, /^\/f$/i)] : operands(call)
  if (target === undefined) return undefined
  write(target, 'permissions', call)
  if (says(call, /^[/-](?:deny|d|inheritance:r|setowner|remove(?::g)?|r)$/i) && call.program !== 'takeown')
    goneFrom(slashed(target), call.env, call.analysis, call.invocation)
  return undefined
}

const after = ({ args }: Call, word: RegExp): Value | undefined => {
  const at = args.findIndex(({ text }) => word.test(text))
  return at < 0 ? undefined : args[at + 1]
}

export const windowsFiles: Readonly<Record<string, Handler>> = {
  xcopy: copies,
  replace: copies,
  makecab: copies,
  robocopy,
  attrib: rights,
  compact: rights,
  esentutl: call => {
    const [from, to] = [after(call, /^[/-]y$/i), after(call, /^[/-]d$/i)]
    if (from !== undefined && to !== undefined) copied([slashed(from)], slashed(to), call)
    return nothing
  },
  extrac32: call => {
    const folder = after(call, /^\/l$/i)
    if (says(call, /^\/c$/i)) return copies(call)
    if (folder !== undefined) filled(slashed(folder), call)
    return nothing
  },
  // The other program of this name reads.
  expand: call => {
    const [from, to] = operands(call)
    if (from === undefined || to === undefined) return read(operands(call), call)
    if (says(call, /^[/-]f:/i)) filled(to, call)
    copied([from], to, call)
    return nothing
  },
  certreq: call => {
    const out = operands(call).at(-1)
    if (!says(call, /^[/-]post$/i) || out === undefined) return nothing
    const { path } = overwritten(out, 'replace', call.env, call.analysis, call.invocation)
    if (path !== undefined) call.analysis.files.set(path, { text: undefined, taint: taint.download })
    return nothing
  },
}

/** `fsutil` changes one file, whatever it is called with; a hard link is a second name of it. */
export function fileSystem(call: Call): void {
  const [kind = '', verb = ''] = call.args.map(({ text }) => text.toLowerCase())
  const [first, second] = call.args.slice(2)
  const { env, analysis, invocation } = call
  if (kind === 'hardlink' && verb === 'create' && first !== undefined && second !== undefined) {
    write(first, 'link', call)
    linked(slashed(second), slashed(first), { symbolic: false, env, analysis, invocation })
  } else if (/^set|^create/.test(verb))
    for (const word of call.args.slice(2)) if (/[\\/]/.test(word.text)) write(word, 'edit', call)
}

/** `certutil` shows a file, or keeps it in another form. */
export function encoded(call: Call): Stream {
  const [from, to] = operands(call)
  if (from === undefined) return nothing
  if (to !== undefined && says(call, /^[/-]encode/i)) copied([from], to, call)
  return read([from], call)
}
