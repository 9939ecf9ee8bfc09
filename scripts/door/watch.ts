/** The engine, changed so that it asks before it takes memory and tells what it reads and writes: for the build alone, no door contains it. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../project/project.ts'

/** How many functions the pinned engine imports, and where its allocator of small blocks is among all. */
const imports = 12
const [allocate, release] = [18, 23]

const asked = [
  'allocate" (func (type 3))',
  'release" (func (type 2))',
  'malloc" (func (type 3))',
  'realloc" (func (type 0))',
  'calloc" (func (type 0))',
]
const told = ['written" (func $written (type 2))', 'read" (func $read (type 2))']
const hooks = [...asked, ...told].map(hook => `  (import "layout" "${hook})`)

const index = (found: string): number => Number(found) + (Number(found) < imports ? 0 : hooks.length)

const called = (found: string): number =>
  found === String(allocate) ? imports : found === String(release) ? imports + 1 : index(found)

const exported = `(global $watching (export "watching") (mut i32) (i32.const 0))
(export "allocate" (func ${index(String(allocate))})) (export "release" (func ${index(String(release))}))
(export "askedMalloc" (func ${imports + 2})) (export "askedRealloc" (func ${imports + 3})) (export "askedCalloc" (func ${imports + 4}))`

const telling = (from: string, length: string): string => `(if (global.get $watching) (then (call $written ${from} ${length})))`
const tellingRead = (from: string, length: string): string =>
  `(if (i32.eq (global.get $watching) (i32.const 2)) (then (call $read ${from} ${length})))`

const placeOf = (instruction: string): string => {
  const offset = /offset=(\d+)/.exec(instruction)?.[1] ?? '0'
  return `(i32.add (local.get 0) (i32.const ${offset}))`
}

/** What stands for `i64.store32 offset=8`. */
const storing = (name: string, instruction: string): string => {
  const type = instruction.slice(0, 3)
  return `(func ${name} (param i32 ${type}) (${instruction} (local.get 0) (local.get 1)) ${telling(placeOf(instruction), '(i32.const 8)')})`
}

const loading = (name: string, instruction: string): string => {
  const type = instruction.slice(0, 3)
  return `(func ${name} (param i32) (result ${type}) ${tellingRead(placeOf(instruction), '(i32.const 8)')} (${instruction} (local.get 0)))`
}

const moving = (kind: string): string =>
  `(func $${kind} (param i32 i32 i32) (memory.${kind} (local.get 0) (local.get 1) (local.get 2)) ${telling('(local.get 0)', '(local.get 2)')} ${
    kind === 'copy' ? tellingRead('(local.get 1)', '(local.get 2)') : ''
  })`

const changed = (text: string): string => {
  const functions = new Map<string, string>()
  const inPlaceOf = (instruction: string): string => {
    const name = functions.get(instruction) ?? `$memory${functions.size}`
    functions.set(instruction, name)
    return `call ${name}`
  }
  const body = text
    .replace(/^ *call (\d+)/gm, (_, found: string) => `call ${called(found)}`)
    .replace(/^( {2}\(export .*\(func )(\d+)/gm, (_, head: string, found: string) => head + index(found))
    .replace(/^( {2}\(elem .* func )([\d ]+)/gm, (_, head: string, list: string) => head + list.split(' ').map(index).join(' '))
    .replace(/^ *([if]\d\d\.(?:store|load)[^)\n]*)/gm, (_, instruction: string) => inPlaceOf(instruction.trim()))
    .replace(/^ *memory\.(copy|fill)/gm, (_, kind: string) => `call $${kind}`)
    .replace(/^ {2}\(import "wasi_snapshot_preview1" "random_get".*$/m, last => [last, ...hooks].join('\n'))
  const added = [...functions].map(([instruction, name]) =>
    (instruction.includes('.load') ? loading : storing)(name, instruction),
  )
  return [body.slice(0, body.lastIndexOf(')')), ...added, moving('copy'), moving('fill'), exported, ')'].join('\n')
}

export const watched = (wasm: Uint8Array): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-door-'))
  const file = (name: string): string => join(folder, name)
  try {
    writeFileSync(file('engine.wasm'), wasm)
    must('wasm2wat', [file('engine.wasm'), '-o', file('engine.wat')])
    writeFileSync(file('watched.wat'), changed(readFileSync(file('engine.wat'), 'utf8')))
    must('wat2wasm', [file('watched.wat'), '-o', file('watched.wasm')])
    return readFileSync(file('watched.wasm'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
