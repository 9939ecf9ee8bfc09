/** The hook that is registered at a client here, as `explain` needs it: what its command says, and in what environment it runs. */

import type { Env } from '../../../core/client.ts'
import type { Result } from '../../../core/failure.ts'
import { type HookArgs, parseHookArgs, salvageHookArgs } from '../../../hook/args.ts'
import { practices } from '../../../setup/doctor/client-calls.ts'
import { commandIn, shellOf } from '../../../setup/doctor/program.ts'
import type { Registered } from '../../../setup/doctor/registrations.ts'
import { filesOn } from '../../../setup/install/files.ts'
import { runsUs } from '../../../setup/install/own-registrations.ts'
import { takeInventory } from '../registration/inventory.ts'

export interface RegisteredHook {
  readonly parsed: Result<HookArgs>
  readonly args: HookArgs
  readonly env: Env
  /** Where it stands; undefined where nothing is registered for this event. */
  readonly file: string | undefined
}

export interface Hooks {
  /** Clients that are registered here, by id. */
  readonly clients: readonly string[]
  readonly hookFor: (client: string | undefined, event: string | undefined) => RegisteredHook
}

/** `more` are flags of `explain` that stand for flags of a registration. */
export const registeredHooks = async (root: string, more: readonly string[]): Promise<Hooks> => {
  const found = await takeInventory([], filesOn())
  return {
    clients: found.filter(({ places }) => places.some(({ registered }) => registered.length > 0)).map(({ client }) => client),
    hookFor: (client, event) => {
      const subject = found.find(one => one.client === client)
      const places = subject?.places ?? []
      // The client's own files before those that it reads as well.
      const all = [...places.filter(({ owner }) => owner === undefined), ...places.filter(({ owner }) => owner !== undefined)]
      // What names no event is explained as what comes before a command.
      const wanted = event === undefined ? (subject?.practice?.events ?? []) : [event]
      const registered = all.flatMap(place => place.registered)
      const entry = registered.find(one => one.event === '' || wanted.some(name => sameEvent(one.event, name)))
      const shell = shellOf(subject?.practice, subject?.ground.system ?? 'linux')
      const argv = [...(entry === undefined ? hintOf(client) : flagsOf(entry, client, wanted[0], shell)), ...more]
      const parsed = parseHookArgs(argv)
      return {
        parsed,
        args: parsed.ok ? parsed.value : salvageHookArgs(argv),
        env: { ...process.env, ...(client === undefined ? {} : practices[client]?.env?.(root)) },
        file: entry?.file,
      }
    },
  }
}

const hintOf = (client: string | undefined): readonly string[] => (client === undefined ? [] : ['--client', client])

/** What stands behind our name in the command. Over HTTP there are no flags: the server has its own. */
const flagsOf = (
  entry: Registered,
  client: string | undefined,
  event: string | undefined,
  shell: Parameters<typeof commandIn>[1],
): readonly string[] => {
  const command = commandIn(entry, shell)
  if (command === undefined) return hintOf(client)
  const words = [command.executable, ...command.args]
  const flags = words.slice(words.findLastIndex(word => !word.startsWith('-') && runsUs(word)) + 1)
  // A bridge says of each event which one it is.
  return entry.event === '' ? [...hintOf(client), ...(event === undefined ? [] : ['--event', event]), ...flags] : flags
}

/** Registrations and payloads spell one event in several ways. */
const sameEvent = (a: string, b: string | undefined): boolean => {
  const bare = (name: string): string => name.replace(/[^a-z]/gi, '').toLowerCase()
  return b !== undefined && bare(a) === bare(b)
}
