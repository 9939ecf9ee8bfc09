/** Files of a run: written with their folders, read where they may be missing. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Files } from './client.ts'

export const writeAll = (files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(path, 0o755)
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
