/** An agent's command line among the words of another program: of one that runs what it is given, or of one that nobody here knows. */

import { agentPackage } from '../../places/agent-variables.ts'
import { bounds, type Call, type Handler, wrapped } from '../../values/analysis.ts'
import { hasTrait } from '../../values/traits.ts'
import { isKnown, literal, type Value } from '../../values/value.ts'
import { agents } from './agents.ts'

/** Names that are also plain words: these say nothing among the arguments of a program that nobody knows. */
const plainWords = /^(?:agent|q|cn|pi|amp|roo|goose|grok|devin|crush)$/
const said =
  /^(?:-m|--?(?:message|title|body|description|reason|grep|comment|notes?|subject|text|label|prompt|search|name|query))$/

/** For a call of which some argument may name an agent. `known` says whether its program has a handler. */
export function embeddedAgents(call: Call, known: boolean): void {
  if ((known && !hasTrait(call.program, 'wraps')) || Object.hasOwn(agents, call.program) || hasTrait(call.program, 'talks'))
    return
  let seen = 0
  for (const [at, word] of call.args.entries()) {
    if (!isKnown(word) || said.test(call.args[at - 1]?.text ?? '')) continue
    if (/\s/.test(word.text)) {
      if (!startsAgent(word.text)) continue
      if (++seen > bounds.embedded) call.analysis.exhausted = true
      if (seen > bounds.embedded) return
      call.analysis.script(word.text.replace(/^--?[\w-]+=/, ''), wrapped(call), call.stdin)
      continue
    }
    const name = agentIn(word)
    if (name === undefined) continue
    seen++
    const rest = call.args.slice(at + 1)
    call.analysis.words([literal(name), ...(rest[0]?.text === '--' ? rest.slice(1) : rest)], wrapped(call), call.stdin)
  }
}

/** `claude`, `/usr/bin/claude`, `nixpkgs#claude-code`, `npm:@scope/name@1.2`, `--command=claude`. */
function agentIn({ text }: Value): string | undefined {
  const bare = text.replace(/^--(?:command|exec|run|entrypoint)=/, '').replace(/^npm:/, '')
  if (bare[0] === '-') return undefined
  const name = agentPackage(bare.replace(/^[\w./:+-]+#/, '').replace(/(?<=[^/@])@[^/@]+$/, ''))
  const last = name.slice(name.lastIndexOf('/') + 1)
  return Object.hasOwn(agents as Readonly<Record<string, Handler>>, last) && !plainWords.test(last) ? last : undefined
}

/** Source that starts an agent by its first word, variables and a runner of packages aside. */
function startsAgent(source: string): boolean {
  const words = source
    .replace(/^--?[\w-]+=/, '')
    .trim()
    .split(/\s+/)
  const first = words.findIndex(word => !/^(?:\w+=\S*|exec|env|npx|bunx|pnpx|-y|--yes)$/.test(word))
  return first >= 0 && first < words.length - 1 && agentIn(literal(words[first] as string)) !== undefined
}
