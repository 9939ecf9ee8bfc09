/** Whether a client's call can run in a cage on this machine, and as which command. Loaded when a policy says that one is to. */

import { accessSync, constants, realpathSync } from 'node:fs'
import type { Env } from '../../core/client.ts'
import { asBuilt, type Cage, inShort, nameOf } from '../../core/contain/cage.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import type { Caged, Rewrite } from '../../core/verdict.ts'
import type { Host } from '../../engine/matching/host.ts'
import { clearsOf } from '../programs/cleared-variables.ts'
import { type Backend, backendHere } from './backend.ts'
import { realOf, workspacesOf } from './places.ts'

export interface Machine {
  readonly env: Env
  readonly host: Host
  readonly state: string
  /** How this program is started; absolute. */
  readonly self: readonly string[]
  readonly backend?: Backend
}

/** What a command may be long, in its cage: the system takes 128 KiB as one argument, and clients put theirs around it. */
const longest = 60_000

/** `changed`: what a rule or a gateway makes of the call already. */
export const cagedHere = async (
  event: NormalizedHookEvent,
  cage: Cage,
  changed: Rewrite | undefined,
  machine: Machine,
): Promise<Caged> => {
  const no = (why: string): Caged => ({ ok: false, why })
  const { subject, content, structuredInput: given, cwd } = event
  if (subject !== 'shell') return no('it is no command')
  if (event.doubt !== undefined || event.unread !== undefined) return no('it could not be read with certainty')
  if (event.shell !== undefined) return no('only POSIX shells are handed over exactly')
  if (event.sandboxed === 'inside') return no("it runs in the client's own sandbox")
  const keys = Object.keys(given).filter(key => given[key] === content)
  const [key = ''] = keys
  const text = changed?.of === 'input' ? changed.input[key] : given[key]
  // Beside these the text would be something else than a shell's command, or the environment of the cage's builder the agent's.
  if (keys.length !== 1 || typeof text !== 'string' || Object.keys(given).some(name => others.test(name)))
    return no('its tool takes more than the text of a command')
  const workspaces = workspacesOf(
    event.workspaceRoots.length > 0 ? event.workspaceRoots : undefined,
    cwd ?? '/',
    machine.host.home,
  )
  if (!workspaces.ok) return no(workspaces.why)
  const foreign = workspaces.value.find(folder => isNoProject(folder, machine.host.home))
  if (foreign !== undefined) return no(`${foreign} is no folder of a project`)
  const inside = machine.self.find(file => workspaces.value.some(root => file.startsWith(`${root}/`)))
  if (inside !== undefined) return no(`${inside} lies in the workspace`)
  const before = commandLine(cage, workspaces.value, machine)
  const command = before + quoted(text)
  if (text.includes('\0') || Buffer.byteLength(command) > longest) return no('the command is too long')
  const backend = machine.backend ?? (await backendHere(machine))
  if (!backend.ok) return no(backend.why)
  const told = `This command runs contained: ${inShort(cage)}.`
  const of = { ok: true, backend: backend.name, told } as const
  if (text.startsWith(before) && isOneWord(text.slice(before.length))) return { ...of, rewrite: undefined }
  const input = changed?.of === 'input' ? changed.input : given
  return { ...of, rewrite: { of: 'input', input: { ...input, [key]: command }, changed: [key] } }
}

/** Settings in a home, and what is the system's: an agent chooses the folder that it calls from. */
const isNoProject = (folder: string, home: string): boolean => {
  const own = realOf(home) ?? home
  return folder.startsWith(`${own}/`) ? folder.startsWith(`${own}/.`) : systems.test(folder)
}

const systems = /^\/(?:bin|boot|dev|etc|lib\w*|proc|run|sbin|sys|usr|var\/(?!tmp\/))(?:\/|$)/

const others = /^(?:args?|argv|arguments|env|environment|shell|interpreter|language|runtime)$/i

/** How this program is started, by what the system says of it. */
export const selfHere = (): readonly string[] => {
  const { execPath, argv } = process
  const script = argv[1]
  // Compiled programs name their script within themselves.
  if (script === undefined || script === execPath || /^[\\/](?:\$bunfs|snapshot)[\\/]/.test(script)) return [execPath]
  try {
    return [execPath, realpathSync(script)]
  } catch {
    return [execPath]
  }
}

/** All but the text. In quotes the program is neither alias nor function, and what a runtime reads is cleared, as in registered commands. */
const commandLine = (cage: Cage, workspaces: readonly string[], { self, env }: Machine): string => {
  const profile = nameOf(cage)
  const words =
    profile === undefined
      ? [
          '--write',
          ...(cage.write.length === 0 ? ['nothing'] : cage.write),
          '--network',
          ...(typeof cage.network === 'string' ? [cage.network] : cage.network),
          '--hide',
          cage.hide,
        ]
      : ['--profile', asBuilt + profile]
  const clears = Object.entries(clearsOf(self)).map(([name, value]) => `${name}=${value} `)
  const started = [...self.map(quoted), 'contain', ...words.map(plain), '--workspace', ...workspaces.map(quoted)]
  return `${clears.join('')}${started.join(' ')} -- ${quoted(shellOf(env))} -c `
}

const plain = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))

/** The shell of the account, where it is one of those that clients run commands by. */
const shellOf = ({ SHELL = '' }: Env): string =>
  [/^\/.*\/(?:bash|zsh)$/.test(SHELL) ? SHELL : '', '/bin/bash', '/usr/bin/bash'].find(isProgram) ?? '/bin/sh'

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * One word of any POSIX shell, and of fish: in quotes the one reads no backslash and the other does, behind a backslash both read the same.
 * No two quotes stand beside each other, which zsh can take for one.
 */
export const quoted = (text: string): string =>
  text === '' ? "''" : text.replace(/[\\']|[^\\']+/g, part => (part === '\\' || part === "'" ? `\\${part}` : `'${part}'`))

/** Whether it is what `quoted` makes of some text. */
const isOneWord = (word: string): boolean =>
  /^(?:\\[\\']|'[^\\']+')+$/.test(word) &&
  quoted(word.replace(/\\([\\'])|'([^\\']+)'/g, (_, sign?: string, part?: string) => sign ?? part ?? '')) === word
