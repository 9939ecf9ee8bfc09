/** Phrases that give orders to a model. A hint, never a proof. */

import type { Detection } from './detection.ts'

const phrases: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+)?(?:previous|prior|above|earlier|preceding)\s+(?:instructions?|prompts?|rules|messages|context)\b/gi,
  /\byou\s+are\s+now\s+(?:in\s+)?(?:developer|dan|jailbreak|unrestricted|god)\b/gi,
  /\b(?:do\s+not|don't|never|without)\s+(?:tell|telling|inform|informing|(?:mention|reveal)(?:ing)?\s+(?:(?:this|it|that)\s+)?to)\s+the\s+user\b/gi,
  /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|<\/?(?:system|system-reminder)>/g,
  /\b(?:new|updated|important)\s+(?:system\s+)?instructions?\s*(?:for\s+(?:the\s+)?(?:ai|assistant|agent|model))?\s*:/gi,
]

/** Phrases that tell a model to leave its instructions. */
export const findInjection = (text: string): Detection[] =>
  phrases.flatMap(pattern =>
    [...text.matchAll(pattern)].map(match => ({ kind: 'injection', start: match.index, end: match.index + match[0].length })),
  )
