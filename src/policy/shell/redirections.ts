/** `<`, `>`, here-documents and here-strings. */

import type { Redirection } from 'unbash'
import { boundedPath } from './paths.ts'
import { record } from './session.ts'
import { HOLE, literal, nothing, type Stream, streamOf, type Text, taint } from './text.ts'
import { overwritten, readPath } from './touch.ts'
import { type Expander, expand, expandQuoted, expandWhole } from './words.ts'

export interface Redirected {
  readonly stdin: Stream
  /** The file that standard output goes to. */
  readonly output: Text | undefined
  /** Reverse shells are recognised by their sockets. */
  readonly socket: Text | undefined
  /** Remembers what was written to the file. */
  readonly write: (out: Stream) => void
}

export function redirect(redirects: readonly Redirection[], on: Expander, stdin: Stream): Redirected {
  if (redirects.length === 0) return { stdin, output: undefined, socket: undefined, write: ignore }
  let input = stdin
  let output: Text | undefined
  let socket: Text | undefined
  let appended = false
  for (const item of redirects) {
    if (item.type === 'HereDoc') {
      const body = item.body.parts === undefined ? item.body.text : expandQuoted(item.body.parts, item.body.text, on).text
      input = streamOf(item.operator === '<<-' ? body.replace(/^\t{1,64}/gm, '') : body)
      continue
    }
    if (item.target === undefined) continue
    if (item.type === 'HereString') {
      const value = expandWhole(item.target, on)
      input = { text: `${value.text}\n`, taint: value.taint }
      continue
    }
    const { operator } = item
    const target = expandWhole(item.target, on)
    const duplicate = (operator === '>&' || operator === '<&') && /^(?:\d{1,3}-?|-)$/.test(target.text)
    if (duplicate) continue
    if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) {
      socket = target
      if (operator.startsWith('<')) input = { text: undefined, taint: taint.download }
      else output = target
      continue
    }
    if (operator === '<' || operator === '<&') {
      const single = item.target.parts === undefined ? [target] : expand(item.target, on)
      input = target.stream ?? readPath(single[0] ?? target, on.scope, on.session)
      continue
    }
    if (target.stream !== undefined) continue
    if (item.descriptor?.type !== 'FileDescriptor' || item.descriptor.value === 1) {
      output = target
      appended = operator === '>>' || operator === '&>>'
    }
    overwritten(target, operator.endsWith('>>') ? 'append' : 'replace', on.scope, on.session)
  }
  const write = (out: Stream): void => {
    if (output === undefined || output.text.includes(HOLE)) return
    if ((out.taint & taint.endless) !== 0 && !/^\/dev\//.test(output.text)) record(on.session, 'disk.fill')
    const path = boundedPath(output, on.scope, on.session)
    const old = appended ? on.session.files.get(path) : undefined
    if (on.session.files.size < 200)
      on.session.files.set(
        path,
        old === undefined || old.text === undefined || out.text === undefined
          ? out
          : { text: old.text + out.text, taint: old.taint | out.taint },
      )
  }
  return { stdin: input, output, socket, write }
}

function ignore(): void {}

export const noInput: Stream = nothing
export const emptyWord = literal('')
