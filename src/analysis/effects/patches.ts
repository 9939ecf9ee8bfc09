/** Which files a patch changes, told by its headers: `*** Update File:` and unified diffs. */

export interface Patched {
  readonly writes: readonly string[]
  readonly deletes: readonly string[]
}

export const isPatch = (text: string): boolean =>
  /^\s*(?:\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )|diff --git |--- \S[^\n]*\n\+\+\+ |Index: )/.test(text)

const limit = 262_144

/** `strip` is how many leading folders a unified diff's paths lose; both readings of `a/` and `b/` count without it. */
export const patchedBy = (text: string, strip?: number): Patched => {
  const writes = new Set<string>()
  const deletes = new Set<string>()
  const lines = text.slice(0, limit).split(/\r?\n/)
  // Inside a hunk every line begins with ` `, `+`, `-` or `\`; a header of one patch form never counts in the other.
  const enveloped = lines.some(line => /^\s*\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/.test(line))
  for (const [index, line] of lines.entries()) {
    if (enveloped) {
      const header = /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/.exec(line)
      if (header !== null) (header[1] === 'Delete File' ? deletes : writes).add(header[2] ?? '')
      continue
    }
    const renamed = /^(rename|copy) (from|to) (.+)$/.exec(line)
    if (renamed !== null) (renamed[1] === 'rename' && renamed[2] === 'from' ? deletes : writes).add(plain(renamed[3] ?? ''))
    const git = /^diff --git (?:"?a\/.+"? )"?b\/(.+?)"?$/s.exec(line)
    if (git !== null) writes.add(git[1] ?? '')
    const old = /^(?:--- |\*\*\* )(.+)$/.exec(line)
    const next = /^(?:\+\+\+ |--- )(.+)$/.exec(lines[index + 1] ?? '')
    if (old === null || next === null || old[0].startsWith(next[0].slice(0, 4))) continue
    const gone = plain(next[1] ?? '') === '/dev/null'
    for (const side of [old[1], next[1]])
      for (const path of readings(plain(side ?? ''), strip)) (gone ? deletes : writes).add(path)
  }
  return { writes: [...writes], deletes: [...deletes] }
}

/** Without the time after a tab, and without quotes. */
const plain = (side: string): string => {
  const path = (side.split('\t')[0] ?? '').trim()
  return /^".*"$/.test(path) ? path.slice(1, -1) : path
}

const readings = (path: string, strip: number | undefined): readonly string[] => {
  if (path === '' || path === '/dev/null') return []
  if (strip !== undefined) return [path.replace(new RegExp(`^(?:[^/]*/+){0,${Math.min(strip, 20)}}`), '')]
  return /^[a-z]\//.test(path) ? [path, path.slice(2)] : [path]
}
