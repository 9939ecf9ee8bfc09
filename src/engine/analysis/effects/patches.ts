/** Which files a patch changes, told by its headers: `*** Update File:` and unified diffs. */

import type { WrittenFile } from '../values/facts.ts'

interface Patched {
  readonly writes: readonly string[]
  readonly deletes: readonly string[]
  readonly moves: readonly { readonly from: string; readonly to: string }[]
  /** The lines that each file gets. */
  readonly added: readonly WrittenFile[]
}

export const isPatch = (text: string): boolean =>
  /^\s*(?:\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )|diff --git |--- \S[^\n]*\n\+\+\+ |Index: )/.test(text)

/** `strip` is how many leading folders a unified diff's paths lose; both readings of `a/` and `b/` count without it. */
export const patchedBy = (text: string, strip?: number): Patched => {
  const writes = new Set<string>()
  const deletes = new Set<string>()
  const moves: { from: string; to: string }[] = []
  const added = new Map<string, string>()
  let current: readonly string[] = []
  let from: string | undefined
  const lines = text.split(/\r?\n/)
  // Inside a hunk every line begins with ` `, `+`, `-` or `\`; a header of one patch form never counts in the other.
  const enveloped = lines.some(line => /^\s*\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/.test(line))
  for (const [index, line] of lines.entries()) {
    if (line[0] === '+' && !line.startsWith('+++ '))
      for (const path of current) added.set(path, `${added.get(path) ?? ''}${line.slice(1)}\n`)
    if (enveloped) {
      const header = /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/.exec(line)
      if (header === null) continue
      const [, what, path = ''] = header
      if (what === 'Move to') {
        for (const from of current) {
          writes.delete(from)
          moves.push({ from, to: path })
        }
      } else (what === 'Delete File' ? deletes : writes).add(path)
      current = what === 'Delete File' ? [] : [path]
      continue
    }
    const renamed = /^(rename|copy) (from|to) (.+)$/.exec(line)
    if (renamed !== null) {
      const name = plain(renamed[3] ?? '')
      if (renamed[1] === 'rename' && renamed[2] === 'from') from = name
      else if (renamed[1] === 'rename' && from !== undefined) moves.push({ from, to: name })
      else writes.add(name)
    }
    const git = /^diff --git (?:"?a\/.+"? )?"?b\/(.+?)"?$/s.exec(line)
    if (git !== null) writes.add(git[1] ?? '')
    const old = /^(?:--- |\*\*\* )(.+)$/.exec(line)
    const next = /^(?:\+\+\+ |--- )(.+)$/.exec(lines[index + 1] ?? '')
    if (old === null || next === null || old[0].startsWith(next[0].slice(0, 4))) continue
    const gone = plain(next[1] ?? '') === '/dev/null'
    const named = new Set([...readings(plain(old[1] ?? ''), strip), ...readings(plain(next[1] ?? ''), strip)])
    for (const path of named) (gone ? deletes : writes).add(path)
    current = gone ? [] : [...named]
  }
  return {
    writes: [...writes],
    deletes: [...deletes],
    moves,
    added: [...added].map(([path, text]) => ({ path, text })),
  }
}

/** Without the time after a tab, and without quotes. */
const plain = (side: string): string => {
  const path = (side.split('\t')[0] ?? '').trim()
  return /^".*"$/.test(path) ? path.slice(1, -1) : path
}

const readings = (path: string, strip: number | undefined): readonly string[] => {
  if (path === '' || path === '/dev/null') return []
  if (strip !== undefined) return [path.split(/\/+/).slice(strip).join('/') || path.slice(path.lastIndexOf('/') + 1)]
  return /^[a-z]\//.test(path) ? [path, path.slice(2)] : [path]
}
