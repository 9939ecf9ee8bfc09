/** A cage in words, for people. */

import { type Cage, listed } from '../../core/contain/cage.ts'
import type { Layout } from './places.ts'

export const inWords = (cage: Cage, layout: Layout, dropped: readonly string[]): string =>
  [
    `Can be written: ${listed([...layout.writable, ...layout.fresh.map(path => `${path} (its own)`)], 20)}`,
    `Stays as it is in there: ${listed([...layout.kept.map(({ path }) => path), ...layout.missing], 20)}`,
    `Is empty: ${listed([...layout.hidden.map(({ path }) => path), ...layout.emptied], 40)}`,
    ...(layout.unread.length > 0 ? [`Too much to look through, so empty: ${listed(layout.unread, 20)}`] : []),
    'Anything else can be read.',
    `Network: ${typeof cage.network === 'string' ? cage.network : listed(cage.network, 20)}`,
    `Variables that stay outside: ${listed(dropped, 40)}`,
    'Its own processes, session and System V IPC; no privileges, no keyrings; it ends when tfy-hook ends.',
  ]
    .map(line => `${line}\n`)
    .join('')
