/**
 * Kilo Code CLI, through our bridge plugin (`tfy-hook bridge kilo-code`). Docs: https://kilo.ai/docs/automate/extending/plugins. Verified on
 * 7.7.9, 2026-11 (recorded payloads, the bridge in the running client).
 *
 * It is built on OpenCode 1.18 and calls the same plugin hooks in the same way, so the dialect is OpenCode's. The bridge says which of the
 * two is calling.
 */

import type { ClientAdapter } from '../../core/adapter.ts'
import type { ToolType } from '../../core/event.ts'
import type { Ground } from '../../core/install.ts'
import { stringAt } from '../../core/json.ts'
import opencode, { normaliseAs, typeOf } from './opencode.ts'
import { claimed } from './shared/claims.ts'
import { bridgeIn } from './shared/install.ts'
import { variable } from './shared/switches.ts'

// What the bridge registers.
const { 'tool.execute.before': before, 'tool.execute.after': after, 'chat.message': prompt, event } = opencode.events
const events = {
  'tool.execute.before': before,
  'tool.execute.after': after,
  'chat.message': prompt,
  'command.execute.before': opencode.events['command.execute.before'],
  event,
}

// Tool ids of 7.7.9 that OpenCode does not have. Without them a name with a `_` would be taken for a tool of an MCP server.
const tools: Readonly<Record<string, ToolType>> = {
  notebook_read: 'file-read',
  notebook_edit: 'file-edit',
  notebook_execute: 'other',
  send_file: 'file-read',
  generate_image: 'file-write',
  browser_open: 'web',
  agent_manager: 'agent',
  agent_manager_models: 'other',
  board_read: 'other',
  board_post: 'other',
  cron_create: 'other',
  cron_delete: 'other',
  cron_list: 'other',
  schedule_wakeup: 'other',
  cancel_wakeup: 'other',
  kilo_local_recall: 'other',
  kilo_memory_recall: 'other',
  kilo_memory_save: 'other',
  link_pr: 'other',
  notify_user: 'other',
  open_plan: 'other',
  repo_clone: 'other',
  repo_overview: 'other',
  semantic_search: 'file-read',
  get_context_info: 'other',
}

export default {
  ...opencode,
  id: 'kilo-code',
  title: 'Kilo Code',
  docs: 'https://kilo.ai/docs/automate/extending/plugins',
  verified: '7.7.9, 2026-11',
  events,

  // The bridge always says who it speaks for; nothing else comes from Kilo Code.
  detect: payload => claimed(payload, 'kilo-code', () => 'no'),

  normalise: normaliseAs('kilo-code', (toolName, input) => {
    // The same tool lists and stops processes; only a call with a command runs one.
    if (toolName === 'background_process') return stringAt(input ?? {}, 'command') === undefined ? 'other' : 'shell'
    return Object.hasOwn(tools, toolName) ? tools[toolName] : typeOf(toolName, input)
  }),

  install: {
    binaries: ['kilo', 'kilocode'],
    marks: ['KILO'],
    packages: { npm: ['@kilocode/cli'] },
    folders: ground => [ownFolder(ground)],
    scopes: ['project', 'user'],
    writes: ground => bridgeIn(ground, { project: `${ground.root}/.kilo/plugin`, user: `${ownFolder(ground)}/plugin` }),
    switches: () => ({
      flags: ['--pure'],
      sources: [],
      list: [variable('KILO_PURE'), variable('KILO_DISABLE_PROJECT_CONFIG', { spares: ['user', 'managed'] })],
    }),
    notes: () => [
      'Kilo Code runs without plugins when it is started with --pure or KILO_PURE=1. Commands that the person types with ! stay unguarded.',
    ],
  },
} satisfies ClientAdapter

const ownFolder = ({ env, home }: Ground): string => `${env.XDG_CONFIG_HOME || `${home}/.config`}/kilo`
