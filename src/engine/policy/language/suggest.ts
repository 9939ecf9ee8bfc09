/** The nearest known name to what somebody wrote. */

/** What people write who know another tool, and what it is called here. */
const meant: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['block', 'forbid', 'reject', 'refuse', 'stop', 'prevent', 'disallow'].map(word => [word, 'deny'])),
  ...Object.fromEntries(['warn', 'confirm', 'prompt', 'question', 'approve'].map(word => [word, 'ask'])),
  ...Object.fromEntries(['permit', 'accept', 'ok', 'pass'].map(word => [word, 'allow'])),
  ...Object.fromEntries(['mask', 'hide', 'censor'].map(word => [word, 'redact'])),
  ...Object.fromEntries(['sandbox', 'cage', 'isolate', 'jail'].map(word => [word, 'contain'])),
  ...Object.fromEntries(['bash', 'terminal', 'exec'].map(word => [word, 'shell'])),
  ...Object.fromEntries(['write', 'edit', 'multiedit', 'create'].map(word => [word, 'file-write'])),
  ...Object.fromEntries(['webfetch', 'websearch', 'fetch', 'http', 'network'].map(word => [word, 'web'])),
  id: 'rule',
  read: 'file-read',
  task: 'agent',
  subagent: 'agent',
  userpromptsubmit: 'prompt',
  input: 'prompt',
  sessionstart: 'session',
  posttooluse: 'output',
  result: 'output',
  pretooluse: 'any',
  all: 'any',
  '*': 'any',
  default: 'recommended',
  standard: 'recommended',
  ...Object.fromEntries(['path', 'paths', 'file', 'files'].map(word => [word, 'reads'])),
  or: 'any',
  and: 'all',
  k8s: 'kubernetes',
  url: 'host',
  domain: 'host',
  cmd: 'program',
  regex: 'text',
  pattern: 'text',
  action: 'decision',
  match: 'when',
  condition: 'when',
  if: 'when',
}

/** By another tool's word for it, else the nearest. */
export const suggested = (written: string, known: readonly string[]): string | undefined => {
  const word = written.toLowerCase()
  const other = /^commands?$/.test(word) ? ['shell', 'program'] : [meant[word]]
  return other.find(name => name !== undefined && known.includes(name)) ?? nearest(written, known)
}

/** Undefined when nothing is near enough to be meant. */
export const nearest = (written: string, known: readonly string[]): string | undefined => {
  const word = written.toLowerCase()
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const name of known) {
    if (inOrder(name) === inOrder(word)) return name
    const steps = distance(word, name.toLowerCase(), least)
    if (steps < least) {
      least = steps
      best = name
    }
  }
  return best
}

/** The words of a name, whatever order they were remembered in. */
const inOrder = (name: string): string =>
  name
    .split(/[^a-z0-9]+/i)
    .sort()
    .join(' ')
    .toLowerCase()

/** Insertions, deletions, changes and swaps of neighbours; gives up at `limit`. */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let steps = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps = Math.min(steps, (before[j - 2] ?? 0) + 1)
      row.push(steps)
    }
    before = last
    last = row
  }
  return last[b.length] ?? limit
}
