import { existsSync, readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { arrowFaults, type Exception, type Graph } from './arrows.ts'
import { type Allowed, circleFaults, sizeFaults } from './folders.ts'
import { productGraph, scriptsGraph } from './graph.ts'
import { type Allowance, hotFaults, lazyCommonJs, reachable } from './hot-path.ts'
import { floorFaults, floors, roomFaults, rooms } from './rooms.ts'

const exceptions: readonly Exception[] = [
  {
    from: 'src/hook/config.ts',
    to: 'src/engine/policy/language/load.ts',
    reason: 'a policy file that changed is compiled where it is read; the loader stays behind import()',
  },
  {
    from: 'src/hook/config.ts',
    to: 'src/hook/bundle/active.ts',
    reason: 'the bundle in force is one of the policies; it is read where a managed file names one, behind import()',
  },
  {
    from: 'src/hook/config/parse.ts',
    to: 'src/engine/policy/language/document.ts',
    reason: 'configuration and policies are the same YAML, with the same sentences about what is wrong in it',
  },
  {
    from: 'src/hook/sources/offline.ts',
    to: 'node:fs',
    reason: 'the engine is pure: what it may ask about the disk (links, branches) is handed to it here',
  },
  {
    from: 'src/hook/sources/breaker-file.ts',
    to: 'node:fs',
    reason: 'whether a gateway can be reached is known to all processes together, in files',
  },
  {
    from: 'src/hook/sources/session-file.ts',
    to: 'node:fs',
    reason: 'what a session did before is known to all processes together, in a file',
  },
  {
    from: 'src/hook/sources/session-index.ts',
    to: 'node:fs',
    reason: 'the same file by number, so that a long session costs what a short one does',
  },
  {
    from: 'src/hook/sources/session-notes.ts',
    to: 'node:fs',
    reason: 'the same file, written to when something happened',
  },
]

const allowances: readonly Allowance[] = []

const large: readonly Allowed[] = [{ folder: 'src/adapters/clients', reason: 'one file for each client, and what they share' }]

const hook = ['bin/tfy-hook.ts', 'src/hook/hook.ts']

describe('the product', () => {
  let graph: Graph = {}
  beforeAll(async () => {
    graph = await productGraph()
  })

  it('imports only along the arrows', () => {
    expect(arrowFaults(graph, exceptions)).toEqual([])
  })

  it('has few rooms, each with a page at its door, and none reaches into one that it does not know', () => {
    // An external check is a program that a person configured; the engine asks for it where a rule says so.
    expect(roomFaults(graph, ['src/engine/policy/judge/check.ts -> src/hook/programs/run.ts'])).toEqual([])
    expect(readdirSync('src').toSorted()).toEqual(Object.keys(rooms).toSorted())
    expect(Object.keys(rooms).filter(room => !existsSync(`src/${room}/README.md`))).toEqual([])
  })

  it('builds each room of the engine on those below it', () => {
    expect(floorFaults(graph)).toEqual([])
    expect(floors.filter(room => !existsSync(room))).toEqual([])
  })

  it('holds no folder too large to look through, and no circle that a reader cannot enter', async () => {
    const all = { ...(await scriptsGraph()), ...graph }
    expect(sizeFaults(all, large)).toEqual([])
    expect(circleFaults(all)).toEqual([])
  })

  it('loads no package and no heavy builtin before it knows that it must', () => {
    expect(hook.filter(file => !existsSync(file))).toEqual([])
    expect(hotFaults(graph, hook, allowances)).toEqual([])
  })

  it('knows nothing rare before a command names it', () => {
    const folder = 'src/engine/analysis/programs/parts'
    const rare = Object.keys(graph).filter(file => file.startsWith(`${folder}/`) && file !== `${folder}/everyday.ts`)
    const families = rare.flatMap(file => [file, ...(graph[file]?.imports ?? []).map(({ path }) => path)])
    const everyday = reachable(graph, ['src/engine/analysis/analyse.ts'])
    expect(rare.length).toBeGreaterThan(3)
    expect(families.filter(file => file !== 'src/engine/analysis/analyse.ts' && everyday.has(file))).toEqual([])
  })

  it('takes no CommonJS package by import()', () => {
    expect(lazyCommonJs(graph)).toEqual([])
  })
})
