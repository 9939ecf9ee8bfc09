/** Calls that mean the same as a composed one: quoted, wrapped, padded, with other names, by another tool. */

import type { Row } from '../corpus/row.ts'
import { byTool, type Composed, compose, within } from './compose.ts'
import type { Grammar } from './grammar.ts'
import { choices } from './random.ts'

export interface Mutated {
  readonly composed: Composed
  readonly mutation: string
  readonly before: Row
  readonly after: Row
}

const tries = 20

/** Undefined where nothing of the grammar fits: a file tool has one spelling. */
export const mutate = (grammar: Grammar, seed: number, number: number): Mutated | undefined => {
  const composed = compose(grammar, seed, number)
  const { script } = composed
  if (script === undefined) return undefined
  const choice = choices(seed, number, -1)
  const [bash] = grammar.tools.call
  if (bash === undefined) return undefined
  const before = byTool(bash, script)
  for (let tried = 0; tried < tries; tried++) {
    const at = choice.below(grammar.mutations.length + 2)
    const layer = grammar.mutations[at]
    if (layer !== undefined) {
      const next = within({ grammar, choice, names: choice }, script, layer)
      if (next === undefined) continue
      return { composed, mutation: `${layer.group}: ${layer.id}`, before, after: byTool(bash, next) }
    }
    if (at === grammar.mutations.length) {
      const tool = choice.one(grammar.tools.call.slice(1))
      return { composed, mutation: `tool: ${tool.id}`, before, after: byTool(tool, script) }
    }
    const renamed = compose(grammar, seed, number, 1).script
    if (renamed === undefined || renamed.text === script.text) continue
    return { composed, mutation: 'renaming: names', before, after: byTool(bash, renamed) }
  }
  return undefined
}
