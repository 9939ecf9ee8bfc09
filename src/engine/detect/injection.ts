/** Phrases that give orders to a model. A hint, never a proof. */

import type { Detection } from './detection.ts'

const phrases: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+|my\s+)?(?:previous|prior|above|earlier|preceding)\s+(?:instructions?|prompts?|rules|messages|context)\b/gi,
  /\byou\s+are\s+now\s+(?:in\s+)?(?:developer|dan|jailbreak|unrestricted|god)\b/gi,
  /\b(?:do\s+not|don't|never|without)\s+(?:tell|telling|inform|informing|(?:mention|reveal)(?:ing)?\s+(?:(?:this|it|that)\s+)?to)\s+the\s+user\b/gi,
  /\b(?:do\s+not|don't|never)\s+mention\s+(?:this|it|that)(?=\s*(?:[.!;,]|$|to\s+(?:any|the)|in\s+(?:your|the)\s+(?:reply|answer|summary|response)))/gim,
  /\b(?:hide|conceal)\s+(?:this|it|that|them|these|those|the\s+changes?)\s+from\s+(?:the\s+|any\s+)?(?:user|person|human|reviewer|developer|maintainer|owner)s?\b/gi,
  /(?:^[ \t>*-]*|[.!;:,]\s+|\b(?:and|then|always|please)\s+)(?:skip|bypass|disable|circumvent|turn\s+off)\s+(?:(?:all|any|the|your|every|of)\s+)*(?:permission|approval|safety|security|guardrail)\s+(?:prompt|check|hook|dialog|review|rule)s?\b/gim,
  /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|<\/?(?:system|system-reminder)>/g,
  /\b(?:new|updated|important)\s+(?:system\s+)?instructions?\s*(?:for\s+(?:the\s+)?(?:ai|assistant|agent|model))?\s*:/gi,
]

/** Phrases that tell a model to leave its instructions. */
export const findInjection = (text: string): Detection[] =>
  phrases.flatMap(pattern =>
    // A search for all makes a pattern of its own, which costs more than this look.
    text.search(pattern) < 0
      ? []
      : [...text.matchAll(pattern)].map(match => ({ kind: 'injection', start: match.index, end: match.index + match[0].length })),
  )
