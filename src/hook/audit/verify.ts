/** The whole log against its chain: each file, the order of the files, and the end. */

import type { Hash, Link } from './chain.ts'
import { auditFile } from './files.ts'
import { withLog } from './lines.ts'
import { headIn, rotatedIn } from './rotate.ts'
import { type FileReport, type Finding, type Scan, scanFile } from './verify-file.ts'

export interface Report {
  readonly ok: boolean
  readonly files: readonly FileReport[]
  readonly findings: readonly Finding[]
  /** Sentences about what is in order, but not proved. */
  readonly notes: readonly string[]
  /** The newest seal: noted elsewhere, it shows whether everything up to it was written anew. */
  readonly last: string | undefined
}

const current = 'audit.jsonl'
const turns = 3

/** `expected`: the front of a seal that was noted before. */
export const verifyLog = (stateDir: string, hash: Hash, expected?: string): Report => {
  for (let turn = 1; ; turn++) {
    const head = headIn(stateDir)
    const names = rotatedIn(stateDir)
    const report = verifyFiles(stateDir, [...names, current], head, hash, expected)
    // Rotated meanwhile: what was read does not belong together.
    if (turn === turns || rotatedIn(stateDir).join() === names.join()) return report
  }
}

const verifyFiles = (
  stateDir: string,
  names: readonly string[],
  head: string | undefined,
  hash: Hash,
  expected: string | undefined,
): Report => {
  const scans = new Map<string, Scan>()
  let later: readonly Link[] = []
  for (const name of [...names].reverse()) {
    const file = name === current ? auditFile(stateDir) : `${stateDir}/${name}`
    const about = later.filter(link => link.in === name)
    const scan = withLog(file, (fd, { size }) => scanFile(fd, size, name, about, hash))
    if (scan === undefined) continue
    scans.set(name, scan)
    // A file of which nothing is left to read cannot speak of the one before it.
    later = scan.links.filter(link => link.in !== undefined && link.in !== name)
  }
  const list = names.flatMap(name => scans.get(name) ?? [])
  const seals = new Set(list.flatMap(scan => scan.seals))
  const notes: string[] = []
  const findings = [...order(list, notes), ...list.flatMap(scan => scan.findings), ...ends(list, head, notes)]
  if (expected !== undefined && ![...seals].some(seal => seal.startsWith(expected)))
    findings.push({ kind: 'cut', file: current, what: 'the line with the expected seal is not in the log' })
  return {
    ok: findings.length === 0,
    files: list.map(({ links: _l, seals: _s, said: _a, heads: _h, ...file }) => file),
    findings,
    notes: [...notes, ...counted(list)],
    last: list.at(-1)?.seals.at(-1) ?? list.at(-2)?.seals.at(-1),
  }
}

/** Each file says in its first line which one it follows. */
const order = (list: readonly Scan[], notes: string[]): readonly Finding[] => {
  const findings: Finding[] = []
  const present = new Set(list.map(({ file }) => file))
  const dropped = new Set(list.flatMap(({ links }) => links.flatMap(link => link.dropped ?? [])))
  for (const [at, { file, links, sealed }] of list.entries()) {
    const said = new Set(links.flatMap(link => (link.in === undefined || link.in === file ? [] : [link.in])))
    const before = list[at - 1]?.file
    for (const name of said) {
      if (name === before) continue
      if (present.has(name))
        findings.push({ kind: 'file', file, what: `says that it follows ${name}, but another file stands between` })
      else if (dropped.has(name)) notes.push(`${file} follows ${name}, which was removed by rotation, as the log says`)
      else
        findings.push({
          kind: 'file',
          file: name,
          what: `is gone, and no line says that rotation removed it; ${file} follows it`,
        })
    }
    if (before !== undefined && said.size === 0 && sealed > 0)
      findings.push({ kind: 'file', file, what: `does not say that it follows ${before}` })
  }
  return findings
}

/** Whether the log is cut at its end, was cut before it went on, or another one stood here. */
const ends = (list: readonly Scan[], head: string | undefined, notes: string[]): readonly Finding[] => {
  const findings: Finding[] = []
  const seals = new Set(list.flatMap(({ said }) => said))
  const present = new Set(list.map(({ file }) => file))
  // The head may be of a file that rotation has removed since.
  const follows = list[0]?.links.some(link => link.in !== undefined && !present.has(link.in)) ? list.slice(1) : list
  for (const { file, heads } of follows)
    for (const found of heads)
      if (!seals.has(found.head))
        findings.push({
          kind: 'cut',
          file,
          line: found.line,
          what: 'before this line was written, the log had lost a line at its end',
        })
  if (head !== undefined && !seals.has(head))
    findings.push({ kind: 'cut', file: current, what: 'a line that was written lately is not there: the log is cut at its end' })
  if (head === undefined && seals.size > 0) notes.push('audit.head is not there: a cut at the end would not show')
  return findings
}

const counted = (list: readonly Scan[]): readonly string[] => {
  const sum = (of: (scan: Scan) => number): number => list.reduce((total, scan) => total + of(scan), 0)
  const [older, damaged, half] = [sum(scan => scan.older), sum(scan => scan.damaged), sum(scan => (scan.half ? 1 : 0))]
  const open = list.at(-1)?.open ?? 0
  const late = sum(scan => scan.open) - open
  const count = (number: number, what: string): string => `${number} line${number === 1 ? '' : 's'} ${what}`
  return [
    ...(older > 0 ? [count(older, 'from before there was a chain: nothing is known of them')] : []),
    ...(damaged > 0 ? [`${count(damaged, 'cannot be read')}${half > 0 ? ', of which the last is half written' : ''}`] : []),
    ...(list.some(({ unended }) => unended) ? ['a last line has no line break'] : []),
    ...(late > 0 ? [count(late, 'came into a file after it was rotated: whether one of them was removed would not show')] : []),
    ...(open > 0 ? [count(open, 'at the end that no later line has sealed yet')] : []),
  ]
}
