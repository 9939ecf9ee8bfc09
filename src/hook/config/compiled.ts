/**
 * Reads a file that people write through its validated form, so that the hot path pays for JSON.parse instead of YAML and zod. A form is
 * trusted only when it belongs to the owner of the source and nobody else can write it: a managed file that root owns is never served from
 * one that its user could have forged. Who owns the file keeps a form of their own; beside a managed file an administrator has put one.
 */

import { mkdirSync, renameSync, type Stats, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { type Failure, fail, ok, type Result } from '../../core/failure.ts'
import { hash } from '../../core/hash.ts'
import { hasher } from '../sources/machine/digest.ts'
import { readBounded } from './bounded-file.ts'

declare const __TFY_VERSION__: string

export interface Source<T> {
  readonly file: string
  readonly kind: 'policy' | 'config'
  /** Part of the cache key beside the path: the same file means different things in different layers. */
  readonly layer: string
  /** An administrator may have put a form beside it. */
  readonly managed?: boolean
  readonly parse: (text: string) => Promise<Result<T>>
}

/** Largest file accepted, in bytes, and largest validated form of one. */
const maxSize = 1024 * 1024
const maxCached = 16 * maxSize

/** The parsed file; undefined when it does not exist. A file that exists and cannot be used is a failure, never skipped. */
export const readCompiled = async <T>(source: Source<T>, stateDir: string): Promise<Result<T | undefined>> => {
  let stat: Stats | undefined
  try {
    stat = statSync(source.file, { throwIfNoEntry: false })
  } catch (error) {
    return fail(await unread(source, error))
  }
  if (stat === undefined) return ok(undefined)
  if (!stat.isFile()) return fail(broken(source, 'it is not a file'))
  if (stat.size > maxSize) return fail(broken(source, `it is larger than ${maxSize} bytes`))
  const stamp = stampOf(source, [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino].join('|'))
  const cache = `${stateDir}/compiled/${hash(`${source.layer}|${source.file}`)}.json`
  const cached = readCache<T>(cache, stamp, stat)
  if (cached !== undefined) return ok(cached)
  let text: string | undefined
  try {
    text = readBounded(source.file, maxSize)
  } catch (error) {
    return fail(await unread(source, error))
  }
  if (text === undefined) return fail(broken(source, `it is not a file of at most ${maxSize} bytes`))
  const placed = source.managed && process.platform !== 'win32' ? await readPlaced<T>(source, text, stat) : undefined
  if (placed !== undefined) return ok(placed)
  const parsed = await source.parse(text)
  // Nobody is believed about a file of somebody else.
  if (parsed.ok && isOwn(stat)) writeCache(cache, stamp, parsed.value, stateDir)
  return parsed
}

type Named = Pick<Source<unknown>, 'layer' | 'file'>

const stampOf = ({ layer, file }: Named, content: string): string => [__TFY_VERSION__, layer, file, content].join('|')

/** Where the form of a managed file stands. On Windows anybody may make a folder there, so that none counts. */
export const placeOf = (file: string): string => file.replace(/([^/]*)\.yaml$/, 'compiled/$1.json')

/** What stands there, for this very text: who made it need not be on this machine. */
export const formOf = async (source: Named, text: string, value: unknown): Promise<string> =>
  `${JSON.stringify({ stamp: stampOf(source, (await hasher())(text)), value })}\n`

const readPlaced = async <T>(source: Named, text: string, stat: Stats): Promise<T | undefined> =>
  readCache<T>(placeOf(source.file), stampOf(source, (await hasher())(text)), stat)

/** Whether calls read a managed file from the form beside it. */
export const isCompiled = async (source: Named): Promise<boolean> => {
  try {
    const text = readBounded(source.file, maxSize)
    return text !== undefined && (await readPlaced(source, text, statSync(source.file))) !== undefined
  } catch {
    return false
  }
}

const isOwn = ({ uid }: Stats): boolean => process.platform === 'win32' || uid === process.getuid?.()

const readCache = <T>(cache: string, stamp: string, source: Stats): T | undefined => {
  try {
    const isOurs = ({ uid, mode }: Stats): boolean => process.platform === 'win32' || (uid === source.uid && (mode & 0o022) === 0)
    const text = readBounded(cache, maxCached, isOurs)
    if (text === undefined) return undefined
    const entry = JSON.parse(text) as { stamp?: unknown; value?: unknown }
    return entry.stamp === stamp ? (entry.value as T) : undefined
  } catch {
    // No cache, or not ours to trust: the source is read instead.
    return undefined
  }
}

const writeCache = (cache: string, stamp: string, value: unknown, stateDir: string): void => {
  const draft = `${cache}.${process.pid}`
  try {
    mkdirSync(`${stateDir}/compiled`, { recursive: true, mode: 0o700 })
    writeFileSync(draft, JSON.stringify({ stamp, value }), { mode: 0o600 })
    renameSync(draft, cache)
  } catch {
    // Without a cache the next call parses again: slower, never laxer.
    try {
      unlinkSync(draft)
    } catch {
      return
    }
  }
}

const broken = (source: { readonly kind: 'policy' | 'config'; readonly file: string }, detail: string): Failure => ({
  kind: source.kind === 'policy' ? 'policy-invalid' : 'config-invalid',
  file: source.file,
  detail,
})

const unread = async <T>(source: Source<T>, error: unknown): Promise<Failure> =>
  broken(source, `it cannot be read: ${(await import('../../core/system-words.ts')).systemWords(error)}`)
