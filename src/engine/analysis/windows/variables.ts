/** Which variables of the environment PowerShell shows: some by name, all, or only what they are called. */

import type { Value } from '../values/value.ts'

/** With these begin the names of variables that hold a credential as well. */
const owners =
  /^\W*(?:gh|git|npm(?!_)|node_auth|pypi|twine|cargo|pg|mysql|db|data|redis|mongo|sql|openai|anthropic|claude|cursor|gemini|google|gcp|azure|arm|stripe|slack|sentry|hf|hugging|docker|heroku|vault|vercel|netlify|cloudflare|cf|do_|digital|tf|tfy|datadog|dd|jira|twilio|sendgrid|smtp|mail|jwt|session|encrypt|sign|private|access|client|web|conn|dsn|pat(?!h))/i

/** Whether a pattern is the name of some variables, or its start, and of none that may hold a credential. */
export const picks = (sought: string): boolean =>
  sought
    .replace(/^\^?\(([^()]*)\)\$?$/, '$1')
    .split('|')
    .every(
      name =>
        /^[\^*]*\w{2}[\w-]*[*$]*$/.test(name) &&
        !owners.test(name) &&
        !/key|token|secret|pass|cred|auth|api|aws|pwd|dsn|pat$/i.test(name),
    )

const written = (words: readonly Value[]): string => words.map(word => word.written).join(' ')

/** `Where-Object Name -like 'NODE*'`, `? { $_.Name -match '^NODE' }` */
export const filters = (words: readonly Value[]): boolean => {
  const [, sought = ''] =
    /^(?:\{\s*\$(?:_|PSItem)\.|-(?:Prop\w*)\s+)?(?:Name|Key)\s+-[ci]?(?:like|match|eq)\s+['"]?([^'"\s}]+)['"]?\s*\}?$/i.exec(
      written(words).trim(),
    ) ?? []
  return picks(sought)
}

/** `Select-Object -ExpandProperty Name` */
export const namesOnly = (words: readonly Value[]): boolean =>
  /^(?:-(?:Exp\w*|Prop\w*)\s+)?(?:Name|Key)$/i.test(written(words).trim())
