/**
 * System calls that namespaces leave open: the kernel's keyrings, sockets that no network namespace holds (VSOCK reaches a virtual machine's
 * host), typing into a terminal, and what makes the kernel itself reachable. A classic BPF program, as seccomp takes it.
 */

/** Their numbers, by the machine's name in an audit record. */
interface Machine {
  readonly arch: number
  readonly refused: readonly number[]
  readonly ioctl: number
  readonly socket: number
}

// add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd, io_uring_{setup,enter,register}, kexec_load, kexec_file_load, init_module, finit_module, delete_module, open_by_handle_at, process_vm_{readv,writev} stay where a namespace of processes holds them.
const machines: Readonly<Record<string, Machine>> = {
  x64: {
    arch: 0xc000003e,
    refused: [248, 249, 250, 321, 298, 323, 425, 426, 427, 246, 320, 175, 313, 176, 304],
    ioctl: 16,
    socket: 41,
  },
  arm64: {
    arch: 0xc00000b7,
    refused: [217, 218, 219, 280, 241, 282, 425, 426, 427, 104, 294, 105, 273, 106, 265],
    ioctl: 29,
    socket: 198,
  },
}

const [eperm, eafnosupport] = [1, 97]
const allow = 0x7fff0000
const refuse = (errno: number): number => 0x00050000 | errno

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK: all of them are of a network namespace, or of the file system. */
const families = [1, 2, 10, 16]
/** TIOCSTI and TIOCLINUX type into a terminal. */
const typing = [0x5412, 0x541c]
/** The other set of numbers on x86-64. */
const x32 = 0x40000000

/** Undefined on a machine whose numbers are not known. Little-endian, as both are. */
export const filterFor = (arch: string): Uint8Array | undefined => {
  const machine = Object.hasOwn(machines, arch) ? machines[arch] : undefined
  if (machine === undefined) return undefined
  const program: (readonly [code: number, yes: number, no: number, k: number])[] = []
  const load = (offset: number) => program.push([0x20, 0, 0, offset])
  const answer = (value: number) => program.push([0x06, 0, 0, value])
  const unless = (value: number, skip: number) => program.push([0x15, 0, skip, value])
  load(4)
  // Calls of 32-bit programs have numbers of their own.
  program.push([0x15, 1, 0, machine.arch])
  answer(refuse(eperm))
  load(0)
  if (arch === 'x64') {
    program.push([0x35, 0, 1, x32])
    answer(refuse(eperm))
  }
  for (const number of machine.refused) {
    unless(number, 1)
    answer(refuse(eperm))
  }
  unless(machine.ioctl, 1 + typing.length * 2 + 1)
  load(24)
  for (const request of typing) {
    unless(request, 1)
    answer(refuse(eperm))
  }
  answer(allow)
  unless(machine.socket, 1 + families.length * 2 + 1)
  load(16)
  for (const family of families) {
    unless(family, 1)
    answer(allow)
  }
  answer(refuse(eafnosupport))
  answer(allow)
  const bytes = new Uint8Array(program.length * 8)
  const view = new DataView(bytes.buffer)
  program.forEach(([code, yes, no, k], i) => {
    view.setUint16(i * 8, code, true)
    view.setUint8(i * 8 + 2, yes)
    view.setUint8(i * 8 + 3, no)
    view.setUint32(i * 8 + 4, k, true)
  })
  return bytes
}
