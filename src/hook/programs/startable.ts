/** Whether the system can start a file at all, by its first bytes. A runtime would go on and give what it cannot start to a shell. */

import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'

/** The machine that an ELF file is made for, as its header numbers it. */
const machines: Readonly<Record<string, number>> = { ia32: 3, arm: 40, x64: 62, arm64: 183, ppc64: 21, s390x: 22, riscv64: 243 }

/** Mach-O, of either byte order, alone or for several processors. */
const machO = /^(?:feedface|feedfacf|cafebabe|cefaedfe|cffaedfe|bebafeca)/

/** Why it cannot be started, in the system's word; undefined when nothing speaks against it. Only what is a regular file is asked about. */
export const unstartable = (file: string, platform: string = process.platform): string | undefined => {
  if (platform === 'win32') return undefined
  const head = headOf(file)
  if (typeof head === 'string') return head
  if (head.subarray(0, 2).toString('latin1') === '#!') return undefined
  if (head.subarray(0, 4).toString('latin1') === '\x7fELF')
    return platform === 'darwin' || (isForeign(head) && !emulates()) ? 'ENOEXEC' : undefined
  return platform === 'darwin' && machO.test(head.toString('hex')) ? undefined : 'ENOEXEC'
}

const isForeign = (head: Buffer): boolean => {
  const own = machines[process.arch]
  if (own === undefined || head.length < 20) return head.length < 20
  const machine = head[5] === 2 ? head.readUInt16BE(18) : head.readUInt16LE(18)
  // 32-bit programs of its own family run on most.
  return machine !== own && !(own === 62 && machine === 3) && !(own === 183 && machine === 40)
}

/** The kernel may have been told how to run programs of other processors. */
const emulates = (): boolean => {
  try {
    return existsSync(formats) && readdirSync(formats).some(name => name !== 'register' && name !== 'status')
  } catch {
    return true
  }
}

const formats = '/proc/sys/fs/binfmt_misc'

const headOf = (file: string): Buffer | string => {
  try {
    const fd = openSync(file, 'r')
    try {
      const head = Buffer.alloc(20)
      return head.subarray(0, readSync(fd, head, 0, head.length, 0))
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    // A program may be for running and not for reading.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO'
    return code === 'EACCES' || code === 'EPERM' ? Buffer.from('#!') : code
  }
}
