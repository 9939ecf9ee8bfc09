/** How many files a folder may hold, and where imports run in a circle: over a bundler's graph, where types do not count. */

import { dirname } from 'node:path'
import { type Graph, packageOf } from './arrows.ts'
import { reachable } from './hot-path.ts'

/** A folder that breaks a rule and may. */
export interface Allowed {
  readonly folder: string
  readonly reason: string
}

const mostFiles = 20

/** Files that people write. */
const own = (graph: Graph): readonly string[] =>
  Object.keys(graph).filter(file => packageOf(file) === undefined && file.endsWith('.ts') && !file.endsWith('.gen.ts'))

/** Each folder whose fault is not allowed, and each allowance that no fault needs. */
const judged = (faults: readonly (readonly [folder: string, what: string])[], allowed: readonly Allowed[]): readonly string[] => [
  ...faults.filter(([folder]) => !allowed.some(item => item.folder === folder)).map(([, what]) => what),
  ...allowed
    .filter(item => !faults.some(([folder]) => folder === item.folder))
    .map(({ folder }) => `allowance no longer needed: ${folder}`),
]

export const sizeFaults = (graph: Graph, allowed: readonly Allowed[]): readonly string[] => {
  const counts = new Map<string, number>()
  for (const file of own(graph)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const large = [...counts].filter(([, count]) => count > mostFiles)
  return judged(
    large.map(([folder, count]) => [folder, `${folder} holds ${count} files, more than ${mostFiles}: sort them into folders`]),
    allowed,
  )
}

/** Files, or folders, each of which reaches all others over static imports. */
const circlesIn = (graph: Graph): readonly (readonly string[])[] => {
  const reached = new Map(Object.keys(graph).map(name => [name, reachable(graph, [name])]))
  const circles = new Map<string, readonly string[]>()
  for (const [name, from] of reached) {
    if (circles.has(name)) continue
    const circle = [...from.keys()].filter(other => reached.get(other)?.has(name)).sort()
    for (const member of circle) circles.set(member, circle)
  }
  return [...new Set(circles.values())].filter(({ length }) => length > 1)
}

/** The same graph, between folders. */
const folders = (graph: Graph): Graph => {
  const found: Record<string, Graph[string]> = {}
  for (const [file, input] of Object.entries(graph)) {
    const imports = input.imports.map(one => ({ ...one, path: dirname(one.path) }))
    found[dirname(file)] = { ...input, imports: [...(found[dirname(file)]?.imports ?? []), ...imports] }
  }
  return found
}

/** Files, or folders, that need each other have a part in common that belongs below them. */
export const circleFaults = (graph: Graph): readonly string[] => {
  const ours: Graph = Object.fromEntries(
    Object.entries(graph)
      .filter(([file]) => packageOf(file) === undefined)
      .map(([file, input]) => [
        file,
        { ...input, imports: input.imports.filter(({ path }) => path in graph && packageOf(path) === undefined) },
      ]),
  )
  return [
    ...circlesIn(ours).map(circle => `${circle.join(', ')} import each other in a circle`),
    ...circlesIn(folders(ours)).map(circle => `the folders ${circle.join(', ')} import each other in a circle`),
  ]
}
