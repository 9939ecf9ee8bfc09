/** The engine's rooms and the order in which they are built, over a bundler's graph, where types do not count. */

import { dirname } from 'node:path'
import { type Graph, packageOf } from './arrows.ts'

/** From the ground up: a room is built on those above it in this list, and knows nothing of those below it. */
export const floors: readonly string[] = [
  'src/matching',
  'src/detect',
  'src/analysis/values',
  'src/analysis/places',
  'src/analysis/effects',
  'src/analysis/calls',
  'src/analysis/expansion',
  'src/analysis/languages/evaluator',
  'src/analysis/languages',
  'src/analysis/programs/network',
  'src/analysis/programs/code',
  'src/analysis/programs/files',
  'src/analysis/programs/services',
  'src/analysis/programs/git',
  'src/analysis/windows',
  'src/analysis/programs/machine',
  'src/analysis/programs/agents',
  'src/analysis/programs/parts',
  'src/analysis/programs',
  'src/analysis/execution',
  'src/analysis',
  'src/analysis/tools',
  'src/policy/packs',
  'src/policy/rules',
  'src/policy/judge',
  'src/policy',
  'src/policy/language',
  'src/policy/lint',
  'src/policy/testing',
]

const importsOf = (graph: Graph, file: string): readonly string[] =>
  (graph[file]?.imports ?? []).map(({ path }) => path).filter(path => path in graph && packageOf(path) === undefined)

const inEngine = (folder: string): boolean => /^src\/(?:matching|detect|analysis|policy)(?:\/|$)/.test(folder)

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
