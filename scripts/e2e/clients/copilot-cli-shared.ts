/** Copilot CLI, with the hooks that it finds in Claude Code's file of the repository: events in PascalCase. */

import { join } from 'node:path'
import type { E2eClient, Files, Place } from '../client.ts'
import claudeCode from './claude-code.ts'
import copilot from './copilot-cli.ts'

const fileOf = ({ project }: Place, name = 'settings.json'): string => join(project, '.claude', name)

const client: E2eClient = {
  ...copilot,
  id: 'copilot-cli-shared',
  title: 'Copilot CLI, Claude Code’s file',
  page: 'claude-code',
  files: (place, hook): Files => {
    const mcp = join(place.home, '.copilot', 'mcp-config.json')
    const { [fileOf(place)]: registered = {} } = claudeCode.files(place, hook)
    return {
      [fileOf(place)]: registered,
      ...(hook.times > 1 ? { [fileOf(place, 'settings.local.json')]: registered } : {}),
      [mcp]: copilot.files(place, hook)[mcp] ?? {},
    }
  },
}
export default client
