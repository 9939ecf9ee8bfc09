/** Files that a repository, or the environment it sets, puts in the way of `init`, `uninstall` and `doctor`. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, changeFor, removalFor } from '../../src/setup/install/change.ts'
import { filesOn } from '../../src/setup/install/files.ts'
import { oursIn, withoutEntries } from '../../src/setup/install/json-file.ts'
import { memoriesIn } from '../../src/setup/install/undo.ts'
import { cpuTime } from '../cpu-time.ts'

let dir = ''
const files = filesOn()
const at = (name: string): string => join(dir, name)

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-hostile-')))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const write = (file: string) =>
  ({
    kind: 'entries',
    file,
    entries: [{ at: ['hooks', 'PreToolUse'], value: { command: '/opt/tfy-hook --client claude-code' } }],
  }) as const

describe.skipIf(process.platform === 'win32')('a file that has no end, or never begins', () => {
  it('is refused: a pipe', () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(() => files.read(at('pipe'))).toThrow('not a regular file')
  })
  it.skipIf(!existsSync('/proc/self/pagemap'))('is refused: one of the system that says it is empty', () => {
    symlinkSync('/proc/self/pagemap', at('settings.json'))
    expect(() => files.read(at('settings.json'))).toThrow()
  })
})

describe('a settings file', () => {
  it('with many lists is looked through once', () => {
    const text = JSON.stringify({ hooks: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, []])) })
    const spentMs = cpuTime()
    expect(oursIn(text)).toEqual([])
    expect(withoutEntries(text)).toBe(text)
    expect(spentMs()).toBeLessThan(5_000)
  })
  it('with more entries of ours than anybody wrote is refused', () => {
    const text = JSON.stringify({ hooks: { PreToolUse: Array.from({ length: 501 }, () => ({ command: 'tfy-hook' })) } })
    expect(() => withoutEntries(text)).toThrow('more than 500')
  })
})

describe('what somebody has written since it was shown', () => {
  it.each(['init', 'uninstall'])('stays, at %s', command => {
    const file = at('settings.json')
    const memories = memoriesIn(at('state'), files)
    writeFileSync(file, '{}\n')
    if (command === 'uninstall') carryOut(changeFor(write(file), files), files, memories)
    const change = command === 'init' ? changeFor(write(file), files) : removalFor(write(file), files, memories)
    writeFileSync(file, '{ "model": "new" }\n')
    expect(() => change && carryOut(change, files, memories)).toThrow('meanwhile')
    expect(readFileSync(file, 'utf8')).toBe('{ "model": "new" }\n')
  })
  it('stays where there was nothing', () => {
    const file = at('settings.json')
    const change = changeFor(write(file), files)
    writeFileSync(file, '{}\n')
    expect(() => carryOut(change, files, memoriesIn(at('state'), files))).toThrow('meanwhile')
  })
})

it('a memory of a file that we never wrote is none', () => {
  const file = at('profile')
  writeFileSync(file, 'export A=1\n')
  memoriesIn(at('state'), files).keep(file, { before: 'touch pwned\n', after: 'export A=1\n', replaced: null, made: [] })
  expect(removalFor({ kind: 'file', file, text: '' }, files, memoriesIn(at('state'), files))).toBeUndefined()
})

it('a script of somebody’s that also runs us is neither replaced nor removed', () => {
  mkdirSync(at('hooks'))
  const file = at('hooks/PreToolUse')
  const theirs = '#!/bin/sh\nlint\nexec /opt/tfy-hook --client cline\n'
  writeFileSync(file, theirs)
  const ours = { kind: 'file', file, text: '#!/bin/sh\nexec /opt/tfy-hook\n' } as const
  expect(() => changeFor(ours, files)).toThrow('not ours')
  expect(() => removalFor(ours, files, memoriesIn(at('state'), files))).toThrow('not ours')
})
