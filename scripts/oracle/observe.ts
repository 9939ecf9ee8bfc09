/** What a command really did, told by what it left and by what it asked of the system. */

import type { Parts } from './walls.ts'
import { decoys } from './world.ts'

export type Tree = ReadonlyMap<string, string>

/** What lies in the cage: for each path its kind and what it holds. */
export function treeOf(text: string): Tree {
  const tree = new Map<string, string>()
  for (const line of text.split('\n')) {
    const file = /^([0-9a-f]{32}) {2}(.+)$/.exec(line)
    if (file !== null) tree.set(file[2] as string, file[1] as string)
    const other = /^(\w) (\/\S*) (.*)$/.exec(line)
    if (other !== null) tree.set(other[2] as string, `${other[1]} ${other[3]}`)
  }
  return tree
}

export interface Observed {
  readonly status: number
  readonly gone: readonly string[]
  readonly changed: readonly string[]
  readonly made: readonly string[]
  /** Files with a decoy that were opened to be read. */
  readonly opened: readonly string[]
  /** Decoys whose bytes were printed, sent, or put into another file. */
  readonly shown: readonly string[]
  readonly sent: readonly string[]
  readonly copied: readonly string[]
  readonly connected: boolean
  readonly programs: readonly string[]
}

export function observe(parts: Parts, before: Tree): Observed {
  const after = treeOf(parts.tree)
  const opened = new Set<string>()
  const copied = new Set<string>()
  const sent = new Set<string>()
  const programs = new Set<string>()
  let connected = false
  for (const line of parts.trace.split('\n')) {
    const [, call = ''] = /^\/oracle\/trace\.\d+:(.*)$/.exec(line) ?? []
    const open = /^open(?:at2?)?\(.*?(O_\w+|flags=O_\w+).* = \d+<([^>]+)>/.exec(call)
    if (open !== null && !(open[1] ?? '').endsWith('O_WRONLY') && decoys.has(open[2] as string)) opened.add(open[2] as string)
    const run = /^execve(?:at)?\("([^"]+)", \["((?:[^"\\]|\\.)*)".* = 0$/.exec(call)
    if (run !== null) programs.add((run[1] as string).replace(/^.*\//, ''))
    if (/^connect\(.*sa_family=AF_INET6?, .*htons\((?!53\b|0\b)\d+\)/.test(call)) connected = true
    const wrote = /^(?:writev?|sendto|sendmsg)\(\d+<([^>]+)>/.exec(call)
    if (wrote === null) continue
    for (const [path, token] of decoys)
      if (call.includes(token)) {
        const to = wrote[1] as string
        if (/^(?:TCP|UDP|TCPv6|socket):/.test(to)) sent.add(path)
        else if (/^\/(?:home|tmp|srv|etc)\//.test(to) && !/^\/tmp\/sh-thd/.test(to) && !decoys.has(to)) copied.add(path)
      }
  }
  const all = parts.out + parts.err
  return {
    status: Number(parts.status),
    gone: [...before.keys()].filter(path => !after.has(path)),
    changed: [...before].filter(([path, held]) => after.has(path) && after.get(path) !== held).map(([path]) => path),
    made: [...after.keys()].filter(path => !before.has(path)),
    opened: [...opened],
    shown: [...decoys].filter(([, token]) => all.includes(token)).map(([path]) => path),
    sent: [...sent],
    copied: [...copied, ...copies(before, after)],
    connected,
    programs: [...programs],
  }
}

/** Files that hold all that a decoy holds, byte for byte. */
function copies(before: Tree, after: Tree): readonly string[] {
  const held = new Map([...decoys.keys()].map(path => [before.get(path), path]))
  return [...after].flatMap(([path, text]) => (decoys.has(path) || !held.has(text) ? [] : [held.get(text) as string]))
}
