/** What was tried on OpenCode. */

import type { Way } from '../way.ts'
import { edited, later, put, text, variable } from './_ways.ts'

const user = '~/.config/opencode/opencode.json'
const project = './opencode.json'
const ours = '~/.config/opencode/plugin/tfy-hook.ts'
const beside = (name: string, content: string): Way => ({ name, files: { '~/.config/opencode/plugin/other.js': content } })

const ways: readonly Way[] = [
  { name: 'nothing' },
  ...[
    { name: 'nothing' },
    variable('OPENCODE_PURE'),
    variable('OPENCODE_CONFIG_DIR', '<project>/other'),
    put(user)({ plugin: [] }),
    put(project)({ plugin: [] }),
    text('no plugin any more', ours, 'export default {}\n'),
    beside('a plugin beside that throws when it is loaded', 'throw new Error("no")\n'),
  ].map(later),
  ...[
    'OPENCODE_PURE',
    'OPENCODE_DISABLE_PROJECT_CONFIG',
    'OPENCODE_FAST_BOOT',
    'OPENCODE_EXPERIMENTAL',
    'OPENCODE_EXPERIMENTAL_EVENT_SYSTEM',
    'OPENCODE_EXPERIMENTAL_NATIVE_LLM',
    'OPENCODE_DISABLE_CLAUDE_CODE',
  ].map(name => variable(name)),
  ...['true', '0', 'false', 'yes', ''].map(value => variable('OPENCODE_PURE', value)),
  variable('OPENCODE_CONFIG_DIR', '<project>/other'),
  variable('OPENCODE_TEST_HOME', '<project>/other'),
  variable('XDG_CONFIG_HOME', '<project>/other'),
  variable('OPENCODE_PERMISSION', '{"bash":"allow"}'),
  ...[user, project].flatMap(file => [
    put(file)({ plugin: [] }),
    put(file)({ plugin: ['no-such-plugin-of-anybody'] }),
    put(file)({ plugin: 'none' }),
    put(file)({ permission: { bash: 'allow', '*': 'allow' } }),
    put(file)({ experimental: { hook: {} } }),
    put(file)({ unknown_key: true }),
  ]),
  put('./.opencode/opencode.json')({ plugin: [] }),
  beside('a plugin beside that throws when it is loaded', 'throw new Error("no")\n'),
  beside('a plugin beside that throws when it is started', 'export const Other = async () => { throw new Error("no") }\n'),
  beside('a plugin beside that is no function', 'export const Other = 5\n'),
  beside('a plugin beside that is no JavaScript', 'export const = \n'),
  beside(
    'a plugin beside that takes what others throw',
    'export const Other = async () => ({ "tool.execute.before": async () => {} })\n',
  ),
  text('no plugin any more', ours, 'export default {}\n'),
  edited('our hook under another name', ours, there => there.replaceAll('tool.execute.before', 'tool.execute.first')),
  edited('our plugin with a second way out', ours, there => `export const Other = 5\n${there}`),
  { name: 'the types of plugins broken', files: { '~/.config/opencode/package.json': '{' } },
  {
    name: 'a project’s plugin of our name',
    files: { './.opencode/plugin/tfy-hook.ts': 'export const TfyHook = async () => ({})\n' },
  },
  { name: 'a comma too many in the project’s settings', files: { './opencode.json': '{"plugin":[],}' } },
  { name: 'no JSON in the project’s settings', files: { './opencode.json': '{' } },
  { name: 'settings of the project above', repository: true, folder: 'deep', files: { './opencode.json': { plugin: [] } } },
]
export default ways
