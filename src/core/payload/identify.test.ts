import { describe, expect, it } from 'vitest'
import type { Claim } from '../client.ts'
import { identify } from './identify.ts'

const claims = (row: Readonly<Record<string, Claim>>) => Object.entries(row).map(([id, claim]) => ({ id, claim }))

describe('identify', () => {
  it.each<[string, Record<string, Claim>, string | undefined, string | readonly string[]]>([
    ['one fingerprint', { cursor: 'strong', codex: 'weak', droid: 'possible' }, undefined, 'cursor'],
    ['a fingerprint against another hint', { cursor: 'strong', 'claude-code': 'weak' }, 'claude-code', 'cursor'],
    ['a fingerprint against a hint that is possible', { cursor: 'strong', codex: 'possible' }, 'codex', 'cursor'],
    ['two fingerprints', { cursor: 'strong', codex: 'strong' }, undefined, ['cursor', 'codex']],
    ['two fingerprints and a hint to one of them', { cursor: 'strong', codex: 'strong' }, 'cursor', ['cursor', 'codex']],
    ['one usual shape', { 'claude-code': 'weak', droid: 'possible', cursor: 'no' }, undefined, 'claude-code'],
    ['two usual shapes', { 'claude-code': 'weak', droid: 'weak' }, undefined, ['claude-code', 'droid']],
    ['two usual shapes and a hint', { 'claude-code': 'weak', droid: 'weak' }, 'droid', 'droid'],
    ['a hint to what is only possible', { 'claude-code': 'weak', droid: 'possible' }, 'droid', 'droid'],
    ['a hint that the payload contradicts', { 'claude-code': 'weak', droid: 'no' }, 'droid', 'claude-code'],
    ['a hint to nobody known', { 'claude-code': 'weak' }, 'emacs', 'claude-code'],
    ['a hint that the payload contradicts, and nobody else', { droid: 'no', cursor: 'possible' }, 'droid', []],
    ['nothing but possibilities', { droid: 'possible', cursor: 'possible' }, undefined, []],
    ['nobody at all', {}, 'cursor', []],
  ])('%s', (_, row, hint, want) => {
    expect(identify(claims(row), hint)).toEqual(typeof want === 'string' ? { id: want } : { candidates: want })
  })
})
