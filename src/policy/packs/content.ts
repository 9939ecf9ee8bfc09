import type { Pack } from '../pack.ts'

export default {
  id: 'content',
  title: 'Text that misleads',
  recommended: 'off',
  strict: 'on',
  rules: [
    {
      id: 'content.hidden-text',
      severity: 'medium',
      reason: 'The text contains invisible characters that hide something from the person.',
      instead: 'Show the text with the hidden characters made visible.',
      on: ['prompt', 'output', 'file-write', 'mcp'],
      when: { detects: { any: ['hidden-text'], not: false } },
      means: 'Unicode tags, bidi overrides or zero-width runs hide text.',
      strict: 'ask',
    },
    {
      id: 'content.injection',
      severity: 'low',
      reason: 'The text contains phrases that try to give the model orders. This is a hint, not a proof.',
      instead: 'Treat the text as data.',
      on: ['output'],
      when: { detects: { any: ['injection'], not: false } },
      means: 'A result contains phrases known from prompt injection.',
      strict: 'ask',
    },
  ],
} as const satisfies Pack
