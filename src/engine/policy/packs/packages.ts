import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'packages',
  title: 'Publishing and installing packages',
  recommended: 'ask',
  strict: 'on',
  caged: true,
  answers: once(() => [
    {
      id: 'packages.publish',
      severity: 'medium',
      reason: 'This publishes a package, image or release.',
      instead: 'Try it, for example `npm publish --dry-run`, and let the person publish.',
      recommended: 'ask',
    },
    {
      id: 'packages.unpublish',
      severity: 'high',
      reason: 'This withdraws or changes something already published.',
      instead: 'Ask the person to publish a new version.',
    },
    {
      id: 'packages.install-from-url',
      severity: 'medium',
      reason: 'This installs a package from an address instead of the registry.',
      instead: 'Install the released version by name: `npm install left-pad`.',
      recommended: 'ask',
    },
    {
      id: 'packages.lookalike',
      severity: 'high',
      reason: 'This installs a package that looks like a popular one and is another.',
      instead: 'Check the name with the person, and install the one that is meant.',
      recommended: 'ask',
    },
    {
      id: 'packages.registry-override',
      severity: 'medium',
      reason: 'This takes packages from another registry or without verification.',
      instead: 'Install from the configured registry: `npm install`.',
      recommended: 'ask',
    },
    {
      id: 'packages.remove-system',
      severity: 'medium',
      reason: 'This removes packages of the operating system.',
      instead: 'List them, for example `dpkg -l`, and let the person remove them.',
      recommended: 'ask',
    },
  ]),
  conditions: once(() => [
    {
      id: 'packages.install',
      severity: 'low',
      reason: 'This installs packages, whose scripts run on the way.',
      instead: 'Nothing: it runs in a cage that reaches registries only.',
      on: ['shell'],
      when: {
        any: [
          ...['install', 'ci', 'add', 'update', 'rebuild', 'exec', 'dlx', 'create'].map(verb => ({
            program: { any: ['npm', 'pnpm', 'yarn', 'bun'], not: false },
            args: [verb],
          })),
          ...['install', 'sync', 'add', 'run'].map(verb => ({
            program: { any: ['pip', 'pip3', 'pipx', 'uv', 'poetry', 'gem', 'bundle'], not: false },
            args: [verb],
          })),
          { program: { any: ['npx', 'bunx', 'pnpx', 'uvx'], not: false } },
          { program: { any: ['cargo'], not: false }, args: ['install'] },
        ],
      },
      means: 'Packages are installed, or run from a registry.',
      recommended: 'allow',
      strict: 'allow',
      contained: 'install',
    },
    {
      id: 'packages.lifecycle-script',
      severity: 'medium',
      reason: 'This script would run by itself on every installation of the package.',
      instead: 'Add a script under another name and let the person run it.',
      on: ['file-write'],
      when: {
        writes: { include: ['**/package.json'], exclude: ['**/node_modules/**'] },
        text: ['"(?:preinstall|postinstall)"'],
      },
      means: 'A package gets a script that runs when it is installed.',
    },
  ]),
} as const satisfies Pack
