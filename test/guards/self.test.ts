/** The guards themselves: each must be able to fail. */

import type { ImportKind } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { arrowFaults, type Graph } from './arrows.ts'
import { circleFaults, sizeFaults } from './folders.ts'
import { hotFaults, lazyCommonJs, reachable } from './hot-path.ts'
import { floorFaults, roomFaults } from './rooms.ts'

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
    ['src/core/verdict.ts', 'src/adapters/clients/cursor.ts'],
    ['src/core/json.ts', 'node:fs'],
    ['src/core/json.ts', zod],
    ['src/adapters/clients/cursor.ts', 'src/engine/policy/engine.ts'],
    ['src/adapters/clients/cursor.ts', 'node:path'],
    ['src/engine/policy/engine.ts', 'src/adapters/clients/cursor.ts'],
    ['src/engine/policy/engine.ts', 'src/adapters/clients.gen.ts'],
    ['src/engine/policy/engine.ts', 'src/hook/sources/offline.ts'],
    ['src/hook/sources/offline.ts', 'src/adapters/clients.gen.ts'],
    ['src/hook/audit/append.ts', 'src/hook/decide.ts'],
    ['src/setup/install/edit.ts', 'src/cli/commands/setup/init.ts'],
    ['src/hook/decide.ts', 'src/engine/policy/engine.ts'],
    ['src/hook/hook.ts', 'src/hook/audit/read.ts'],
    ['src/hook/hook.ts', 'src/cli/command-line.ts'],
    ['src/cli/commands/explain/explain.ts', 'src/hook/hook.ts'],
    ['src/hook/decide.ts', 'src/hook/hook.ts'],
    ['src/elsewhere.ts', 'src/core/json.ts'],
  ]
  it.each(bad)('%s -> %s is reported', (from, to) => {
    expect(arrowFaults(graphOf({ [from]: [[to]] }), [])).toHaveLength(1)
  })

  const good: readonly (readonly [from: string, to: string])[] = [
    ['src/adapters/clients/cursor.ts', 'src/core/json.ts'],
    ['src/adapters/clients/cursor.ts', 'src/adapters/clients/shared/claims.ts'],
    ['src/engine/analysis/shell.ts', 'node_modules/unbash/dist/index.js'],
    ['src/hook/sources/offline.ts', 'src/engine/policy/engine.ts'],
    ['src/hook/decide.ts', 'src/adapters/clients.gen.ts'],
    ['src/hook/hook.ts', 'src/hook/audit/append.ts'],
    ['src/cli/commands/explain/explain.ts', 'src/hook/decide.ts'],
    ['bin/tfy-hook.ts', 'src/hook/hook.ts'],
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
    expect(
      arrowFaults(graphOf({ 'src/adapters/clients/cursor.ts': [['src/engine/policy/engine.ts', 'dynamic-import']] }), []),
    ).toHaveLength(1)
  })
})

describe('the hot path', () => {
  const graph = graphOf({
    'bin/tfy-hook.ts': [['src/hook/hook.ts'], ['src/cli/command-line.ts', 'dynamic-import']],
    'src/hook/hook.ts': [['src/hook/io.ts']],
    'src/hook/io.ts': [['node:fs'], ['crypto']],
    'src/cli/command-line.ts': [[zod]],
    [zod]: [],
  })

  it('names the builtin and the way to it, in either spelling', () => {
    expect(hotFaults(graph, ['bin/tfy-hook.ts'], [])).toEqual([
      'node:crypto is loaded on every call: bin/tfy-hook.ts -> src/hook/hook.ts -> src/hook/io.ts -> crypto',
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

describe('roomFaults', () => {
  it.each([
    ['src/engine/analysis/analyse.ts', 'src/hook/io.ts'],
    ['src/adapters/clients/cursor.ts', 'src/engine/policy/evaluate.ts'],
    ['src/hook/hook.ts', 'src/fleet/serve/run.ts'],
    ['src/setup/doctor/finding.ts', 'src/fleet/export/sink.ts'],
  ])('%s -> %s reaches into a room that its own does not know', (from, to) => {
    expect(roomFaults(graphOf({ [from]: [[to]], [to]: [] }))).toHaveLength(1)
    expect(roomFaults(graphOf({ [from]: [[to]], [to]: [] }), [`${from} -> ${to}`])).toEqual([])
  })

  it('what a room knows it may import', () => {
    expect(roomFaults(graphOf({ 'src/hook/hook.ts': [['src/core/event.ts']], 'src/core/event.ts': [] }))).toEqual([])
  })

  it('a new folder is in no room', () => {
    expect(roomFaults(graphOf({ 'src/attic/box.ts': [], 'src/box.ts': [] }))).toEqual([
      'src/attic/box.ts is in no room',
      'src/box.ts is in no room',
    ])
  })
})

describe('floorFaults', () => {
  it.each([
    ['src/engine/analysis/places/links.ts', 'src/engine/analysis/execution/walk.ts'],
    ['src/engine/analysis/analyse.ts', 'src/engine/policy/evaluate.ts'],
    ['src/engine/matching/glob.ts', 'src/engine/analysis/values/value.ts'],
  ])('%s -> %s runs up', (from, to) => {
    expect(floorFaults(graphOf({ [from]: [[to]], [to]: [] }))).toEqual([
      `${from} must not import ${to}: that room is built on this one`,
    ])
  })

  it('down and sideways is the way', () => {
    const graph = {
      'src/engine/policy/evaluate.ts': [['src/engine/analysis/analyse.ts']],
      'src/engine/analysis/analyse.ts': [['src/core/json.ts']],
      'src/core/json.ts': [],
    }
    expect(floorFaults(graphOf(graph as never))).toEqual([])
  })

  it('a new folder wants a floor', () => {
    expect(floorFaults(graphOf({ 'src/engine/analysis/attic/box.ts': [] }))).toEqual([
      'src/engine/analysis/attic is no room of the engine: give it a floor',
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
