/**
 * What `init` remembers of each file it changed, so that `uninstall` can put back the very bytes: the text before, or that there was none. It
 * is a help, not a need: without it our entries are found in the file itself.
 */

import { join } from 'node:path'
import { hash } from '../../core/hash.ts'
import { isObject, readObject, stringAt } from '../../core/json.ts'
import type { Files } from './files.ts'

export interface Memory {
  /** The text before our first change; null when there was no file. */
  readonly before: string | null
  /** What we wrote last: only while the file still says this may the old text come back. */
  readonly after: string
  /** What stood there until then: a cut may have come before the change. */
  readonly replaced: string | null
  /** Directories that were made for it, deepest first. */
  readonly made: readonly string[]
}

export interface Memories {
  readonly of: (file: string) => Memory | undefined
  /** Throws where nothing can be kept. */
  readonly prepare: () => void
  readonly keep: (file: string, memory: Memory) => void
  readonly drop: (file: string) => void
  /** Where the text before stands, for a person. */
  readonly place: (file: string) => string
  /** Every file that is remembered. */
  readonly all: () => readonly string[]
}

export const memoriesIn = (stateDir: string, files: Files): Memories => {
  const place = (file: string): string => join(stateDir, 'installed', `${hash(file)}.json`)
  const remembered = (path: string) => {
    try {
      const text = files.read(path)
      const read = text === undefined ? undefined : readObject(text)
      return isObject(read) ? read : undefined
    } catch {
      return undefined
    }
  }
  return {
    place,
    all: () =>
      files.list(join(stateDir, 'installed')).flatMap(name => {
        const file = stringAt(remembered(join(stateDir, 'installed', name)) ?? {}, 'file')
        return file !== undefined && place(file).endsWith(name) ? [file] : []
      }),
    of: file => {
      const read = remembered(place(file))
      if (read === undefined || read.file !== file) return undefined
      const after = stringAt(read, 'after')
      const before = read.before === null ? null : stringAt(read, 'before')
      // What we never wrote is nobody's memory of us: the environment says where these lie.
      if (after === undefined || before === undefined || !after.includes('tfy-hook')) return undefined
      const replaced = stringAt(read, 'replaced') ?? null
      return { before, after, replaced, made: Array.isArray(read.made) ? read.made.filter(dir => typeof dir === 'string') : [] }
    },
    prepare: () => {
      const probe = join(stateDir, 'installed', 'probe')
      files.replace(probe, '', 0o600)
      files.remove(probe)
    },
    // What a settings file holds may be secret.
    keep: (file, memory) => files.replace(place(file), `${JSON.stringify({ file, ...memory })}\n`, 0o600),
    drop: file => {
      try {
        files.remove(place(file))
      } catch {
        return
      }
    },
  }
}
