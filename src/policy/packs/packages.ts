import type { Pack } from '../pack.ts'

export default {
  id: 'packages',
  title: 'Publishing and installing packages',
  recommended: 'ask',
  strict: 'on',
  rules: [
    {
      id: 'packages.publish',
      severity: 'medium',
      reason: 'This publishes a package, image or release.',
      instead: 'Try it first: `npm publish --dry-run`.',
    },
    {
      id: 'packages.unpublish',
      severity: 'high',
      reason: 'This withdraws or changes something already published.',
      instead: 'Publish a new version, by the person.',
    },
    {
      id: 'packages.install-from-url',
      severity: 'medium',
      reason: 'This installs a package from an address instead of the registry.',
      instead: 'Install the released version by name: `npm install left-pad`.',
    },
    {
      id: 'packages.registry-override',
      severity: 'medium',
      reason: 'This takes packages from another registry or without verification.',
      instead: 'Install from the configured registry: `npm install`.',
    },
    {
      id: 'packages.remove-system',
      severity: 'medium',
      reason: 'This removes packages of the operating system.',
      instead: 'List them: `dpkg -l`.',
    },
  ],
} as const satisfies Pack
