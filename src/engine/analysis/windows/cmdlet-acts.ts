/** What cmdlets do to files, the registry and the network. */

import { asUrl } from '../../matching/addresses.ts'
import { contentAt } from '../effects/file-copies.ts'
import { deleted, overwritten, readPath } from '../effects/file-effects.ts'
import { requested } from '../effects/requests.ts'
import { sent } from '../effects/sockets.ts'
import { copied, moved } from '../effects/transfers.ts'
import { setForGood } from '../effects/variables-for-good.ts'
import { isEnvironment } from '../places/agent-variables.ts'
import { clientPolicy } from '../places/guard-list.gen.ts'
import { hostOf, isMetadataHost } from '../places/hosts.ts'
import { isStranger } from '../places/origins.ts'
import { boundedPath } from '../places/paths.ts'
import { ranDownload, record } from '../values/analysis.ts'
import { HOLE, known, literal, nothing, type Stream, silent, slashed, taint, type Value } from '../values/value.ts'
import { atHome, type Cmdlet } from './parameters.ts'
import { opensMachine, startsPrograms } from './registry-keys.ts'

/** `Set-Variable name value`: without a value nobody knows what it holds. */
export function assigned(on: Cmdlet): Stream {
  const [name, value = on.get('value')] = [on.get('name') ?? [], on.paths].flat()
  if (name !== undefined)
    on.env.variables.set(name.text.toLowerCase(), { fields: [value ?? { ...literal(HOLE), unknown: name.text }], array: false })
  return nothing
}

/** `Set-Alias` and its kin: a name becomes another name of a command. */
export function renames(on: Cmdlet): Stream {
  const name = on.get('name') ?? on.paths[0]
  const value = on.get('value') ?? on.paths.at(-1)
  if (name !== undefined && value !== undefined) on.env.aliases.set(name.text.toLowerCase(), value.text)
  return nothing
}

/** `Remove-Item` and `Clear-Content`; nothing with `-WhatIf`. */
export function remove(on: Cmdlet): Stream {
  if (on.has('whatif')) return nothing
  if (on.words.some(word => /HistorySavePath/i.test(word.written))) record(on.analysis, 'persistence.history-erase')
  const whole = on.has('recurse') || on.words.some(word => /^\/s$/i.test(word.text))
  const fed = on.stdin.names === true ? (on.stdin.from ?? []) : on.paths.length === 0 ? piped(on) : []
  for (const path of [...on.paths.filter(path => !/^\/[a-z]$/i.test(path.text)), ...fed.map(slashed)]) {
    if (clientPolicy.test(path.text)) record(on.analysis, 'self.tamper')
    if (/^(?:hk(?:lm|cu|cr|u)|registry):/i.test(path.text)) record(on.analysis, 'filesystem.delete-root', { targets: [] })
    else if (/^(?:cert|env|function|variable|alias):/i.test(path.text)) continue
    else if (path.text !== '') deleted(path, whole || (on.stdin.names === true && fed.includes(path)), on.env, on.analysis)
  }
  return nothing
}

/** What comes through the pipe as text is a list of paths. */
export function piped(on: Cmdlet): readonly Value[] {
  const lines = on.stdin.text?.split('\n').filter(line => line.trim() !== '') ?? []
  if (lines.length > 100) on.analysis.exhausted = true
  return lines.slice(0, 100).map(line => {
    const path = atHome(slashed(literal(line.trim())), on.analysis)
    return line.includes(HOLE) ? { ...path, unknown: 'the input' } : path
  })
}

/** What `Join-Path` prints. */
export function joined(on: Cmdlet): Stream {
  const child = on.get('childpath')
  const parts = child === undefined ? on.paths : [...on.paths, slashed(child)]
  return { text: parts.map(part => part.text).join('/'), taint: parts.reduce((bits, part) => bits | part.taint, 0) }
}

/** Keys and values of the registry that are written or removed; those that start programs are findings. */
export function registry(on: Cmdlet, removing: boolean): Stream {
  const key = on.paths[0]?.text ?? ''
  if (clientPolicy.test(key)) record(on.analysis, 'self.tamper')
  const [, second, third] = on.paths
  const name = on.get('name') ?? second
  if (!removing && isEnvironment(key) && name !== undefined)
    setForGood(name.text, (on.get('value') ?? (on.get('name') === undefined ? third : second))?.text ?? HOLE, on.analysis)
  if (startsPrograms(key) || /^UserInitMprLogonScript$/i.test(name?.text ?? '')) record(on.analysis, 'persistence.service')
  else if (opensMachine(on.words.map(word => word.text).join(' '))) record(on.analysis, 'permissions.security-off')
  else if (removing && /^(?:HKLM|HKEY_LOCAL_MACHINE)/i.test(key)) record(on.analysis, 'filesystem.delete-root')
  return nothing
}

/** `Copy-Item` and `Move-Item`. */
export function transfer(on: Cmdlet, moving: boolean): Stream {
  const [from, to] = on.paths
  const named = on.get('destination')
  const target = named === undefined ? to : slashed(named)
  if (from !== undefined && moving) moved([from], target, on)
  else if (from !== undefined && target !== undefined) copied([from], target, on)
  return nothing
}

/** `Set-Content`, `Add-Content` and `Out-File`: the text that a file gets. */
export function write(on: Cmdlet, append = on.has('append')): Stream {
  const [path] = on.paths
  if (path === undefined) return nothing
  // The words behind the path, or what comes through the pipe.
  const value = on.get('value') ?? (on.stdin === nothing ? on.paths[1] : undefined)
  const content: Stream =
    value === undefined ? on.stdin : /^\$null$/i.test(value.written) ? silent : { text: known(value), taint: value.taint }
  overwritten(path, append ? 'append' : 'replace', on.env, on.analysis, undefined, content)
  return on.stdin
}

/** `Invoke-WebRequest` and `Invoke-RestMethod`: what is sent, fetched and kept. */
export function web(on: Cmdlet): Stream {
  const [named, target] = [on.get('source') ?? on.paths[0], on.get('destination') ?? on.paths[1]]
  // Uploaded: the address is where it goes.
  if (on.transfers === true && named !== undefined && target !== undefined && hostOf(target.text) !== undefined) {
    sent(on, readPath(slashed(named), on.env, on.analysis).taint, [hostOf(target.text) as string], true)
    return nothing
  }
  const address = on.get('uri') ?? on.get('source') ?? on.paths.find(path => /[./:]/.test(path.text))
  const host = address === undefined ? undefined : hostOf(asUrl(address.text))
  if (host !== undefined && !host.includes(HOLE)) on.analysis.hosts.push(host)
  if (host !== undefined && isMetadataHost(host)) record(on.analysis, 'network.metadata-service', { hosts: [host] })
  if (address !== undefined)
    requested(
      { method: (on.get('method')?.text ?? 'GET').toUpperCase(), address: address.text, body: on.get('body')?.text ?? '' },
      on.analysis,
    )
  const file = on.get('infile')
  let bits = (on.get('body')?.taint ?? 0) | on.stdin.taint | (address?.taint ?? 0)
  if (file !== undefined) bits |= readPath(slashed(file), on.env, on.analysis).taint
  sent(on, bits, host === undefined ? [] : [host])
  const second = on.paths.filter(path => path !== address)[0]
  const out = on.get('outfile') ?? on.get('destination') ?? (on.transfers === true ? second : undefined)
  if (out !== undefined) {
    overwritten(slashed(out), 'replace', on.env, on.analysis, undefined, { text: undefined, taint: taint.download })
    return nothing
  }
  return { text: undefined, taint: taint.download }
}

/** `Send-MailMessage`: what it is given, and its attachment. */
export function mailed(on: Cmdlet): Stream {
  const file = on.get('attachments')
  const said = on.words.reduce((bits, word) => bits | word.taint, on.stdin.taint)
  const bits = file === undefined ? said : said | readPath(slashed(file), on.env, on.analysis).taint
  const host = hostOf(on.get('smtpserver')?.text ?? '')
  sent(on, bits, host === undefined ? [] : [host])
  return nothing
}

/** The files that it names run. */
export function loads({ paths, get, env, analysis }: Cmdlet): void {
  for (const path of [...paths, get('path'), get('literalpath')])
    if (path !== undefined) ranDownload(contentAt(boundedPath(path, env, analysis), analysis)?.taint ?? 0, { analysis })
}

/** What is installed or loaded from an address or from another machine's share. */
export function fromElsewhere(on: Cmdlet): Stream {
  if (on.paths.some(({ text }) => /^\/\/[\w.-]+\//.test(text) || isStranger(text, on.analysis)))
    record(on.analysis, 'packages.install-from-url')
  return nothing
}
