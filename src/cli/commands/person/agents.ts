/** Whether an agent has a hand in this process: by its variables, among its ancestors, behind its terminal, or running beside it. */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { Env } from '../../../core/client.ts'
import { installables } from '../registration/registrations.ts'

interface Agents {
  /** What the client's own adapter says of programs, packages and variables. */
  readonly programs: ReadonlySet<string>
  readonly packages: readonly string[]
  readonly marks: readonly string[]
}

/** As far as the system tells: the account is that of the effective user, `group` the processes that were started together. */
export interface Process {
  readonly pid: number
  readonly parent: number
  readonly account: number | undefined
  readonly words: readonly string[]
  /** Undefined where it may not be read. */
  readonly env: Env | undefined
  readonly group: string
}

/** Processes, and who shows what is typed into our terminal. */
export interface Table {
  readonly of: (pid: number) => Process | undefined
  readonly all: () => readonly number[]
  readonly holders: () => readonly number[]
}

/** Of no client in particular. */
const everybodys = ['AI_AGENT']

export const knownAgents = async (): Promise<Agents> => {
  const all = (await installables()).map(({ installation }) => installation)
  return {
    programs: new Set(all.flatMap(({ binaries, editors = [] }) => binaries.filter(name => !editors.includes(name)))),
    packages: all.flatMap(({ packages }) => packages?.npm ?? []),
    marks: [...everybodys, ...all.flatMap(({ marks = [] }) => marks)],
  }
}

/** The agent that has started us, or the terminal that we were started in, however many shells are between. */
export const agentAround = (
  { env, pid }: { readonly env: Env; readonly pid: number },
  agents: Agents,
  table: Table,
): string | undefined => {
  const inChain = (start: number): string | undefined => {
    let at = table.of(start)
    for (let depth = 0; at !== undefined && depth < deepest; depth++) {
      const found = agentIn(at, agents)
      if (found !== undefined) return found
      at = at.parent > 0 ? table.of(at.parent) : undefined
    }
    return undefined
  }
  const parent = table.of(pid)?.parent ?? 0
  const marked = agents.marks.find(name => env[name])
  if (marked !== undefined) return marked
  for (const start of [parent, ...table.holders()]) {
    const found = inChain(start)
    if (found !== undefined) return found
  }
  return undefined
}

/** An agent of this account and home among the processes that were started together with us: when a command has cut loose from it, it is still there. */
export const agentBeside = (
  { env: { HOME: home }, pid }: { readonly env: Env; readonly pid: number },
  agents: Agents,
  table: Table,
): string | undefined => {
  const self = table.of(pid)
  if (self === undefined) return undefined
  for (const other of table.all()) {
    if (other === pid) continue
    const found = table.of(other)
    if (found === undefined || found.account !== self.account || found.group !== self.group) continue
    if (home !== undefined && found.env?.HOME !== undefined && real(home) !== real(found.env.HOME)) continue
    const agent = agentIn(found, agents)
    if (agent !== undefined) return agent
  }
  return undefined
}

const real = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

const deepest = 64

const agentIn = ({ words, env }: Process, { programs, packages, marks }: Agents): string | undefined => {
  // An interpreter's program is its second word.
  for (const word of words.slice(0, 2)) {
    const name = basename(word.replaceAll('\\', '/')).replace(/\.(?:exe|[cm]?js)$/, '')
    if (programs.has(name)) return name
    const packed = packages.find(one => word.includes(`/node_modules/${one}/`))
    if (packed !== undefined) return packed
  }
  return marks.find(name => env?.[name])
}

/** Windows tells nothing of this: there the variables have to do. */
export const processesHere = (): Table =>
  process.platform === 'linux' ? inProc() : process.platform === 'darwin' ? listed(processList()) : listed('')

const inProc = (): Table => {
  const all = (): readonly number[] => readdirSync('/proc').filter(isNumber).map(Number)
  return { of: processIn, all, holders: () => holdersOf(all()) }
}

const isNumber = (name: string): boolean => /^\d+$/.test(name)

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It is gone, or another account's.
    return undefined
  }
}

const processIn = (pid: number): Process | undefined => {
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  const env = textOf(`/proc/${pid}/environ`)
  return {
    pid,
    parent: Number(/\) \S (\d+) /.exec(stat)?.[1] ?? 0),
    account: Number(/^Uid:\s+\d+\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`) ?? '')?.[1] ?? Number.NaN),
    words: (textOf(`/proc/${pid}/cmdline`) ?? '').split('\0'),
    env: env === undefined ? undefined : Object.fromEntries(env.split('\0').map(variable)),
    group: textOf(`/proc/${pid}/cgroup`) ?? '',
  }
}

const variable = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Whoever has the other end of our terminal: an emulator, a multiplexer, or what an agent has made one with. */
const holdersOf = (all: readonly number[]): readonly number[] => {
  const device = Number(/\) \S \d+ \d+ \d+ (-?\d+)/.exec(textOf('/proc/self/stat') ?? '')?.[1] ?? 0)
  const [major, minor] = [(device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00)]
  if (major < 136 || major > 143) return []
  const index = (major - 136) * 2 ** 20 + minor
  return all.filter(pid => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some(
        fd =>
          /\/ptmx$/.test(readlinkSync(`/proc/${pid}/fd/${fd}`)) &&
          new RegExp(`^tty-index:\\s*${index}$`, 'm').test(textOf(`/proc/${pid}/fdinfo/${fd}`) ?? ''),
      )
    } catch {
      return false
    }
  })
}

const processList = (): string =>
  spawnSync('/bin/ps', ['-axo', 'pid=,ppid=,uid=,command='], { encoding: 'utf8', timeout: 5_000 }).stdout ?? ''

/** What `ps` prints. Other accounts' processes are in it, and no variables. */
export const listed = (text: string): Table => {
  const found = new Map<number, Process>()
  for (const line of text.split('\n')) {
    const [, pid, parent, account, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid === undefined) continue
    found.set(Number(pid), {
      pid: Number(pid),
      parent: Number(parent),
      account: Number(account),
      words: (command ?? '').split(' '),
      env: undefined,
      group: '',
    })
  }
  return { of: pid => found.get(pid), all: () => [...found.keys()], holders: () => [] }
}
