/**
 * Where the secret is that seals approvals. On Linux the kernel keeps it, in the keyring of the account, for as long as something can be waiting: no
 * copy, archive or pattern reaches it there. Elsewhere, and for Node, which cannot ask the kernel, it is a file that pack `self` guards.
 */

import { randomBytes } from 'node:crypto'
import { create, read } from '../sources/machine/private-file.ts'
import { lastsMs } from './store.ts'

export type Make = 'make' | undefined

/** With `make` there is one from now on. Undefined where there is none, or none can be kept. */
export const secretOf = async (state: string, make?: Make): Promise<string | undefined> => {
  const keyring = await keyringHere()
  // A file beside it could be anybody's.
  return keyring === undefined ? fromFile(`${state}/seal`, make) : fromKeyring(keyring, `tfy-hook:${state}`, make)
}

const form = /^[0-9a-f]{64}$/

const fromFile = (file: string, make: Make): string | undefined => {
  const kept = (): string | undefined => {
    const text = read(file, 256, 0o077)?.trim() ?? ''
    return form.test(text) ? text : undefined
  }
  const found = kept()
  if (found !== undefined || make === undefined) return found
  try {
    create(file, `${randomBytes(32).toString('hex')}\n`)
  } catch {
    // Another process was first, or nothing can be written there.
  }
  return kept()
}

type Syscall = (number: number, a: number, b: number, c: number, d: number, e: number) => number

interface Keyring {
  readonly call: Syscall
  readonly address: (bytes: Uint8Array) => number
  /** Numbers of system calls, which differ between processors. */
  readonly addKey: number
  readonly keyctl: number
}

interface Ffi {
  readonly dlopen: (library: string, symbols: object) => { readonly symbols: { readonly syscall: Syscall } }
  readonly ptr: (bytes: Uint8Array) => number
}

const processors: Readonly<Record<string, { readonly name: string; readonly addKey: number; readonly keyctl: number }>> = {
  x64: { name: 'x86_64', addKey: 248, keyctl: 250 },
  arm64: { name: 'aarch64', addKey: 217, keyctl: 219 },
}

/** From `linux/keyctl.h`. */
const own = -4
const op = { ringId: 0, setPerm: 5, search: 10, read: 11, setTimeout: 15 }
/** Whoever has it all but its attributes; other processes of the account may find and read it. */
const perm = 0x1f0b0000

let keyring: Promise<Keyring | undefined> | undefined

/** Undefined where there is none, or a container forbids it. */
const keyringHere = (): Promise<Keyring | undefined> => {
  keyring ??= open()
  return keyring
}

const open = async (): Promise<Keyring | undefined> => {
  const found = processors[process.arch]
  if (process.platform !== 'linux' || process.versions.bun === undefined || found === undefined) return undefined
  const { name, addKey, keyctl } = found
  for (const library of ['libc.so.6', `libc.musl-${name}.so.1`])
    try {
      // By a name that bundlers for Node do not look up.
      const ffi = 'bun:ffi'
      const { dlopen, ptr } = (await import(ffi)) as Ffi
      const { symbols } = dlopen(library, { syscall: { args: Array.from({ length: 6 }, () => 'i64'), returns: 'i64_fast' } })
      const made = { call: symbols.syscall, address: ptr, addKey, keyctl }
      return made.call(keyctl, op.ringId, own, 1, 0, 0) > 0 ? made : undefined
    } catch {
      // That library is of another system.
    }
  return undefined
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(`${text}\0`)

const fromKeyring = ({ call, address, addKey, keyctl }: Keyring, name: string, make: Make): string | undefined => {
  const [type, description] = [bytesOf('user'), bytesOf(name)]
  const kept = (): string | undefined => {
    const id = call(keyctl, op.search, own, address(type), address(description), 0)
    if (id <= 0) return undefined
    const bytes = new Uint8Array(64)
    const length = call(keyctl, op.read, id, address(bytes), bytes.length, 0)
    const text = length === bytes.length ? new TextDecoder().decode(bytes) : ''
    if (!form.test(text)) return undefined
    if (make !== undefined) call(keyctl, op.setTimeout, id, Math.ceil(lastsMs / 1_000) + 60, 0, 0)
    return text
  }
  const found = kept()
  if (found !== undefined || make === undefined) return found
  const secret = new TextEncoder().encode(randomBytes(32).toString('hex'))
  const id = call(addKey, address(type), address(description), address(secret), secret.length, own)
  if (id > 0) call(keyctl, op.setPerm, id, perm, 0, 0)
  return kept()
}
