/**
 * Stores of the system that hold settings: the registry and the managed preferences of macOS. Asked by absolute path, for a bounded time;
 * what cannot be asked is said and not taken for empty.
 */

import { statSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import type { System } from '../../core/install.ts'
import type { Source } from '../../core/switches.ts'
import { type Ran, runFor } from '../../hook/programs/run.ts'
import type { Stored } from './world.ts'

const longestMs = 3_000

export interface Asking {
  readonly system: System
  readonly env: Env
  readonly home: string
}

/** By `Source.at`. */
export const storesFor = async (sources: readonly Source[], asking: Asking): Promise<ReadonlyMap<string, Stored>> => {
  const asked = new Map(sources.filter(({ kind }) => kind === 'registry' || kind === 'plist').map(source => [source.at, source]))
  const found = await Promise.all(
    [...asked.values()].map(
      async source => [source.at, await (source.kind === 'registry' ? registry : plist)(source, asking)] as const,
    ),
  )
  return new Map(found)
}

const registry = async ({ at, alone }: Source, asking: Asking): Promise<Stored> => {
  const { system, env } = asking
  if (system !== 'win32' || process.platform !== 'win32') return { problem: 'there is no registry on this system' }
  const [key, name] = splitLast(at, ' ')
  const ran = await run(`${env.SystemRoot ?? 'C:\\Windows'}\\System32\\reg.exe`, ['query', key, '/v', name], asking)
  // One code for a key that is not there and for most else; the key itself tells them apart.
  if (ran.exitCode === 1) return { text: undefined }
  if (ran.exitCode !== 0) return { problem: 'reg.exe did not answer' }
  return registryValue(ran.stdout, name, alone)
}

/** `    Settings    REG_SZ    {"disableAllHooks":true}`, with spaces or tabs between. A text may go on over further lines. */
export const registryValue = (said: string, name: string, alone = false): Stored => {
  const lines = said.split(/\r?\n/)
  const at = lines.findIndex(line => partsOf(line)?.name.toLowerCase() === name.toLowerCase())
  const found = partsOf(lines[at] ?? '')
  if (found === undefined) return { text: undefined }
  if (alone && found.type === 'REG_DWORD') return { text: JSON.stringify({ [name]: Number(found.value) !== 0 }) }
  if (found.type !== 'REG_SZ' && found.type !== 'REG_EXPAND_SZ') return { problem: `the value ${name} is no text` }
  const text = [found.value, ...lines.slice(at + 1)].join('\n').trim()
  return { text: alone ? `{${JSON.stringify(name)}:${text}}` : text }
}

const partsOf = (line: string): { readonly name: string; readonly type: string; readonly value: string } | undefined => {
  const [, name, type, value] = /^\s+(\S+)\s+(REG_[A-Z_]+)(?:\s+(.*))?$/.exec(line) ?? []
  return name === undefined || type === undefined ? undefined : { name, type, value: value ?? '' }
}

const plist = async ({ at }: Source, asking: Asking): Promise<Stored> => {
  if (statSync(at, { throwIfNoEntry: false }) === undefined) return { text: undefined }
  const ran = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', at], asking)
  return ran.exitCode === 0 ? { text: ran.stdout } : { problem: 'plutil did not answer' }
}

const run = (file: string, args: readonly string[], { env, home }: Asking): Promise<Ran> =>
  runFor(file, args, longestMs, { cwd: home, env: { SystemRoot: env.SystemRoot }, maxBuffer: 4 * 1024 * 1024 })

const splitLast = (text: string, by: string): readonly [string, string] => {
  const at = text.lastIndexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)]
}
