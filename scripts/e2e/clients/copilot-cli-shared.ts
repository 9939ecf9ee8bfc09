/** Copilot CLI, with the hooks that it finds in Claude Code's file of the repository: events in PascalCase. */

import { join } from 'node:path'
import type { E2eClient, Files, Place } from '../client.ts'
import { goesOnWithout } from './_limits.ts'
import claudeCode from './claude-code.ts'
import copilot from './copilot-cli.ts'

const fileOf = ({ project }: Place, name: string): string => join(project, '.claude', name)

const client: E2eClient = {
  ...copilot,
  id: 'copilot-cli-shared',
  title: 'Copilot CLI, Claude Code’s file',
  page: 'claude-code',
  init: { client: 'claude-code', scope: 'project' },
  exceptions: {
    ...copilot.exceptions,
    'switched-off': { impossible: 'the switches are those of Copilot CLI, in its own column' },
    'project-removed': goesOnWithout,
  },
  hooks: (place, hook): Files => {
    const registered = claudeCode.hooks(place, { ...hook, times: 1 })
    const { [fileOf(place, 'settings.json')]: again = {} } = registered
    return { ...registered, ...(hook.times > 1 ? { [fileOf(place, 'settings.local.json')]: again } : {}) }
  },
}
export default client
