/** Whether what `init` would write guards less than what stands there now. A first registration never does. */

import type { System } from '../../../core/install.ts'
import { matchesAll, type Registered, registeredIn } from '../../../setup/doctor/registrations.ts'
import type { Change } from '../../../setup/install/change.ts'
import type { Account, Choice, StarterFile } from './account-files.ts'

interface Planned {
  readonly changes: readonly Change[]
  readonly starterFiles: readonly StarterFile[]
  readonly choice: Choice | undefined
  readonly observe: boolean
  /** Files that earlier runs have written. */
  readonly remembered: readonly string[]
}

/** What would be looser, as the beginning of a sentence; undefined where nothing would. */
export const loosenedBy = (
  { changes, starterFiles, choice, observe, remembered }: Planned,
  { config }: Account,
  system: System,
): string | undefined => {
  let guarded = remembered.length > 0
  for (const { file, before, after } of changes) {
    const [had, has] = [registered(file, before, system), registered(file, after, system)]
    if (had.length === 0) continue
    guarded = true
    const looser = before === after ? undefined : between(had, has)
    if (looser !== undefined) return `${looser} (${file})`
  }
  if (!guarded) return undefined
  const writes = (name: string): boolean => starterFiles.some(({ file }) => file.endsWith(`/${name}`))
  if (observe && writes('policy.yaml')) return 'All rules would be on trial'
  return choice !== undefined && writes('config.yaml') && choice.source !== config.source
    ? `Verdicts would come from ${choice.source} instead of ${config.source}`
    : undefined
}

const registered = (file: string, text: string | undefined, system: System): readonly Registered[] => {
  try {
    return text === undefined ? [] : registeredIn(file, text, system)
  } catch {
    // What cannot be read runs nothing.
    return []
  }
}

const between = (had: readonly Registered[], has: readonly Registered[]): string | undefined => {
  const running = has.filter(({ off }) => off !== true)
  for (const one of had) {
    if (one.off === true) continue
    const next = running.filter(
      other => other.event === one.event && (matchesAll(other) || (other.matcher === one.matcher && other.only === one.only)),
    )
    if (next.length === 0) return `Fewer events would be judged: ${one.event === '' ? 'all of a bridge' : one.event}`
    if (next.every(isOpen) && !isOpen(one)) return 'A failure would let the action through'
    if (next.every(other => isElsewhere(other, had))) return 'A server would be asked in the place of a command, or another one'
    const source = flag(one, '--source')
    if (source !== undefined && next.every(other => flag(other, '--source') !== source))
      return `Verdicts would not come from ${source} any more`
  }
  return undefined
}

const wordsOf = ({ run, within = '' }: Registered): string =>
  `${run.kind === 'text' ? run.text : run.kind === 'words' ? run.words.join(' ') : ''} ${within}`

const isOpen = (one: Registered): boolean => wordsOf(one).includes('--fail-open')

const isElsewhere = ({ run }: Registered, had: readonly Registered[]): boolean =>
  run.kind === 'http' && !had.some(other => other.run.kind === 'http' && other.run.url === run.url)

const flag = (one: Registered, name: string): string | undefined => new RegExp(`${name}[ =](\\S+)`).exec(wordsOf(one))?.[1]
