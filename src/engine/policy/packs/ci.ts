import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'ci',
  title: 'What build services and scripts will run',
  recommended: 'ask',
  strict: 'on',
  answers: once(() => [
    {
      id: 'ci.secrets-sent',
      severity: 'high',
      reason: 'This step would send the secrets of the build service to a foreign host.',
      instead: 'Give the secret to the one tool that needs it, at its own service.',
      strict: 'ask',
    },
    {
      id: 'ci.untrusted-checkout',
      severity: 'high',
      reason: 'This workflow would run the code of any pull request with rights or secrets of the repository.',
      instead: 'Start it by the trigger for pull requests that has no secrets, or leave the head of the request alone.',
      strict: 'ask',
    },
    {
      id: 'ci.dangerous-step',
      severity: 'high',
      reason:
        'What is written here would destroy files, run what it fetches, open a shell to another machine or send credentials when it runs.',
      instead: 'Show the script and ask the person to add it.',
      strict: 'ask',
    },
  ]),
} as const satisfies Pack
