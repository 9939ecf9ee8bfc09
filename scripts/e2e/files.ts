/** Files of a run: written with their folders, read where they may be missing. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Files } from './client.ts'

export const writeAll = (files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(path, 0o755)
  }
}

export const readOrNone = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Byte by byte; undefined for none. */
export const textsOf = (files: readonly string[]): ReadonlyMap<string, string | undefined> =>
  new Map(files.map(file => [file, existsSync(file) ? readFileSync(file, 'latin1') : undefined]))

/** Writes, and gives what puts everything back. */
export const change = (files: Files): (() => void) => {
  const before = textsOf(Object.keys(files))
  writeAll(files)
  return () => {
    const kept: Record<string, Files[string]> = {}
    for (const [file, text] of before)
      if (text === undefined) rmSync(file, { force: true })
      else kept[file] = Buffer.from(text, 'latin1').toString('utf8')
    writeAll(kept)
  }
}

/** Lines of the audit log, as far as there is one. */
export const auditIn = (state: string): readonly string[] => {
  const folder = join(state, 'tfy-hook')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.startsWith('audit') && name.endsWith('.jsonl'))
    .flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n'))
}
