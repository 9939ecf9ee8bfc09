/** What a call of the drill proves: only what was judged is in order. */

import { describe, expect, it } from 'vitest'
import type { Drilled } from '../../src/setup/doctor/drill.ts'
import { allowed } from '../../src/setup/doctor/drill-findings.ts'

const shown = { title: 'Claude Code', client: 'claude-code', command: 'git status', transport: 'pipe' } as const

const drilled = (more: Partial<Drilled>): Drilled => ({
  meaning: { outcome: 'goes on' },
  said: { exitCode: 0, stdout: '', stderr: '' },
  ms: 12,
  recorded: undefined,
  ...more,
})
const judged = { decision: 'allow', settled: undefined, failure: undefined, version: '0.1.0' }

describe('an ordinary command that goes on', () => {
  it.each<[string, Partial<Drilled>, string]>([
    ['and was judged', { recorded: judged }, 'ok'],
    ['without an audit line', {}, 'ok'],
    ['since nothing judged it', { recorded: { ...judged, settled: 'open', failure: 'gateway-timeout' } }, 'bad'],
    [
      'with the words on stdout',
      { said: { exitCode: 0, stdout: '{"systemMessage":"tfy-hook: NOT CHECKED, …"}', stderr: '' } },
      'bad',
    ],
    ['with the words on stderr', { said: { exitCode: 0, stdout: '', stderr: 'tfy-hook: NOT CHECKED, no gateway' } }, 'bad'],
    ['without a verdict', { said: { exitCode: 0, stdout: '', stderr: 'tfy-hook: No verdict: …' } }, 'bad'],
    // Whoever wrote an audit line has judged, whatever words stand in what it says.
    ['and was judged, with such words', { recorded: judged, said: { exitCode: 0, stdout: 'NOT CHECKED', stderr: '' } }, 'ok'],
  ])('%s', (_, more, severity) => {
    const found = allowed(drilled(more), shown)
    expect(found).toMatchObject({ id: 'drill.allowed', severity })
    if (severity === 'bad')
      expect(found).toMatchObject({ what: expect.stringContaining('is not judged'), why: 'Every action goes on unchecked.' })
  })
})

describe('a program that the shell does not find', () => {
  const failed = 'the shell does not find the program (exit 127)'
  it.each([
    ['/bin/sh: 1: tfy-hook: not found', /^Put tfy-hook where the shell that Claude Code starts has its PATH/],
    ['bash: line 1: acme-hook: command not found', /^Put acme-hook where/],
    ['/bin/sh: 1: /opt/gone/tfy-hook: not found', /^tfy-hook init --client claude-code$/],
  ])('%s', (stderr, fix) => {
    const found = allowed(
      drilled({ meaning: { outcome: 'goes on', failed }, said: { exitCode: 127, stdout: '', stderr } }),
      shown,
    )
    expect(found).toMatchObject({ severity: 'bad', fix: expect.stringMatching(fix) })
  })
})
