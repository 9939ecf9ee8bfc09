/** The grammar of the red team, which is data: `fixtures/attack`. A text may hold `<symbols>` and `{filters}` of what is put into it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Filter, filters } from './filters.ts'
import type { Choices } from './random.ts'

export type Expected = 'stop' | 'allow'
/** `words` is one program with its arguments, `plain` such words without any sign of the shell, `line` a script of one line. */
export type Form = 'words' | 'plain' | 'line' | 'script'

export interface Payload {
  readonly kind: string
  readonly expect: Expected
  readonly language: 'sh' | 'powershell' | 'cmd'
  /** Its paths are relative to the workspace, or its target is the workspace: it means something else in another folder. */
  readonly here: boolean
  /** Its harm is what the agent gets to see. */
  readonly prints: boolean
  /** Its harm is the same on another machine. */
  readonly anywhere: boolean
  readonly texts: readonly string[]
}

export interface Layer {
  readonly id: string
  readonly group: 'wrapper' | 'carrier' | 'spelling' | 'data'
  readonly takes: Form
  readonly gives: 'words' | 'script'
  readonly texts: readonly string[]
  /** Nobody sees the output. */
  readonly quiet: boolean
  /** It runs in another folder. */
  readonly elsewhere: boolean
  /** It runs on another machine. */
  readonly machine: boolean
  /** It replaces `{}` in what it runs. */
  readonly noBraces: boolean
  /** False where the layer is itself a reason to ask, whatever it carries. */
  readonly ordinary: boolean
}

export interface Tool {
  readonly id: string
  readonly row: Readonly<Record<string, unknown>>
  /** Texts that this tool cannot carry without changing them. */
  readonly no?: string
  /** False where the tool is itself a reason to stop, whatever it carries. */
  readonly ordinary?: boolean
}

export interface FileCall {
  readonly kind: string
  readonly expect: Expected
  readonly tool: 'write' | 'read'
  readonly paths: readonly string[]
  readonly texts: readonly string[]
}

export interface Grammar {
  readonly symbols: Readonly<Record<string, readonly string[]>>
  readonly payloads: readonly Payload[]
  readonly layers: readonly Layer[]
  readonly mutations: readonly Layer[]
  readonly tools: Readonly<Record<'call' | 'powershell' | 'cmd' | 'write' | 'read', readonly Tool[]>>
  readonly files: readonly FileCall[]
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/attack', `${name}.json`), 'utf8')) as T

const payloadsOf = (name: string, expect?: Expected): readonly Payload[] =>
  read<readonly (Partial<Payload> & Pick<Payload, 'kind' | 'texts'>)[]>(name).map(payload => ({
    expect: expect ?? 'allow',
    language: 'sh',
    here: false,
    prints: false,
    anywhere: false,
    ...payload,
  }))

type Written = Partial<Layer> & Pick<Layer, 'id' | 'texts'> & { readonly 'no-braces'?: boolean }

const layersOf = (name: string): readonly Layer[] =>
  Object.entries(read<Readonly<Record<Layer['group'], readonly Written[]>>>(name)).flatMap(([group, layers]) =>
    layers.map(({ 'no-braces': noBraces = false, ...layer }) => ({
      group: group as Layer['group'],
      takes: 'script',
      gives: 'words',
      quiet: false,
      elsewhere: false,
      machine: false,
      ordinary: true,
      noBraces,
      ...layer,
    })),
  )

export const readGrammar = (): Grammar => {
  const { files, ...tools } = read<Grammar['tools'] & { readonly files: readonly FileCall[] }>('tools')
  return {
    symbols: read('symbols'),
    payloads: [...payloadsOf('dangerous', 'stop'), ...payloadsOf('ordinary', 'allow'), ...payloadsOf('windows')],
    layers: layersOf('layers'),
    mutations: layersOf('mutations'),
    tools,
    files,
  }
}

/** Decides one row: which alternatives, and, apart from that, which names. */
export interface Deciding {
  readonly grammar: Grammar
  readonly choice: Choices
  readonly names: Choices
}

/** The template with its symbols chosen. `<same>` is the last `<name>`; names are not of the other choices, so that they can change alone. */
export const chosen = ({ grammar, choice, names }: Deciding, template: string, inner = ''): string => {
  const nameOf = (symbol: string): string => names.one(grammar.symbols[symbol] ?? [])
  let name = nameOf('name')
  // What is inside has names of its own.
  while (new RegExp(`\\b${name}\\b`).test(inner)) name += '_'
  const unset = `${nameOf('name')}_none`
  let end = nameOf('end')
  while (inner.split('\n').includes(end)) end += '_'
  const own: Readonly<Record<string, string>> = { name, same: name, unset, end }
  const fill = (text: string): string =>
    text.replace(/<([a-z][a-z-]*)>/g, (_, symbol: string) => {
      const known = own[symbol]
      if (known !== undefined) return known
      const alternatives = grammar.symbols[symbol]
      if (alternatives === undefined) throw new Error(`fixtures/attack has no symbol <${symbol}>, in ${template}`)
      return fill(choice.one(alternatives))
    })
  return fill(template)
}

/** The template with the text put into it; undefined where the text cannot be put so. */
export const filled = (template: string, text: string, more: Readonly<Record<string, string>> = {}): string | undefined => {
  let out = ''
  for (let at = 0; at < template.length; ) {
    const [all, name = '', sign] = /^\{([a-z0-9:-]*)([|}])/.exec(template.slice(at)) ?? []
    const filter: Filter | undefined = more[name] === undefined ? filters[name] : () => more[name]
    if (all === undefined || filter === undefined) {
      out += template[at++]
      continue
    }
    const close = sign === '|' ? closing(template, at) : at + all.length - 1
    const inner = sign === '|' ? filled(template.slice(at + all.length, close), text, more) : text
    const put = inner === undefined ? undefined : filter(inner)
    if (put === undefined || (name === '' && !endsWell(put, template[close + 1]))) return undefined
    out += put
    at = close + 1
  }
  return out
}

/** A script that goes on behind its last line: a here-document needs its end, and `&` and `;` take no `&&`. */
const endsWell = (script: string, next: string | undefined): boolean =>
  next === undefined || next === '\n' || !/\n|[&;]\s*$/.test(script)

const closing = (template: string, open: number): number => {
  let depth = 0
  for (let at = open; at < template.length; at++) {
    if (template[at] === '{') depth++
    else if (template[at] === '}' && --depth === 0) return at
  }
  throw new Error(`fixtures/attack: a brace stays open in ${template}`)
}
