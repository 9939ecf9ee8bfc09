/** What every single tool call pays for: all that hook mode reaches over static imports. */

import { type Graph, packageOf } from './arrows.ts'

/** Measured costs in milliseconds of one cold start stand in docs/adr/0001-build.md. */
export const heavy: readonly string[] = [
  'node:http',
  'node:https',
  'node:http2',
  'node:net',
  'node:tls',
  'node:crypto',
  'node:child_process',
  'node:worker_threads',
  'node:readline',
  'node:stream',
  'node:os',
]

export interface Allowance {
  readonly name: string
  readonly reason: string
}

/** Files and externals reachable without any `import()`, each with the chain that leads to it. */
export const reachable = (graph: Graph, from: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const chains = new Map<string, readonly string[]>(from.map(file => [file, [file]]))
  const queue = [...from]
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const chain = chains.get(file) ?? []
    for (const { path, kind } of graph[file]?.imports ?? []) {
      if (kind === 'dynamic-import' || chains.has(path)) continue
      chains.set(path, [...chain, path])
      queue.push(path)
    }
  }
  return chains
}

const bare = (name: string): string => (name.startsWith('node:') ? name : `node:${name}`)

/** Packages and heavy builtins on the hot path, as sentences with the import chain. */
export const hotFaults = (graph: Graph, from: readonly string[], allowances: readonly Allowance[]): readonly string[] => {
  const faults: string[] = []
  const used = new Set<string>()
  for (const [path, chain] of reachable(graph, from)) {
    const name = packageOf(path) ?? (heavy.includes(bare(path)) ? bare(path) : undefined)
    if (name === undefined) continue
    if (allowances.some(item => item.name === name)) used.add(name)
    else faults.push(`${name} is loaded on every call: ${chain.join(' -> ')}`)
  }
  for (const { name } of allowances) if (!used.has(name)) faults.push(`allowance no longer needed: ${name}`)
  return faults
}

/**
 * The bundler turns `import('cjs-package')` into a chunk without named exports: it works in the tests and fails in
 * the product. A file of ours imports the package statically and is itself imported lazily.
 */
export const lazyCommonJs = (graph: Graph): readonly string[] =>
  Object.entries(graph).flatMap(([from, { imports }]) =>
    imports
      .filter(({ path, kind }) => kind === 'dynamic-import' && packageOf(path) !== undefined && graph[path]?.format === 'cjs')
      .map(
        ({ path }) => `${from} takes ${packageOf(path)} by import(): import it statically from a file that is imported lazily`,
      ),
  )
