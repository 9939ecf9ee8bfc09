/** Text that misleads: characters nobody sees, and phrases that give orders to a model. The second is a hint, never a proof. */

import type { Detection } from './detect.ts'

// Unicode tags; bidi overrides and isolates; runs of zero-width characters (one alone joins emoji or Indic letters);
// runs of variation selectors, which can carry bytes.
const hidden: readonly RegExp[] = [
  /(?:\udb40[\udc01-\udc7f]){2,}/g,
  /[\u202a\u202b\u202d\u202e]/g,
  /[\u200b-\u200d\u2060-\u2064\ufeff]{3,}/g,
  /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){3,}/g,
]

export const findHidden = (text: string): Detection[] =>
  hidden.flatMap(pattern =>
    [...text.matchAll(pattern)]
      // A flag of a region is a black flag with tags behind it.
      .filter(match => !text.slice(0, match.index).endsWith('\ud83c\udff4'))
      .map(match => ({ kind: 'hidden-text', start: match.index, end: match.index + match[0].length })),
  )

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
