/** Makes foreign text safe to show: one line, cut, without control characters; and masks credentials. */

// Control characters, line and paragraph separators, bidi overrides, zero-width characters and Unicode tags.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g

/** One line of at most `limit` characters. */
export const oneLine = (text: string, limit = 300): string => {
  const cut = text.length > limit * 2 ? text.slice(0, limit * 2) : text
  const line = cut.replace(unsafe, ' ').replace(/ {2,}/g, ' ').trim()
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line
}

/** Foreign text for use inside our own sentence: masked, one line, cut. */
export const quoteText = (text: string, limit = 200): string => oneLine(maskSecrets(text), limit)

/** Token forms published by their providers, checked 2026-11. Every quantifier is bounded. Used by the policy's detectors too. */
export const secrets: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['private-key', /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g],
  ['aws-key', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g],
  ['github-token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})\b/g],
  ['gitlab-token', /\bglpat-[A-Za-z0-9_-]{20,64}/g],
  ['anthropic-key', /\bsk-ant-[A-Za-z0-9_-]{20,200}/g],
  ['openai-key', /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,200}/g],
  ['slack-token', /\bxox[abeprs]-[A-Za-z0-9-]{10,250}/g],
  ['stripe-key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,120}/g],
  ['google-key', /\bAIza[A-Za-z0-9_-]{35}/g],
  ['npm-token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['pypi-token', /\bpypi-[A-Za-z0-9_-]{50,250}/g],
  ['hugging-face-token', /\bhf_[A-Za-z0-9]{30,60}\b/g],
  ['truefoundry-token', /\btfy-[A-Za-z0-9_-]{20,200}/g],
  ['jwt', /\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}/g],
  ['url-password', /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,100}:)[^\s:/@]{1,200}(?=@)/g],
  ['bearer', /(?<=\bbearer\s{1,3})[A-Za-z0-9._~+/=-]{16,2000}/gi],
  [
    'value',
    /(?<=\b[a-z0-9_-]{0,40}(?:api[_-]?key|secret|token|passwd|password|access[_-]?key|credential)["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"'`$,;&|<>(){}]{8,500}/gi,
  ],
]

/** Replaces credentials by `[kind removed]`. The shape of the text around them stays. */
export const maskSecrets = (text: string): string => {
  let masked = text
  for (const [kind, pattern] of secrets) masked = masked.replace(pattern, `[${kind} removed]`)
  return masked
}
