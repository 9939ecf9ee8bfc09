import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { advisories } from '../../src/cli/commands/health/advisories.gen.ts'
import { advisoriesFor, advisoryFindings, advisoryNotes } from '../../src/cli/commands/health/advisories.ts'

const idsFor = (client: string, version: readonly number[] | undefined) => advisoriesFor(client, version).map(({ id }) => id)

describe('what versions of clients do wrong', () => {
  it.each([
    ['claude-code', [2, 1, 320], true],
    ['claude-code', [2, 1, 321], false],
    ['claude-code', [3, 0, 0], false],
    ['claude-code', undefined, true],
    ['codex', [2, 1, 320], false],
  ] as const)('%s %j loses a question: %s', (client, version, is) =>
    expect(idsFor(client, version).includes('claude-code.lost-ask')).toBe(is),
  )

  it('what came with a version is not said of an older one', () => {
    expect(idsFor('copilot-cli', [1, 0, 96])).toEqual([])
    expect(idsFor('copilot-cli', [1, 0, 97])).toEqual(['copilot-cli.autopilot'])
    expect(idsFor('claude-code', [2, 1, 219])).not.toContain('claude-code.dropped-rewrite')
  })

  it('only what an update mends is something to do', () => {
    const told = advisoryFindings('claude-code', 'Claude Code', [2, 1, 220])
    expect(told.filter(({ severity }) => severity === 'warn').map(({ fix }) => fix)).toEqual([
      'Update Claude Code to 2.1.321 or newer',
      'Update Claude Code to 2.1.329 or newer',
    ])
    expect(advisoryFindings('claude-code', 'Claude Code', undefined).every(({ severity }) => severity === 'ok')).toBe(true)
    expect(advisoryFindings('codex', 'Codex', [0, 169, 0]).every(({ severity }) => severity === 'ok')).toBe(true)
  })

  it('init says what an update mends, and nothing of a version that nobody knows', () => {
    expect(advisoryNotes('claude-code', [2, 1, 320])).toEqual([
      '2.1.320 may lose the question that a hook asks before a tool runs, and go on. Update it to 2.1.321 or newer.',
      '2.1.320 may run a command as it was, though a hook changed it. Update it to 2.1.329 or newer.',
    ])
    expect(advisoryNotes('claude-code', [2, 1, 330])).toEqual([])
    expect(advisoryNotes('claude-code', undefined)).toEqual([])
    expect(advisoryNotes('codex', [0, 169, 0])).toEqual([])
  })

  it('each names a client that there is, an id of its own and a source', () => {
    const clients = readdirSync(new URL('../../src/adapters/clients/', import.meta.url)).map(name => name.replace(/\.ts$/, ''))
    expect(new Set(advisories.map(({ id }) => id)).size).toBe(advisories.length)
    for (const { id, client, source } of advisories) {
      expect(clients).toContain(client)
      expect(id.startsWith(`${client}.`)).toBe(true)
      expect(source.length).toBeGreaterThan(5)
    }
  })
})
