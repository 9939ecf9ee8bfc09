/** The files that an engine finds before there is a machine: none, or those of somebody who has policies and a log. */

import { hash } from '../../src/core/hash.ts'
import { version } from '../project/project.ts'

const [noEntry, badFile, denied] = [-2, -9, -13]
const [create, folderMode, fileMode] = [0o100, 0o040755, 0o100600]

const home = '/home/dev'
const state = `${home}/.local/state/tfy-hook`
const folder = '/work'
export const uid = 1000

/** What a program is told of itself: arguments, environment, folder, this executable, the one beside it. */
export const told: readonly string[] = [
  '\0--client\0claude-code\0--event\0PreToolUse\0--fail-closed\0',
  `HOME=${home}\0CLAUDECODE=1\0PATH=/usr/bin:/bin\0LANG=C.UTF-8\0USER=dev\0PWD=${folder}\0SHELL=/bin/bash\0TERM=xterm\0`,
  folder,
  '/usr/bin/tfy-hook-door',
  '/usr/bin/tfy-hook',
]

const policies = { user: `${home}/.config/tfy-hook/policy.yaml`, project: `${folder}/.tfy-hook/policy.yaml` }

/** A policy as it is kept once it was read. */
const compiled = (layer: keyof typeof policies): readonly (readonly [string, string])[] => {
  const file = policies[layer]
  const size = 1
  const rule = { id: `${layer}.rule`, decision: 'deny', on: ['shell'], reason: 'Not by hand.', layer }
  const rules = [
    { ...rule, when: { program: { any: ['helm'], not: false }, args: ['delete'] } },
    { ...rule, on: ['any'], when: { text: ['nobody writes this'] } },
  ]
  const rest = { rules, exceptions: [], refused: [] }
  const value = { version: 1, layer, file, ...(layer === 'user' && { extends: 'recommended' }), settings: {}, packs: {} }
  const stamp = [version(), layer, file, size, 0, 0, 0].join('|')
  return [
    [file, ' '],
    [`${state}/compiled/${hash(`${layer}|${file}`)}.json`, JSON.stringify({ stamp, value: { ...value, ...rest } })],
  ]
}

const files = (): readonly (readonly [string, string])[] => [
  ['/etc/passwd', `root:x:0:0:root:/root:/bin/bash\ndev:x:1000:1000:,,,:${home}:/bin/bash\n`],
  ['/proc/sys/kernel/hostname', 'shop\n'],
  [`${folder}/.git/HEAD`, 'ref: refs/heads/main\n'],
  ...compiled('user'),
  ...compiled('project'),
]

interface Open {
  readonly path: string
  at: number
}

export class Files {
  private readonly contents: Map<string, Buffer>
  private readonly somebodys: boolean
  private readonly opened = new Map<number, Open>()

  constructor(somebody: boolean) {
    this.somebodys = somebody
    this.contents = new Map((somebody ? files() : []).map(([path, text]) => [path, Buffer.from(text)]))
  }

  open(path: string, flags: number): number {
    if (!this.contents.has(path)) {
      if (!this.somebodys || (flags & create) === 0) return noEntry
      this.contents.set(path, Buffer.alloc(0))
    }
    const fd = 3 + this.opened.size
    this.opened.set(fd, { path, at: 0 })
    return fd
  }

  close(fd: number): number {
    return this.opened.delete(fd) || !this.somebodys ? 0 : badFile
  }

  read(fd: number, into: Uint8Array, from: number): number {
    const file = this.opened.get(fd)
    if (file === undefined) return badFile
    const start = from < 0 ? file.at : from
    const part = (this.contents.get(file.path) ?? Buffer.alloc(0)).subarray(start, start + into.length)
    into.set(part)
    if (from < 0) file.at += part.length
    return part.length
  }

  write(fd: number, bytes: Uint8Array, from: number): number {
    const file = this.opened.get(fd)
    if (file === undefined) return bytes.length
    const before = this.contents.get(file.path) ?? Buffer.alloc(0)
    const start = from < 0 ? before.length : from
    this.contents.set(file.path, Buffer.concat([before.subarray(0, start), bytes, before.subarray(start + bytes.length)]))
    return bytes.length
  }

  /** Mode, size, inode, user, links, and times that are 0. */
  stat(path: string): readonly number[] | number {
    const found = this.contents.get(path)
    if (found !== undefined) return [fileMode, found.length, 0, uid, 1, 0, 0, 0, 0]
    return this.isFolder(path) ? [folderMode, 4096, 0, uid, 1, 0, 0, 0, 0] : noEntry
  }

  fstat(fd: number): readonly number[] | number {
    const file = this.opened.get(fd)
    return file === undefined ? badFile : this.stat(file.path)
  }

  realpath(path: string): string | number {
    return this.contents.has(path) || this.isFolder(path) ? path : noEntry
  }

  mkdir(path: string): number {
    if (!this.somebodys) return denied
    this.contents.set(`${path}/.`, Buffer.alloc(0))
    return 0
  }

  rename(from: string, to: string): number {
    const found = this.contents.get(from)
    if (found === undefined) return this.somebodys ? noEntry : denied
    this.contents.delete(from)
    this.contents.set(to, found)
    return 0
  }

  unlink(path: string): number {
    return this.contents.delete(path) ? 0 : this.somebodys ? noEntry : denied
  }

  private isFolder(path: string): boolean {
    for (const one of this.contents.keys()) if (one.startsWith(`${path}/`)) return true
    return false
  }
}
