/** One file of the log against its own chain: what was changed, removed, put in or moved, and where. */

import { has } from '../../core/json.ts'
import { type Hash, type Link, linkOf, maxLink } from './chain.ts'
import { type Claim, coverOf, type Gap, lastAtMost, type Matcher, matcher, type Piece } from './coverage.ts'
import { readEntry } from './entry.ts'
import { linesOf, type RawLine } from './lines.ts'

type FindingKind = 'changed' | 'removed' | 'inserted' | 'moved' | 'repeated' | 'unsealed' | 'file' | 'cut'

export interface Finding {
  readonly kind: FindingKind
  readonly file: string
  /** First and last line concerned, from 1. */
  readonly line?: number
  readonly lastLine?: number
  readonly what: string
}

export interface FileReport {
  readonly file: string
  readonly lines: number
  readonly sealed: number
  /** Whole lines without a seal of their own: of an older version, or of a server's batch. */
  readonly plain: number
  /** Lines that cannot be read. */
  readonly damaged: number
  readonly half: boolean
  /** The last line is whole, but for its line break: somebody is writing it, or took that away. */
  readonly unended: boolean
  /** Sealed by no later line yet. */
  readonly open: number
  /** Lines from before there was a chain, for which nobody vouches. */
  readonly older: number
  readonly findings: readonly Finding[]
}

export interface Scan extends FileReport {
  /** What lines say about the file before, the removed ones, and the head. */
  readonly links: readonly Link[]
  readonly seals: readonly string[]
  /** Seals of changed lines as well, as far as they can be read. */
  readonly said: readonly string[]
  /** Those who found a head that was not the last line's seal: what it said, and the line. */
  readonly heads: readonly { readonly head: string; readonly line: number }[]
}

/** Claims of the next file about this one come in `later`. */
export const scanFile = (fd: number, size: number, file: string, later: readonly Link[], hash: Hash): Scan => {
  const index = indexOf(fd, size, hash)
  const { starts, ends, sealed } = index
  const find = matcher(fd, size, ends, hash)
  const claims: Claim[] = [
    ...sealed.filter(({ link }) => (link.in ?? file) === file).map(({ start, own, link }) => ({ ...link, before: start, own })),
    ...later.map(link => ({ ...link, before: size, own: true })),
  ].filter(({ from, to }) => to > from)
  const pieces: Piece[] = []
  const unmatched: Claim[] = []
  for (const claim of claims) {
    const piece = find.match(claim)
    if (piece !== undefined) pieces.push(piece)
    else if (claim.own) unmatched.push(claim)
  }
  const cover = coverOf(pieces)
  const lineAt = (place: number): number => lastAtMost(starts, place) + 1
  const lastOf = (end: number): number => lineAt(Math.max(0, end - 1))
  const findings: Finding[] = []
  const say = (kind: FindingKind, what: string, line?: number, lastLine?: number): void =>
    void findings.push({ kind, file, what, ...(line !== undefined && { line }), ...(lastLine !== undefined && { lastLine }) })

  let older = 0
  const gaps = cover.gaps
    .map(gap => narrowed(gap, sealed, ends, unmatched))
    .filter(({ missing, start, end }) => missing > 0 || start !== end)
  const unsure = [...gaps]
  const inGap = (place: number): boolean => unsure.some(({ start, end }) => place >= start && place < end)
  for (const { line, seal } of sealed.flatMap(({ link, number }, at) =>
    index.repeated.has(at) ? [{ line: number, seal: link.seal }] : [],
  ))
    say('repeated', `a copy of a line that stands before it (${seal.slice(0, 10)})`, line)
  for (const gap of moved(gaps, unmatched, find)) {
    say('moved', 'these lines stood elsewhere', lineAt(gap.start), lastOf(gap.end))
  }
  for (const { missing, start, end, place } of gaps) {
    const [line, last] = [lineAt(start), lastOf(end)]
    const sealedHere = sealed.some(found => found.start >= start && found.start < end)
    const only = start < end && !sealedHere && !unmatched.some(({ from, to }) => from < place + missing && to > place)
    if (missing === end - start && only && start === 0) older = last - line + 1
    else if (missing === end - start && only)
      say('unsealed', 'the chain begins anew behind these lines, which nobody has sealed', line, last)
    else if (end <= start) say('removed', `${missing || start - end} bytes are missing before this line`, line)
    else if (missing === 0) say('inserted', 'put in after the lines around it were written', line, last)
    else say('changed', `changed, or others in the place of ${missing} bytes`, line, last)
  }
  for (const { own, start, number } of sealed)
    if (!own && !inGap(start)) say('changed', start < cover.end ? 'changed before the next line was written' : 'changed', number)
  const [first] = index.damaged.filter(({ start, ended }) => ended && start >= cover.end)
  if (first !== undefined) say('changed', 'cannot be read, and no line seals it', first.number)
  const lost = unmatched.find(({ before }) => before >= cover.end)
  const known = findings.some(({ line = 0, lastLine = line }) => lost !== undefined && lastLine >= lineAt(cover.end))
  if (lost !== undefined && !known) {
    const fewer = lost.to > lost.before
    say(
      fewer ? 'removed' : 'changed',
      fewer ? 'lines are missing before this line' : 'what stands before this line was changed',
      lineAt(lost.before),
    )
  }

  const copies = new Set(findings.filter(({ kind }) => kind === 'repeated').map(({ line }) => line))
  const told = findings.filter(({ kind, line, lastLine }) => kind !== 'inserted' || line !== lastLine || !copies.has(line))
  told.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  return {
    file,
    lines: starts.length - index.blank,
    sealed: sealed.length,
    plain: index.plain,
    damaged: index.damaged.length,
    half: index.damaged.some(({ ended }) => !ended),
    unended: index.unended && index.damaged.every(({ ended }) => ended),
    open: starts.filter(start => start >= cover.end).length,
    older,
    findings: told,
    links: sealed.filter(({ own }) => own).map(({ link }) => link),
    seals: sealed.filter(({ own }) => own).map(({ link }) => link.seal),
    said: sealed.map(({ link }) => link.seal),
    heads: sealed.flatMap(({ own, number, link: { head } }) => (own && head !== undefined ? [{ head, line: number }] : [])),
  }
}

/** Lines at the front that only lack the line which would vouch for them: they vouch for themselves, where no other contradicts. */
const narrowed = (gap: Gap, sealed: readonly SealedLine[], ends: readonly number[], unmatched: readonly Claim[]): Gap => {
  let { missing, start, place } = gap
  for (;;) {
    const line =
      sealed[
        lastAtMost(
          sealed.map(found => found.start),
          start,
        )
      ]
    if (line === undefined || line.start !== start || !line.own) break
    const end = ends[lastAtMost(ends, start) + 2] ?? 0
    const length = end - start
    if (end > gap.end || length > missing || unmatched.some(({ from, to }) => from < place + length && to > place)) break
    missing -= length
    start = end
    place += length
  }
  return { ...gap, missing, start, place }
}

/** What was taken away here and stands there: taken out of `gaps`, and given back as the stretch where it stands now. */
const moved = (gaps: Gap[], unmatched: readonly Claim[], { holds }: Matcher): readonly Gap[] => {
  const found: Gap[] = []
  for (const hole of gaps.filter(({ missing, start, end }) => missing > 0 && end <= start)) {
    const inside = unmatched.filter(({ from, to }) => from >= hole.place && to <= hole.place + hole.missing)
    const filling = gaps.find(
      ({ missing, start, end }) =>
        missing === 0 &&
        end - start === hole.missing &&
        inside.some(({ from, to, of }) => {
          const at = start + from - hole.place
          return holds(at, at + to - from, of)
        }),
    )
    if (filling === undefined) continue
    gaps.splice(gaps.indexOf(hole), 1)
    gaps.splice(gaps.indexOf(filling), 1)
    found.push(filling)
  }
  return found
}

interface SealedLine {
  readonly number: number
  readonly start: number
  readonly link: Link
  /** Its seal is the hash of what it says. */
  readonly own: boolean
}

interface Index {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly sealed: readonly SealedLine[]
  /** Places in `sealed` of lines whose seal came up before. */
  readonly repeated: ReadonlySet<number>
  readonly damaged: readonly { readonly number: number; readonly start: number; readonly ended: boolean }[]
  readonly unended: boolean
  readonly plain: number
  readonly blank: number
}

const indexOf = (fd: number, size: number, hash: Hash): Index => {
  const starts: number[] = []
  const ends: number[] = [0]
  const sealed: SealedLine[] = []
  const seen = new Set<string>()
  const repeated = new Set<number>()
  const damaged: { number: number; start: number; ended: boolean }[] = []
  let unended = false
  let plain = 0
  let blank = 0
  for (const line of linesOf(fd, size)) {
    const { number, start, end, ended, bytes } = line
    starts.push(start)
    unended = !ended
    // A writer that found a line cut began behind its last byte, all others behind a line break.
    ends.push(end, ...(ended ? [end + 1] : []))
    const link = bytes === undefined ? undefined : linkOf(tailOf(bytes).trimEnd())
    if (bytes !== undefined && link !== undefined) {
      if (seen.has(link.seal)) repeated.add(sealed.length)
      seen.add(link.seal)
      const begin = beginOf(bytes, link, hash)
      sealed.push({ number, start: start + Math.max(0, begin), link, own: begin >= 0 })
      if (begin > 0) damaged.push({ number, start, ended })
      continue
    }
    const read = readEntry(bytes, ended, hash)
    if (read.kind === 'entry' && !has(read.entry.record, 'chain')) plain++
    else if (read.kind === 'blank') blank++
    else damaged.push({ number, start, ended })
  }
  return { starts, ends, sealed, repeated, damaged, unended, plain, blank }
}

const tailOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(Math.max(0, bytes.length - maxLink)))

/** Where the record begins that the seal is the hash of: at 0, or behind a line that was cut. -1 when there is none. */
const beginOf = (bytes: NonNullable<RawLine['bytes']>, { seal }: Link, hash: Hash): number => {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const body = whole.subarray(0, Math.max(0, whole.lastIndexOf(`,"seal":"${seal}"}}`)))
  if (hash(body) === seal) return 0
  const begin = body.lastIndexOf('{"v":')
  return begin > 0 && hash(body.subarray(begin)) === seal ? begin : -1
}
