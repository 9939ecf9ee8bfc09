/** What was tried on OpenCode. */

import type { Way } from '../way.ts'
import { edited, later, put, text, variable, variablesOfShells } from './_ways.ts'

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
  ...variablesOfShells,
  ...[
    variable('OPENCODE_CONFIG_CONTENT', '{"plugin":[]}'),
    variable('OPENCODE_TEST_MANAGED_CONFIG_DIR', '<project>/managed', { files: { './managed/opencode.json': { plugin: [] } } }),
    variable('OPENCODE_DISABLE_DEFAULT_PLUGINS'),
    variable('OPENCODE_CONFIG', '<project>/x.json', { files: { './x.json': { plugin: [] } } }),
    variable('OPENCODE_PLUGIN_META_FILE', '<project>/meta.json', { files: { './meta.json': '{}' } }),
    variable('OPENCODE_EXPERIMENTAL_WORKSPACES'),
    variable('NODE_ENV', 'test'),
    text('modules of another kind', '~/.config/opencode/package.json', '{"type":"commonjs"}'),
    text('paths of another', '~/.config/opencode/tsconfig.json', '{"compilerOptions":{"paths":{"node:*":["./none/*"]}}}'),
    text('something else of our name', '~/.config/opencode/plugin/tfy-hook.js', 'export const A = async () => ({})\n'),
    text('something else of our name', '~/.config/opencode/plugins/tfy-hook.ts', 'export const A = async () => ({})\n'),
    edited(
      'a second export that throws',
      ours,
      there => `${there}\nexport const Second = async () => { throw new Error("no") }\n`,
    ),
  ].map(later),
]
export default ways
