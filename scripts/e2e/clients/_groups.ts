/** Claude Code's form of a registration, which others took over: groups with a matcher, below the event's name. */

import { join } from 'node:path'
import type { Json } from '../../../src/setup/prove/model/script.ts'
import type { Files, Hook, Moment, Place } from '../client.ts'

export type Names = Readonly<Record<Moment, string>>

export const claudeNames: Names = {
  prompt: 'UserPromptSubmit',
  'before-tool': 'PreToolUse',
  'after-tool': 'PostToolUse',
  session: 'SessionStart',
  stop: 'Stop',
}

export const groups = ({ moments }: Hook, names: Names, entry: (moment: Moment) => Json): Json =>
  Object.fromEntries(
    moments.map(moment => [names[moment], [{ ...(moment.endsWith('-tool') ? { matcher: '*' } : {}), hooks: [entry(moment)] }]]),
  )

/** The hook as one command line. After the fact nothing is left to close. */
export const commandLine = ({ program, closed }: Hook, client: string, moment: Moment): string =>
  `${program} --client ${client}${closed && moment !== 'after-tool' ? ' --fail-closed' : ''}`

/** The same in the person's file, and in the project's when the hook is registered twice. */
export const settingsIn = ({ home, project }: Place, path: string, hook: Hook, content: Json): Files =>
  Object.fromEntries([home, project].slice(0, hook.times).map(folder => [join(folder, path), content]))
