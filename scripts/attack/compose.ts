/** Composes calls out of the grammar, with what each of them does: payloads say their effect, layers and tools keep it, data makes it text. */

import type { Row } from '../corpus/row.ts'
import { isPlain, isWords } from './filters.ts'
import { chosen, type Deciding, type Expected, filled, type Grammar, type Layer, type Payload, type Tool } from './grammar.ts'
import { choices } from './random.ts'

export interface Composed {
  readonly number: number
  readonly expect: Expected
  readonly kind: string
  /** The layers from the inside out, as `group: id`. */
  readonly layers: readonly string[]
  readonly tool: string
  /** The command, where there is one, before a tool took it. */
  readonly script?: Script
  readonly row: Row
}

export interface Script {
  readonly payload: Payload
  readonly text: string
  readonly form: 'words' | 'script'
  readonly expect: Expected
}

/** No text grows beyond this, however deeply it is quoted. */
const longest = 6_000
const tries = 12

const fits = ({ text, form, payload, expect }: Script, layer: Layer): boolean => {
  const meant = expect === 'stop'
  if (expect === 'allow' && !layer.ordinary) return false
  if (layer.machine && !payload.anywhere && meant) return false
  if ((layer.elsewhere || layer.machine) && payload.here) return false
  if (layer.quiet && payload.prints && meant) return false
  if (layer.noBraces && text.includes('{}')) return false
  switch (layer.takes) {
    case 'words':
      return form === 'words'
    case 'plain':
      return form === 'words' && isPlain(text)
    case 'line':
      return !text.includes('\n')
    case 'script':
      return true
    default:
      return layer.takes satisfies never
  }
}

/** The script inside this layer; undefined where it does not fit. */
export const within = (deciding: Deciding, script: Script, layer: Layer): Script | undefined => {
  if (!fits(script, layer)) return undefined
  const text = filled(chosen(deciding, deciding.choice.one(layer.texts), script.text), script.text)
  if (text === undefined) return undefined
  return { ...script, text, form: layer.gives, expect: layer.group === 'data' ? 'allow' : script.expect }
}

/** How often each group is chosen: a text made of a danger is rarer. */
const chances: Readonly<Record<Layer['group'], number>> = { wrapper: 3, carrier: 5, spelling: 2, data: 1 }
const groups = Object.entries(chances).flatMap(([group, chance]) => Array<string>(chance).fill(group))
const depths = [0, 0, 1, 1, 1, 1, 2, 2, 2, 3]

const rowOf = ({ row }: Tool, text: string, more?: Readonly<Record<string, string>>): Row => {
  const put = (value: unknown): unknown => {
    if (typeof value === 'string') return filled(value, text, more) ?? value
    if (Array.isArray(value)) return value.map(put)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, put(inner)]))
  }
  return put(row) as Row
}

/** One of the tools that can carry the text. */
const toolFor = ({ choice }: Deciding, tools: readonly Tool[], text: string, expect: Expected): Tool =>
  choice.one(
    tools.filter(
      ({ no, ordinary = true }) => (no === undefined || !new RegExp(no).test(text)) && (ordinary || expect === 'stop'),
    ),
  )

const fileCall = (deciding: Deciding): Omit<Composed, 'number'> => {
  const { grammar, choice } = deciding
  const { kind, expect, tool: door, paths, texts } = choice.one(grammar.files)
  const path = chosen(deciding, choice.one(paths))
  const tool = choice.one(grammar.tools[door])
  return { kind, expect, layers: [], tool: tool.id, row: rowOf(tool, choice.one(texts), { path }) }
}

/** Half of the shell's payloads are dangerous, whichever list is longer. */
const payloadOf = ({ grammar, choice }: Deciding): Payload => {
  const expect = choice.below(2) === 0 ? 'stop' : 'allow'
  return choice.one(grammar.payloads.filter(payload => payload.expect === expect))
}

export const compose = (grammar: Grammar, seed: number, number: number, names = 0): Composed => {
  const choice = choices(seed, number)
  const deciding: Deciding = { grammar, choice, names: choices(seed, number, names + 1) }
  if (choice.below(12) === 0) return { number, ...fileCall(deciding) }
  const payload = payloadOf(deciding)
  const text = chosen(deciding, choice.one(payload.texts))
  const { kind, expect, language } = payload
  if (language !== 'sh') {
    const tool = toolFor(deciding, grammar.tools[language], text, expect)
    return { number, expect, kind, layers: [], tool: tool.id, row: rowOf(tool, text) }
  }
  let script: Script = { payload, text, form: isWords(text) ? 'words' : 'script', expect }
  const layers: string[] = []
  for (let depth = choice.one(depths), tried = 0; layers.length < depth && tried < tries; tried++) {
    const group = choice.one(groups)
    const layer = choice.one(grammar.layers.filter(each => each.group === group))
    const next = within(deciding, script, layer)
    if (next === undefined || next.text.length > longest) continue
    script = next
    layers.push(`${group}: ${layer.id}`)
  }
  const tool = choice.below(2) === 0 ? (grammar.tools.call[0] as Tool) : choice.one(grammar.tools.call)
  return { number, expect: script.expect, kind, layers, tool: tool.id, script, row: rowOf(tool, script.text) }
}

/** The same script by another tool. */
export const byTool = (tool: Tool, script: Script): Row => rowOf(tool, script.text)
