/**
 * A long memory by number, so that a call costs the same whatever its session has seen. The file of words stays the truth: an index says how much of it
 * is covered and what stands at that place. One that does not fit is not used, and one that is missing costs time only.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { save } from './machine/private-file.ts'

/** Shorter memories are read whole. The index is made anew after each `step` bytes. */
export const step = 1_024

/** What it says of the front of a memory. */
export interface Front {
  readonly end: number
  /** Undefined when the index was replaced meanwhile. */
  readonly times: (word: string) => number | undefined
  readonly kinds: readonly string[]
}

const mark = 'tfy-hook session index 1'
const head = 1_024
/** As much of it as is read at once: all of it, unless the session is a long one. */
const atOnce = 4_096
const shelves = 128
const digits = 6
/** Compared with the memory: each line ends with the time of its note. */
const proofLength = 40

export const indexOf = (file: string): string => `${file}.index`

/** Numbers are even in their last digits. */
const shelfOf = (word: string): number => Number.parseInt(word.slice(-2), 36) % shelves

const isNumbered = (word: string): boolean => word.includes(':')

/** Of a memory in which every line is whole. Replaces the former one in one step. */
export const makeIndex = (file: string, text: string, counts: ReadonlyMap<string, number>): void => {
  const lines = Array.from({ length: shelves }, () => '')
  const plain: string[] = []
  const kinds = new Set<string>()
  for (const [word, count] of counts) {
    kinds.add(word.split(':', 1)[0] ?? '')
    if (isNumbered(word)) lines[shelfOf(word)] += `${word} ${count}\n`
    else plain.push(`${word} ${count}`)
  }
  let at = head
  const places = [at, ...lines.map(shelf => (at += shelf.length))].map(place => `${place}`.padStart(digits)).join('')
  const front = [
    mark,
    text.length,
    text.slice(-proofLength).replaceAll('\n', '/'),
    [...kinds].join(' '),
    plain.join(','),
    places,
  ].join('\n')
  if (front.length < head) save(indexOf(file), `${front.padEnd(head - 1)}\n${lines.join('')}`)
}

/** `words` is the memory itself, open. */
export const frontOf = (file: string, words: number, size: number, trusted: (stat: Stats) => boolean): Front | undefined => {
  const read = opened(indexOf(file), trusted, (fd, stat) => {
    const text = piece(fd, 0, atOnce)
    const [first, end = '', proof, kinds = '', plain = '', places = ''] = text.split('\n')
    const covered = Number(end)
    const whole = places.length >= digits * (shelves + 1) && placeAt(places, shelves) === stat.size
    if (first !== mark || !whole || !(covered >= proofLength && covered <= size)) return undefined
    const seam = piece(words, covered - proofLength, proofLength + 1)
    const fits =
      seam.slice(0, proofLength).replaceAll('\n', '/') === proof && (seam.length === proofLength || seam.endsWith('\n'))
    return fits ? { covered, kinds, plain, places, text } : undefined
  })
  if (read === undefined) return undefined
  const { covered, kinds, plain, places, text } = read
  return {
    end: covered,
    kinds: kinds === '' ? [] : kinds.split(' '),
    times: word => {
      if (!isNumbered(word)) return countIn(plain.split(','), word)
      const shelf = shelfOf(word)
      const [from, to] = [placeAt(places, shelf), placeAt(places, shelf + 1)]
      if (to <= text.length) return countOn(text.slice(from, to), word)
      return opened(indexOf(file), trusted, fd =>
        piece(fd, 0, atOnce) === text ? countOn(piece(fd, from, to - from), word) : undefined,
      )
    },
  }
}

const opened = <T>(file: string, trusted: (stat: Stats) => boolean, use: (fd: number, stat: Stats) => T): T | undefined => {
  let fd: number | undefined
  try {
    // An absent file costs no exception this way.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    const stat = fstatSync(fd)
    return trusted(stat) ? use(fd, stat) : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const placeAt = (places: string, shelf: number): number => Number(places.slice(shelf * digits, (shelf + 1) * digits))

const piece = (fd: number, from: number, length: number): string => {
  const bytes = new Uint8Array(length)
  return new TextDecoder().decode(bytes.subarray(0, readSync(fd, bytes, 0, length, from)))
}

/** Undefined for a shelf that is not whole. */
const countOn = (shelf: string, word: string): number | undefined => {
  const lines = shelf.split('\n')
  return lines.every(line => line === '' || /^[a-z-]+:[0-9a-z]+ [1-9]\d*$/.test(line)) ? countIn(lines, word) : undefined
}

const countIn = (lines: readonly string[], word: string): number =>
  Number(lines.find(line => line.startsWith(`${word} `))?.slice(word.length + 1) ?? 0)
