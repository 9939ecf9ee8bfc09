import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'privacy',
  title: 'Personal data',
  recommended: 'off',
  strict: 'off',
  caged: true,
  answers: () => [],
  conditions: once(() => [
    {
      id: 'privacy.in-prompt',
      severity: 'medium',
      reason: 'The prompt contains personal data.',
      instead: 'Replace the personal data by placeholders.',
      on: ['prompt'],
      when: { detects: { any: ['pii.*'], not: false } },
      means: 'Personal data stands in a prompt.',
    },
    {
      id: 'privacy.in-output',
      severity: 'medium',
      reason: "A tool's result contains personal data.",
      instead: 'Work with the masked text.',
      on: ['output'],
      when: { detects: { any: ['pii.*'], not: false } },
      means: 'Personal data stands in the result of a tool.',
      recommended: 'redact',
      strict: 'redact',
    },
  ]),
} as const satisfies Pack
