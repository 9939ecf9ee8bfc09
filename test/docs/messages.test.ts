/** The lines of docs/operate/messages.md, as agents and people get them. */

import { describe, expect, it } from 'vitest'
import { failureLines, lastLines, ruleLines } from '../../scripts/gen/messages.ts'

/** Words of parsers, runtimes and systems; and commands that ask a person, for whom no line is meant that an agent reads. */
const raw = /\bE[A-Z]{4,}\b|undefined|\bnull\b|NaN|\[object|Error:|InvalidSymbol|Expected\b/
const forPeople = /tfy-hook (?:approve|policy allow|uninstall|init)/

const failures = failureLines.flatMap(({ kind, closed, open }) => [[kind, closed] as const, [kind, open] as const])

describe('every message', () => {
  it.each(failures)('%s: fits 200 characters, and ends with the next command', (_, line) => {
    expect(line.length, line).toBeLessThanOrEqual(200)
    expect(line).toMatch(/tfy-hook explain \w{7}\)?$/)
    expect(line.split(/[\w.~-]*\/[\w./~-]+/).length, line).toBeLessThanOrEqual(2)
    expect(line).not.toMatch(raw)
  })

  it.each(lastLines.map(({ from, line }) => [from, line]))(
    '%s: fits 200 characters, and ends with the next command',
    (_, line) => {
      expect(line.length, line).toBeLessThanOrEqual(200)
      expect(line).toMatch(/tfy-hook doctor\.?$/)
    },
  )

  it.each(ruleLines.map(rule => [rule.ruleId, rule] as const))('%s: fits 280 characters, in whole sentences', (_, rule) => {
    expect(rule.line.length, rule.line).toBeLessThanOrEqual(280)
    for (const text of [rule.reason, rule.instead]) expect(text).toMatch(/^[A-Z].*\.$/)
    expect(rule.line).not.toMatch(raw)
    expect(rule.line).not.toMatch(forPeople)
  })

  it('no two rules give the same reason', () => {
    expect(new Set(ruleLines.map(({ reason }) => reason)).size).toBe(ruleLines.length)
  })
})
