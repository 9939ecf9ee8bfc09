/** Droid: a hooks.json beside settings.json hides, event by event, what is registered there. Measured on 0.225.2. */

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { changesFor, type Outcome, removalsFor } from '../../src/cli/commands/registration/registrations.ts'
import { carryOut } from '../../src/setup/install/change.ts'
import { type Files, filesOn } from '../../src/setup/install/files.ts'
import { oursIn } from '../../src/setup/install/json-file.ts'
import { type Memories, memoriesIn } from '../../src/setup/install/undo.ts'
import { clear, everything, type Machine, machine, put, registrations } from './ground.ts'

const theirs = { hooks: [{ type: 'command', command: './guard.sh' }] }
const all = ['PostToolUse', 'PreToolUse', 'SessionStart', 'Stop', 'UserPromptSubmit']

const eventsIn = (file: string): readonly string[] => {
  const text = filesOn().read(file)
  return text === undefined
    ? []
    : oursIn(text)
        .map(({ at }) => at.at(-1) ?? '')
        .sort()
}

/** What is deployed stands in a folder of its own. */
const droid = registrations.filter(([, { client }, scope]) => client === 'droid' && scope !== 'managed')

describe.each(droid)('%s', (_, installable, scope) => {
  const on = machine(installable, scope)
  const files = filesOn()
  const memories = memoriesIn(join(on.dir, 'state'), files)
  const folder = join(scope === 'user' ? on.ground.home : on.ground.root, '.factory')
  const [settings, hooks] = [join(folder, 'settings.json'), join(folder, 'hooks.json')]
  const run = (make: (writes: () => Machine['writes'], files: Files, memories: Memories) => Outcome): number => {
    const outcome = make(() => on.writes, files, memories)
    if ('problem' in outcome) throw new Error(outcome.problem)
    const changes = outcome.changes.filter(({ before, after }) => before !== after)
    for (const change of changes) carryOut(change, files, memories)
    return changes.length
  }

  it.each<readonly [name: string, content: unknown, hidden: readonly string[]]>([
    ['one event of ours', { PreToolUse: [theirs] }, ['PreToolUse']],
    ['an event of ours with nothing in it', { PreToolUse: [] }, ['PreToolUse']],
    ['two events of ours', { PreToolUse: [theirs], Stop: [theirs] }, ['PreToolUse', 'Stop']],
    ['an event that is none of ours', { Notification: [theirs] }, []],
    ['nothing', {}, []],
    ['a comment', `// ours\n${JSON.stringify({ PreToolUse: [theirs] })}\n`, ['PreToolUse']],
    // Read as nothing, and it hides nothing.
    ['a comma too many', '{ "PreToolUse": [], }\n', []],
    ['what is no list', { PreToolUse: {} }, []],
    ['the events under hooks', { hooks: { PreToolUse: [theirs] } }, []],
    ['no JSON', '{ "PreToolUse": [', []],
    ['a list', '[]\n', []],
  ])('hooks.json has %s', (_name, content, hidden) => {
    put(hooks, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`)
    put(settings, '{ "model": "large" }\n')
    const before = everything(on)
    expect(run(changesFor)).toBe(hidden.length > 0 ? 2 : 1)
    expect(eventsIn(settings)).toEqual(all.filter(event => !hidden.includes(event)))
    if (hidden.length > 0) expect(eventsIn(hooks)).toEqual(hidden)
    for (const event of hidden) {
      const { [event]: list } = parse(readFileSync(hooks, 'utf8')) as Record<string, readonly unknown[]>
      expect(list?.at(-1)).toMatchObject({ hooks: [{ type: 'command', command: expect.stringContaining('--client droid') }] })
    }
    expect(run(changesFor)).toBe(0)
    expect(run(removalsFor)).toBe(hidden.length > 0 ? 2 : 1)
    expect(everything(on)).toEqual(before)
  })

  it('moves an entry when hooks.json comes or goes', () => {
    rmSync(hooks, { force: true })
    put(settings, '{}\n')
    run(changesFor)
    expect(eventsIn(settings)).toEqual(all)
    put(hooks, `${JSON.stringify({ PreToolUse: [theirs] })}\n`)
    expect(run(changesFor)).toBe(2)
    expect([eventsIn(settings).includes('PreToolUse'), eventsIn(hooks)]).toEqual([false, ['PreToolUse']])
    rmSync(hooks)
    expect(run(changesFor)).toBe(1)
    expect(eventsIn(settings)).toEqual(all)
    // The file's older place counts as long as there is no newer one.
    const older = join(folder, 'hooks/hooks.json')
    put(older, `${JSON.stringify({ Stop: [theirs] })}\n`)
    run(changesFor)
    expect([eventsIn(settings).includes('Stop'), eventsIn(older)]).toEqual([false, ['Stop']])
    put(hooks, '{}\n')
    run(changesFor)
    expect(eventsIn(settings)).toEqual(all)
    clear(on)
  })
})
