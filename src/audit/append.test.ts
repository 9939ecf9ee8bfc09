import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appendAudit, auditFile } from './append.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tfy-append-'))
})
afterEach(() => rmSync(root, { recursive: true }))

it('makes the directory and adds one line each time', () => {
  const state = join(root, 'deep/state')
  expect([appendAudit(state, { n: 1 }), appendAudit(state, { n: 2, text: 'a\nb' })]).toEqual([true, true])
  expect(readFileSync(auditFile(state), 'utf8')).toBe('{"n":1}\n{"n":2,"text":"a\\nb"}\n')
  expect([statSync(auditFile(state)).mode & 0o077, statSync(state).mode & 0o077]).toEqual([0, 0])
})

it('says so when the line could not be written, and does not throw', () => {
  writeFileSync(join(root, 'file'), '')
  expect(appendAudit(join(root, 'file'), { n: 1 })).toBe(false)
  mkdirSync(auditFile(join(root, 'state')), { recursive: true })
  expect(appendAudit(join(root, 'state'), { n: 1 })).toBe(false)
})
