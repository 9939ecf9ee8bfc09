/** Variables that a program sets for what it starts: `os.environ['X'] = 'y'`, `env={'X': 'y'}`, `setenv("X", "y")`. */

import { isAgent, setForLater } from '../places/agent-variables.ts'
import { type Call, find } from '../values/analysis.ts'
import type { Token } from './tokens/lexer.ts'

export function setsVariables(all: readonly Token[], call: Call): void {
  for (let at = 0; at < all.length; at++) {
    const token = all[at] as Token
    if (token.kind === 'mark' || token.kind === 'number') continue
    const first = token.value.charCodeAt(0)
    if (!(first >= 65 && first <= 90)) continue
    if (!/^(?:HOME|USERPROFILE|[A-Z][A-Z0-9]*_[A-Z0-9_]+)$/.test(token.value)) continue
    let next = at + 1
    while (/^[\])}]$/.test(all[next]?.value ?? '')) next++
    const mark = all[next]?.value
    const given = mark === '=' || mark === ':' || mark === '=>' || (mark === ',' && all[at - 1]?.value === '(')
    const value = all[next + 1]
    if (!given || value?.kind !== 'text') continue
    if (token.value !== 'HOME' && token.value !== 'USERPROFILE') setForLater(token.value, value.value, call.analysis)
    else if (value.value !== call.analysis.host.home && all.some(other => other.kind === 'text' && startsAgent(other.value)))
      find(call, 'self.tamper', { unknown: 'whether an agent is started with that home' })
  }
}

function startsAgent(text: string): boolean {
  const [first = ''] = text.trim().split(/\s/, 1)
  const name = first.slice(first.lastIndexOf('/') + 1)
  return isAgent(name) || /^(?:claude|gemini|qwen|opencode|pi|kimi)$/.test(name)
}
