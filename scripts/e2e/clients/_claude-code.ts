/** What the two ways to drive Claude Code share. */

import { join } from 'node:path'
import type { E2eClient, Files, Hook, Moment } from '../client.ts'
import type { Json, Move } from '../model/script.ts'
import { claudeNames, groups } from './_groups.ts'

/** Events that can still stop something. */
const blocking: readonly Moment[] = ['prompt', 'before-tool', 'stop']

interface Way extends Pick<E2eClient, 'id' | 'title' | 'serves' | 'switches' | 'exceptions'> {
  /** One hook of a registration. */
  readonly entry: (hook: Hook, blocks: boolean) => Json
}

export const claudeCode = ({ entry, ...rest }: Way): E2eClient => ({
  ...rest,
  package: { name: '@anthropic-ai/claude-code', version: '2.1.329', before: '2.1.100' },
  installScripts: true,
  settings: ({ home, project, mcp }): Files => ({
    // Permissions count here without a question; in a project they need its trust.
    [join(home, '.claude', 'settings.json')]: { permissions: { allow: ['Bash', 'Read', 'Write', 'Edit', 'mcp__e2e'] } },
    [join(project, 'mcp.json')]: { mcpServers: { e2e: { type: 'stdio', ...mcp } } },
  }),
  hooks: ({ home, project }, hook): Files => {
    const hooks = groups(hook, claudeNames, moment => entry(hook, blocking.includes(moment)))
    return {
      [join(project, '.claude', 'settings.json')]: { hooks },
      ...(hook.times > 1 ? { [join(home, '.claude', 'settings.json')]: { hooks } } : {}),
    }
  },
  start: ({ install, model, project }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'claude'),
    args: [
      '-p',
      prompt,
      '--output-format',
      'stream-json',
      '--verbose',
      '--mcp-config',
      join(project, 'mcp.json'),
      '--strict-mcp-config',
    ],
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  call: (call): Move => {
    switch (call.kind) {
      case 'shell':
        return { tool: 'Bash', args: { command: call.command, description: 'A step of the task' } }
      case 'read':
        return { tool: 'Read', args: { file_path: call.path } }
      case 'write':
        return { tool: 'Write', args: { file_path: call.path, content: call.content } }
      case 'mcp':
        return { tool: `mcp__e2e__${call.tool}`, args: call.args }
    }
  },
})
