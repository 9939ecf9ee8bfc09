/** The rooms of `src`, those within the engine, and the order in which they are built, over a bundler's graph, where types do not count. */

import { dirname } from 'node:path'
import { type Graph, packageOf } from './arrows.ts'

/** Each room of `src` and the rooms it knows. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  core: [],
  engine: ['core'],
  adapters: ['core'],
  hook: ['core', 'engine', 'adapters'],
  setup: ['core', 'hook'],
  fleet: ['core', 'engine', 'adapters', 'hook', 'setup'],
  cli: ['core', 'engine', 'adapters', 'hook', 'setup', 'fleet'],
  library: ['core', 'engine', 'adapters', 'hook'],
  door: ['engine', 'hook'],
}

const roomOf = (file: string): string | undefined => /^src\/([^/]+)\//.exec(file)?.[1]

/** Every import from a room that its room does not know, and every file of `src` that is in none, as sentences. `may` lists `from -> to`. */
export const roomFaults = (graph: Graph, may: readonly string[] = []): readonly string[] =>
  Object.keys(graph).flatMap(file => {
    if (!file.startsWith('src/')) return []
    const room = roomOf(file) ?? ''
    const known = rooms[room]
    if (known === undefined) return [`${file} is in no room`]
    return importsOf(graph, file)
      .filter(to => roomOf(to) !== undefined && roomOf(to) !== room && !known.includes(roomOf(to) ?? ''))
      .filter(to => !may.includes(`${file} -> ${to}`))
      .map(to => `${file} must not import ${to}: ${room} does not know ${roomOf(to)}`)
  })

/** Within the engine, from the ground up: a room is built on those above it in this list, and knows nothing of those below it. */
export const floors: readonly string[] = [
  'src/engine/matching',
  'src/engine/detect',
  'src/engine/analysis/values',
  'src/engine/analysis/places',
  'src/engine/analysis/effects',
  'src/engine/analysis/calls',
  'src/engine/analysis/texts',
  'src/engine/analysis/expansion',
  'src/engine/analysis/languages/tokens',
  'src/engine/analysis/languages/model',
  'src/engine/analysis/languages/library',
  'src/engine/analysis/languages/evaluator',
  'src/engine/analysis/languages/functions',
  'src/engine/analysis/languages',
  'src/engine/analysis/programs/network',
  'src/engine/analysis/programs/code',
  'src/engine/analysis/programs/files',
  'src/engine/analysis/programs/services',
  'src/engine/analysis/programs/git',
  'src/engine/analysis/windows',
  'src/engine/analysis/programs/machine',
  'src/engine/analysis/programs/agents',
  'src/engine/analysis/programs/parts',
  'src/engine/analysis/programs',
  'src/engine/analysis/execution/branches',
  'src/engine/analysis/execution',
  'src/engine/analysis',
  'src/engine/analysis/tools',
  'src/engine/policy/rules',
  'src/engine/policy/judge',
  'src/engine/policy',
  'src/engine/policy/language',
  'src/engine/policy/lint',
  'src/engine/policy/testing',
]

const importsOf = (graph: Graph, file: string): readonly string[] =>
  (graph[file]?.imports ?? []).map(({ path }) => path).filter(path => path in graph && packageOf(path) === undefined)

const inEngine = (folder: string): boolean => folder.startsWith('src/engine/')

/** Every arrow between rooms that runs up, and every folder of the engine that is no room, as sentences. */
export const floorFaults = (graph: Graph, order: readonly string[] = floors): readonly string[] =>
  Object.keys(graph).flatMap(file => {
    const from = dirname(file)
    if (packageOf(file) !== undefined || !inEngine(from)) return []
    if (!order.includes(from)) return [`${from} is no room of the engine: give it a floor`]
    return importsOf(graph, file)
      .filter(to => inEngine(dirname(to)) && order.indexOf(dirname(to)) > order.indexOf(from))
      .map(to => `${file} must not import ${to}: that room is built on this one`)
  })
