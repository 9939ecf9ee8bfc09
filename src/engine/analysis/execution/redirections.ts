/** `<`, `>`, here-documents and here-strings. */

import type { Redirection } from 'unbash'
import { put } from '../effects/file-copies.ts'
import { emptied, overwritten, putSomewhere, readPath } from '../effects/file-effects.ts'
import { expandQuoted, expandTargets, expandWhole } from '../expansion/words.ts'
import { boundedPath } from '../places/paths.ts'
import { type Analysis, type Expander, record } from '../values/analysis.ts'
import { HOLE, literal, type Sink, type Stream, streamOf, taint, type Value } from '../values/value.ts'

export interface Redirected {
  readonly stdin: Stream
  /** The file that standard output goes to. */
  readonly output: Value | undefined
  /** Reverse shells are recognised by their sockets. */
  readonly socket: Value | undefined
  /** Takes the standard output, instead of a file. */
  readonly sink: Sink | undefined
  /** Remembers what was written to the file. */
  readonly write: (out: Stream) => void
  /** Standard input was redirected. */
  readonly given: boolean
}

/** What redirections give a command to read, and where its output goes. Files that are read or written are recorded. */
export function redirect(redirects: readonly Redirection[], on: Expander, stdin: Stream): Redirected {
  if (redirects.length === 0) return { stdin, output: undefined, socket: undefined, sink: undefined, write: ignore, given: false }
  let input = stdin
  let output: Value | undefined
  let socket: Value | undefined
  let appended = false
  let given = false
  let sink: Sink | undefined
  const { analysis } = on
  const take = (item: Redirection, stream: Stream): void => {
    const number = descriptorOf(item, on)
    if (number === undefined || number === '0') {
      input = stream
      given = true
    } else analysis.files.set(`/dev/fd/${number}`, stream)
  }
  for (const item of redirects) {
    if (item.type === 'HereDoc') {
      analysis.documents ??= []
      analysis.documents.push(item.body.text)
      const { parts, text: body } = item.body
      const { text, taint: bits } =
        parts !== undefined ? expandQuoted(parts, body, on) : literal(item.delimiter?.quoted === false ? unescaped(body) : body)
      take(item, streamOf(item.operator === '<<-' ? text.replace(/^\t+/gm, '') : text, bits))
      continue
    }
    if (item.target === undefined) continue
    if (item.type === 'HereString') {
      const value = expandWhole(item.target, on)
      take(item, { text: `${value.text}\n`, taint: value.taint })
      continue
    }
    const { operator } = item
    const [target, ...others] = expandTargets(item.target, on)
    const duplicate = (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(target.text)
    if (duplicate) {
      const from = /^\d+/.exec(target.text)?.[0]
      const held = from === undefined ? undefined : analysis.files.get(`/dev/fd/${from}`)
      if (operator === '<&' && held !== undefined) take(item, held)
      if (operator === '>&' && from !== undefined) sink = analysis.sinks?.get(from) ?? sink
      continue
    }
    if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) {
      socket = target
      if (operator.startsWith('<')) input = { text: undefined, taint: taint.download }
      else output = target
      continue
    }
    if (operator === '<' || operator === '<&' || (operator === '<>' && target.stream !== undefined)) {
      for (const other of others) readPath(other, on.env, on.analysis)
      take(item, target.stream ?? readPath(target, on.env, on.analysis))
      continue
    }
    if (target.stream !== undefined) continue
    if (target.sink !== undefined) {
      const number = descriptorOf(item, on) ?? '1'
      if (number === '1') sink = target.sink
      else {
        if (number === '2') target.sink({ text: HOLE, taint: 0 })
        analysis.sinks?.set(number, outside(number, target.sink, analysis))
      }
      continue
    }
    if (item.descriptor?.type !== 'FileDescriptor' || item.descriptor.value === 1) {
      output = target
      appended = operator === '>>' || operator === '&>>'
    } else if (item.descriptor.value > 2) {
      const path = boundedPath(target, on.env, analysis)
      analysis.sinks?.set(String(item.descriptor.value), out => put(path, out, analysis, true))
    }
    for (const other of others) overwritten(other, operator.endsWith('>>') ? 'append' : 'replace', on.env, on.analysis)
    overwritten(target, operator.endsWith('>>') ? 'append' : 'replace', on.env, on.analysis)
  }
  const write = (out: Stream): void => {
    sink?.(out)
    if (output === undefined) return
    if (out.text === '' && !appended) emptied(output, on.env, analysis)
    if (output.text.includes(HOLE)) {
      putSomewhere(output, out, on.env, analysis)
      return
    }
    const isItself = (file: Value): boolean => boundedPath(file, on.env, analysis) === boundedPath(output, on.env, analysis)
    // Emptied before anybody has read it.
    if (!appended && out.from?.some(isItself) === true) emptied(output, on.env, analysis)
    const grows = (out.taint & taint.endless) !== 0 || (appended && out.from?.some(isItself) === true)
    if (grows && !/^\/dev\/(?!shm\/)/.test(output.text)) record(on.analysis, 'disk.fill')
    else if (grows && on.env.outlives === true) record(on.analysis, 'process.exhaust')
    put(boundedPath(output, on.env, analysis), out, analysis, appended)
  }
  return { stdin: input, output, socket, sink, write, given }
}

function ignore(): void {}

/** A here-document in which nothing is expanded but whose end is not quoted: of backslashes, those that a shell takes away. */
const unescaped = (body: string): string => body.replace(/\\([$`\\\n])/g, (_, sign: string) => (sign === '\n' ? '' : sign))

/** What a sink itself writes to the descriptor goes where it went before. */
function outside(number: string, sink: Sink, { sinks }: Analysis): Sink {
  const before = sinks?.get(number)
  return function put(written) {
    if (before === undefined) sinks?.delete(number)
    else sinks?.set(number, before)
    sink(written)
    sinks?.set(number, put)
  }
}

/** The descriptor in front of a redirection; `{name}` gets a number of its own. */
function descriptorOf(item: Redirection, on: Expander): string | undefined {
  const { descriptor } = item
  if (descriptor === undefined) return undefined
  if (descriptor.type === 'FileDescriptor') return String(descriptor.value)
  const number = String(10 + on.env.variables.size)
  on.env.variables.set(descriptor.name, { fields: [literal(number)], array: false })
  return number
}
