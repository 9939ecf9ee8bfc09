/** Cline CLI, headless. docs/clients/cline.md */

import { join } from 'node:path'
import type { E2eClient, Exception, Files, Hook, Moment } from '../client.ts'
import { noClosedForm } from './_limits.ts'

/** Files named after the events of the extension; the CLI reads them under these names as well. */
const names: Readonly<Record<Moment, string | undefined>> = {
  prompt: 'UserPromptSubmit',
  'before-tool': 'PreToolUse',
  'after-tool': 'PostToolUse',
  session: 'TaskStart',
  stop: undefined,
}

const script = ({ program, closed }: Hook, moment: Moment): string =>
  `#!/bin/sh\nexec ${program} --client cline --event ${names[moment]}${closed && moment !== 'after-tool' ? ' --fail-closed' : ''}\n`

const filesOf = (hook: Hook, folder: string): Files =>
  Object.fromEntries(
    hook.moments.flatMap(moment => {
      const name = names[moment]
      return name === undefined ? [] : [[join(folder, name), script(hook, moment)]]
    }),
  )

/** The model never reads it, and asks for nothing more. */
const ends = (...fails: readonly [string, ...string[]]): Exception => ({
  limit: 'a refusal ends the run, and its reason reaches nobody: the client says "aborted by another client"',
  fails,
})

const noPromptEvent = 'the client calls no hook for a prompt'

const client: E2eClient = {
  id: 'cline',
  title: 'Cline CLI',
  package: { name: 'cline', version: '3.0.65', before: '3.0.61' },
  // It waits two minutes for a hook, and no setting makes that shorter.
  limitSeconds: 200,
  settings: ({ home, model, mcp }): Files => ({
    [join(home, '.cline', 'data', 'settings', 'providers.json')]: {
      version: 1,
      lastUsedProvider: 'openai-compatible',
      modes: {},
      providers: {
        'openai-compatible': {
          settings: { provider: 'openai-compatible', apiKey: 'none', model: 'e2e', baseUrl: `${model}/v1` },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    },
    [join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json')]: {
      mcpServers: { e2e: { transport: { type: 'stdio', ...mcp }, disabled: false } },
    },
  }),
  hooks: ({ home, project }, hook): Files => ({
    ...filesOf(hook, join(home, 'Documents', 'Cline', 'Hooks')),
    ...(hook.times > 1 ? filesOf(hook, join(project, '.clinerules', 'hooks')) : {}),
  }),
  start: ({ install }, prompt) => ({
    command: join(install, 'node_modules', '.bin', 'cline'),
    args: ['--json', '--auto-approve', 'true', '--provider', 'openai-compatible', '--model', 'e2e', prompt],
    env: { CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1' },
  }),
  tools: {
    shell: ({ command }) => ({ tool: 'run_commands', args: { commands: [command] } }),
    read: ({ path }) => ({ tool: 'read_files', args: { files: [{ path }] } }),
    write: ({ path, content }) => ({ tool: 'editor', args: { path, new_text: content } }),
    mcp: ({ tool, args }) => ({ tool: `e2e__${tool}`, args }),
  },
  exceptions: {
    'shell-denied': ends('rule told', 'finished'),
    'write-denied': ends('other written', 'rule told', 'finished'),
    'read-denied': ends('other read', 'rule told', 'finished'),
    'mcp-denied': ends('other called', 'rule told', 'finished'),
    'input-rewritten': {
      limit: 'commands come as a list, which is not rewritten: such a call is denied, which ends the run',
      fails: ['rewritten ran', 'finished'],
    },
    'command-contained': {
      limit: 'commands come as a list, which is not rewritten: such a call is denied, which ends the run',
      fails: ['worked', 'exit code told', 'host refused', 'host of the list tried', 'finished'],
    },
    'output-redacted': {
      limit: 'a result cannot be changed, only withheld, which ends the run',
      fails: ['rest told', 'finished'],
    },
    'prompt-denied': { limit: noPromptEvent, fails: ['prompt kept', 'hook asked'] },
    'prompt-context': { limit: noPromptEvent, fails: ['context told'] },
    'session-start': { limit: 'nobody waits for the hook at the start of a session', fails: ['context told'] },
    'switched-off': { impossible: 'no switch is known: a hook is off when its file is gone' },
    'stop-denied': { impossible: 'no hook can hold a turn that ends' },
    'secret-then-upload': ends('rule told', 'finished'),
    'init-uninstall': ends('rule told', 'finished'),
    'gateway-denied': ends('finished', 'reason told'),
    'gateway-down-closed': ends('finished'),
    'policy-broken-closed': ends('finished'),
    'noisy-shell': {
      limit: 'nothing but JSON is taken from a hook: with a text before it the answer is lost, and the tool runs',
      fails: ['absent', 'rule told'],
    },
    'registered-twice': ends('finished', 'rule told'),
    ...noClosedForm,
  },
}
export default client
