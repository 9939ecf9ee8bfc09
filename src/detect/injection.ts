/** Phrases that give orders to a model. A hint, never a proof. */

import type { Detection } from './detect.ts'

const phrases: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s{1,3}(?:all\s{1,3}|any\s{1,3})?(?:of\s{1,3})?(?:the\s{1,3}|your\s{1,3}|my\s{1,3})?(?:previous|prior|above|earlier|preceding)\s{1,3}(?:instructions?|prompts?|rules|messages|context)\b/gi,
  /\byou\s{1,3}are\s{1,3}now\s{1,3}(?:in\s{1,3})?(?:developer|dan|jailbreak|unrestricted|god)\b/gi,
  /\bdo\s{1,3}not\s{1,3}(?:tell|inform|mention\s{1,3}(?:this\s{1,3})?to|reveal\s{1,3}(?:this\s{1,3})?to)\s{1,3}the\s{1,3}user\b/gi,
  /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|<\/?(?:system|system-reminder)>/g,
  /\b(?:new|updated|important)\s{1,3}(?:system\s{1,3})?instructions?\s{0,3}(?:for\s{1,3}(?:the\s{1,3})?(?:ai|assistant|agent|model))?\s{0,3}:/gi,
]

export const findInjection = (text: string): Detection[] =>
  phrases.flatMap(pattern =>
    [...text.matchAll(pattern)].map(match => ({ kind: 'injection', start: match.index, end: match.index + match[0].length })),
  )
