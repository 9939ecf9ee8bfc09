/** Forms in which a function is handed over, or called by another way: that the language calls it is seen with one that makes a folder, and what this says of a deletion. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadAll } from '../analyse.ts'
import { findingsOf } from '../testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'handed-'))
beforeAll(loadAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Tongue {
  readonly program: string
  readonly flag: string
  readonly head: string
  readonly makes: string
  readonly deletes: string
  /** `F` is the function, `P` a path. */
  readonly forms: readonly string[]
}

const tongues: readonly Tongue[] = [
  {
    program: 'python3',
    flag: '-c',
    head: 'import asyncio, atexit, concurrent.futures, contextlib, functools, multiprocessing, os, shutil, threading, weakref\n',
    makes: 'os.mkdir',
    deletes: 'shutil.rmtree',
    forms: [
      'threading.Thread(target=F, args=(P,)).start()',
      'threading.Thread(args=[P], target=F).start()',
      'threading.Timer(0.01, F, [P]).start()',
      'concurrent.futures.ThreadPoolExecutor().submit(F, P)',
      'list(concurrent.futures.ThreadPoolExecutor().map(F, [P]))',
      'list(map(F, [P]))',
      'functools.partial(F, P)()',
      'functools.partial(F)(P)',
      'atexit.register(F, P)',
      'class A: pass\na = A()\nweakref.finalize(a, F, P)',
      'with contextlib.ExitStack() as s: s.callback(F, P)',
      'asyncio.run(asyncio.to_thread(F, P))',
      'async def f(): await asyncio.get_event_loop().run_in_executor(None, F, P)\nasyncio.run(f())',
      'f = F\nf(P)',
    ],
  },
  {
    program: 'node',
    flag: '-e',
    head: 'const fs = require("fs"), util = require("util");\n',
    makes: 'fs.mkdirSync',
    deletes: 'fs.rmSync',
    forms: [
      'setTimeout(F, 1, P)',
      'setImmediate(F, P)',
      'process.nextTick(F, P)',
      'F.call(null, P)',
      'F.apply(fs, [P])',
      'F.bind(null, P)()',
      'F.bind(fs)(P)',
      'Reflect.apply(F, null, [P])',
      'Promise.resolve(P).then(F)',
      '[P].forEach(x => F(x))',
      'const f = F; f(P)',
      '(0, F)(P)',
      'const a = [1, 2], f = F; f(P)',
      'const a = 1,\n  p = P\nF(p)',
      'var a = 1\n  , p = P\nF(p)',
      'let g = (a, b) => { const c = a, d = b; return d }, p = P; F(p)',
    ],
  },
]

describe.each(tongues)('$program', ({ program, flag, head, makes, deletes, forms }) => {
  const isThere = spawnSync(program, [flag, '0']).status === 0

  it.skipIf(!isThere).each(forms.map((form, at) => [form, at] as const))('calls what it hands over: %s', (form, at) => {
    const path = join(folder, `${program}-${at}`)
    const source = (name: string, on: string): string =>
      head + form.replace(/\bF\b/g, name).replace(/\bP\b/g, () => JSON.stringify(on))
    spawnSync(program, [flag, source(makes, path)], { timeout: 20_000 })
    expect(existsSync(path)).toBe(true)
    expect(findingsOf(`${program} ${flag} '${source(deletes, '/home/dev')}'`)).toContain('filesystem.delete-home')
  })
})

describe('brackets that nothing opened', () => {
  it('end', () => {
    expect(
      findingsOf('node -e \'const a = 1 }}}, b = 2 ]])), c = 3; require("fs").rmSync("/home/dev", {recursive: true})\''),
    ).toContain('filesystem.delete-home')
  })
})
