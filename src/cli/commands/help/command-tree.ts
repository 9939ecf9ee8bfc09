/** The command line as data: what the completions and the manual page are made from, so that neither can forget a flag. */

import type { Argument, Command, Option } from 'commander'
import { load } from '../../../adapters/clients.gen.ts'
import { examples } from './examples.gen.ts'

/** What stands in a value's place: a file or folder to name, one of some words, or anything. */
export type Value =
  | { readonly kind: 'file' | 'folder' | 'any'; readonly name: string }
  | { readonly kind: 'words'; readonly name: string; readonly words: readonly string[] }

export interface Flag {
  /** `-n`, then `--lines`. */
  readonly names: readonly string[]
  readonly description: string
  readonly value?: Value
  readonly variadic: boolean
  readonly preset?: string
}

export interface Positional {
  readonly value: Value
  readonly variadic: boolean
  readonly required: boolean
}

export interface Node {
  /** The words after the program's name; none for the program itself. */
  readonly path: readonly string[]
  readonly description: string
  readonly flags: readonly Flag[]
  readonly positionals: readonly Positional[]
  readonly children: readonly Node[]
  /** What people type. */
  readonly examples: readonly string[]
}

export const treeOf = (command: Command, path: readonly string[] = []): Node => {
  const help = command.createHelp()
  return {
    path,
    description: command.description(),
    flags: help.visibleOptions(command).map(flagOf),
    positionals: command.registeredArguments.map(positionalOf),
    examples: examples[path.join(' ')] ?? [],
    children: help
      .visibleCommands(command)
      .filter(child => child.name() !== 'help')
      .map(child => treeOf(child, [...path, child.name()])),
  }
}

/** The node itself and all below it. */
export const everyNode = (node: Node): readonly Node[] => [node, ...node.children.flatMap(everyNode)]

/** Commands that do something, below the program itself: `serve` runs, and has commands below it too. */
export const commandsIn = (root: Node): readonly Node[] =>
  everyNode(root).filter(
    ({ path, children, flags }) =>
      path.length > 0 && (children.length === 0 || flags.some(({ names }) => !names.includes('--help'))),
  )

const flagOf = (option: Option): Flag => {
  const takes = option.required || option.optional
  const { short, long, description, argChoices, defaultValue, variadic } = option
  return {
    names: [short, long].filter(name => name !== undefined),
    description,
    ...(takes && { value: placeOf(placeholder(option.flags), long, argChoices) }),
    variadic,
    ...(takes && defaultValue !== undefined && { preset: String(defaultValue) }),
  }
}

const positionalOf = (argument: Argument): Positional => ({
  value: placeOf(argument.name(), undefined, argument.argChoices),
  variadic: argument.variadic,
  required: argument.required,
})

const placeholder = (flags: string): string => /[<[]([^\]>.]+)/.exec(flags)?.[1] ?? 'value'

const placeOf = (name: string, flag: string | undefined, choices: readonly string[] | undefined): Value => {
  if (choices !== undefined) return { kind: 'words', name, words: choices }
  if (flag === '--client') return { kind: 'words', name, words: Object.keys(load) }
  if (/^(?:file|path)s?$/.test(name)) return { kind: 'file', name }
  return { kind: /^(?:dir|folder)s?$/.test(name) ? 'folder' : 'any', name }
}
