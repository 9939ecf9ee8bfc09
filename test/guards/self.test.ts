/** The guards themselves: each must be able to fail. */

import type { ImportKind } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { arrowFaults, type Graph } from './arrows.ts'
import { circleFaults, sizeFaults } from './folders.ts'
import { hotFaults, lazyCommonJs, reachable } from './hot-path.ts'
import { floorFaults } from './rooms.ts'

type Edge = readonly [path: string, kind?: ImportKind]

const graphOf = (files: Readonly<Record<string, readonly Edge[]>>, commonJs: readonly string[] = []): Graph =>
  Object.fromEntries(
    Object.entries(files).map(([file, edges]) => [
      file,
      {
        bytes: 1,
        format: commonJs.includes(file) ? 'cjs' : 'esm',
        imports: edges.map(([path, kind = 'import-statement']) => ({ path, kind, external: !path.includes('/') })),
      },
    ]),
  )

const zod = 'node_modules/zod/index.js'

describe('arrows', () => {
  const bad: readonly (readonly [from: string, to: string])[] = [
    ['src/core/verdict.ts', 'src/clients/cursor.ts'],
    ['src/core/json.ts', 'node:fs'],
    ['src/core/json.ts', zod],
    ['src/clients/cursor.ts', 'src/policy/engine.ts'],
    ['src/clients/cursor.ts', 'node:path'],
    ['src/policy/engine.ts', 'src/clients/cursor.ts'],
    ['src/policy/engine.ts', 'src/clients.gen.ts'],
    ['src/policy/engine.ts', 'src/sources/offline.ts'],
    ['src/sources/offline.ts', 'src/clients.gen.ts'],
    ['src/audit/append.ts', 'src/decide.ts'],
    ['src/install/edit.ts', 'src/commands/setup/init.ts'],
    ['src/decide.ts', 'src/policy/engine.ts'],
    ['src/hook.ts', 'src/audit/read.ts'],
    ['src/hook.ts', 'src/cli/command-line.ts'],
    ['src/commands/explain/explain.ts', 'src/hook.ts'],
    ['src/decide.ts', 'src/hook.ts'],
    ['src/elsewhere.ts', 'src/core/json.ts'],
  ]
  it.each(bad)('%s -> %s is reported', (from, to) => {
    expect(arrowFaults(graphOf({ [from]: [[to]] }), [])).toHaveLength(1)
  })

  const good: readonly (readonly [from: string, to: string])[] = [
    ['src/clients/cursor.ts', 'src/core/json.ts'],
    ['src/clients/cursor.ts', 'src/clients/shared/claims.ts'],
    ['src/analysis/shell.ts', 'node_modules/unbash/dist/index.js'],
    ['src/sources/offline.ts', 'src/policy/engine.ts'],
    ['src/decide.ts', 'src/clients.gen.ts'],
    ['src/hook.ts', 'src/audit/append.ts'],
    ['src/commands/explain/explain.ts', 'src/decide.ts'],
    ['bin/tfy-hook.ts', 'src/hook.ts'],
    [zod, 'node:http'],
  ]
  it.each(good)('%s -> %s is fine', (from, to) => {
    expect(arrowFaults(graphOf({ [from]: [[to]] }), [])).toEqual([])
  })

  it('an exception covers its own arrow only, and is reported when nothing needs it', () => {
    const exception = { from: 'src/core/json.ts', to: 'node:fs', reason: 'a test' }
    const graph = graphOf({ 'src/core/json.ts': [['node:fs'], ['node:os']] })
    expect(arrowFaults(graph, [exception])).toEqual(['src/core/json.ts (core) must not import node:os'])
    expect(arrowFaults(graphOf({}), [exception])).toEqual(['exception no longer needed: src/core/json.ts -> node:fs'])
  })

  it('a lazy arrow is an arrow', () => {
    expect(arrowFaults(graphOf({ 'src/clients/cursor.ts': [['src/policy/engine.ts', 'dynamic-import']] }), [])).toHaveLength(1)
  })
})

describe('the hot path', () => {
  const graph = graphOf({
    'bin/tfy-hook.ts': [['src/hook.ts'], ['src/cli/command-line.ts', 'dynamic-import']],
    'src/hook.ts': [['src/io.ts']],
    'src/io.ts': [['node:fs'], ['crypto']],
    'src/cli/command-line.ts': [[zod]],
    [zod]: [],
  })

  it('names the builtin and the way to it, in either spelling', () => {
    expect(hotFaults(graph, ['bin/tfy-hook.ts'], [])).toEqual([
      'node:crypto is loaded on every call: bin/tfy-hook.ts -> src/hook.ts -> src/io.ts -> crypto',
    ])
  })

  it('sees a package behind a static import and not behind a lazy one', () => {
    expect([...reachable(graph, ['bin/tfy-hook.ts']).keys()]).not.toContain(zod)
    expect(hotFaults(graph, ['src/cli/command-line.ts'], [])).toEqual([
      `zod is loaded on every call: src/cli/command-line.ts -> ${zod}`,
    ])
  })

  it('an allowance needs its package', () => {
    expect(hotFaults(graph, ['src/cli/command-line.ts'], [{ name: 'zod', reason: 'a test' }])).toEqual([])
    expect(hotFaults(graphOf({}), ['src/cli/command-line.ts'], [{ name: 'zod', reason: 'a test' }])).toHaveLength(1)
  })
})

it('import() of a CommonJS package is reported, of an ES module not', () => {
  const files = { 'src/cli/command-line.ts': [[zod, 'dynamic-import']], [zod]: [] } satisfies Record<string, Edge[]>
  expect(lazyCommonJs(graphOf(files, [zod]))).toHaveLength(1)
  expect(lazyCommonJs(graphOf(files))).toEqual([])
})

describe('floorFaults', () => {
  it.each([
    ['src/analysis/places/links.ts', 'src/analysis/execution/walk.ts'],
    ['src/analysis/analyse.ts', 'src/policy/evaluate.ts'],
    ['src/matching/glob.ts', 'src/analysis/values/value.ts'],
  ])('%s -> %s runs up', (from, to) => {
    expect(floorFaults(graphOf({ [from]: [[to]], [to]: [] }))).toEqual([
      `${from} must not import ${to}: that room is built on this one`,
    ])
  })

  it('down and sideways is the way', () => {
    const graph = {
      'src/policy/evaluate.ts': [['src/analysis/analyse.ts']],
      'src/analysis/analyse.ts': [['src/core/json.ts']],
      'src/core/json.ts': [],
    }
    expect(floorFaults(graphOf(graph as never))).toEqual([])
  })

  it('a new folder wants a floor', () => {
    expect(floorFaults(graphOf({ 'src/analysis/attic/box.ts': [] }))).toEqual([
      'src/analysis/attic is no room of the engine: give it a floor',
    ])
  })
})

describe('sizeFaults', () => {
  const folder = (count: number, ending = '.ts') =>
    Object.fromEntries(Array.from({ length: count }, (_, at): [string, Edge[]] => [`src/attic/box-${at}${ending}`, []]))
  const said = 'src/attic holds 21 files, more than 20: sort them into folders'

  it('counts what people write in one folder', () => {
    expect(sizeFaults(graphOf(folder(21)), [])).toEqual([said])
    expect(sizeFaults(graphOf({ ...folder(20), ...folder(9, '.gen.ts'), 'src/attic/chest/key.ts': [] }), [])).toEqual([])
  })

  it('an allowance covers its own folder only, and is reported when nothing needs it', () => {
    const allowed = (name: string) => [{ folder: name, reason: 'a test' }]
    expect(sizeFaults(graphOf(folder(21)), allowed('src/attic'))).toEqual([])
    expect(sizeFaults(graphOf(folder(21)), allowed('src/cellar'))).toEqual([said, 'allowance no longer needed: src/cellar'])
  })
})

describe('circleFaults', () => {
  const ring = (...files: readonly string[]) =>
    Object.fromEntries(files.map((file, at): [string, Edge[]] => [file, [[files[(at + 1) % files.length] ?? file]]]))
  const three = ring('src/attic/a.ts', 'src/attic/b.ts', 'src/attic/c.ts')

  it('no files may need each other, two or more', () => {
    expect(circleFaults(graphOf(ring('src/attic/a.ts', 'src/attic/b.ts')))).toEqual([
      'src/attic/a.ts, src/attic/b.ts import each other in a circle',
    ])
    expect(circleFaults(graphOf(three))).toEqual(['src/attic/a.ts, src/attic/b.ts, src/attic/c.ts import each other in a circle'])
  })

  it('no two folders may, even by way of different files', () => {
    const graph: Record<string, Edge[]> = { 'src/attic/a.ts': [['src/cellar/b.ts']], 'src/cellar/b.ts': [], 'src/attic/d.ts': [] }
    expect(circleFaults(graphOf(graph))).toEqual([])
    expect(circleFaults(graphOf({ ...graph, 'src/cellar/c.ts': [['src/attic/d.ts']] }))).toEqual([
      'the folders src/attic, src/cellar import each other in a circle',
    ])
  })

  it('a lazy import and a package make no circle', () => {
    const lazy: Record<string, Edge[]> = { ...three, 'src/attic/c.ts': [['src/attic/a.ts', 'dynamic-import']] }
    expect(circleFaults(graphOf(lazy))).toEqual([])
    const packages = ring('node_modules/zod/a.js', 'node_modules/zod/b.js', 'node_modules/zod/c.js')
    expect(circleFaults(graphOf(packages))).toEqual([])
  })
})
