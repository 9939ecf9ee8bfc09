/** What a call has to come after, and where from, before a client is said to be guarded. */

import { describe, expect, it } from 'vitest'
import claude from '../../src/adapters/clients/claude-code.ts'
import gemini from '../../src/adapters/clients/gemini-cli.ts'
import type { ClientAdapter } from '../../src/core/adapter.ts'
import type { Scope } from '../../src/core/install.ts'
import type { ClientCalls } from '../../src/hook/audit/seen.ts'
import { practices } from '../../src/setup/doctor/client-calls.ts'
import { registeredIn } from '../../src/setup/doctor/registrations.ts'
import type { Logged, Seen } from '../../src/setup/guard/answer.ts'
import { guardOf } from '../../src/setup/guard/model.ts'
import { goneSilent } from '../../src/setup/guard/silence.ts'

const home = '/home/ada'
const root = '/srv/shop'
const program = '/opt/tfy-hook'

interface Told {
  readonly adapter?: ClientAdapter
  /** Each session as [first, before a tool, folder]. */
  readonly sessions?: readonly (readonly [number, number | undefined, string])[]
  readonly files?: Readonly<Record<string, number>>
  readonly scope?: Scope
  readonly logged?: Partial<Logged>
  readonly version?: readonly number[]
  readonly texts?: Readonly<Record<string, string>>
}

const hooks = (adapter: ClientAdapter): string => {
  const [event = ''] = practices[adapter.id]?.events ?? []
  const command = `${program} --client ${adapter.id} --event ${event} --fail-closed`
  return JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } })
}

const trusted = {
  [`${home}/.gemini/trustedFolders.json`]: JSON.stringify({ [root]: 'TRUST_FOLDER' }),
  [`${home}/.claude.json`]: JSON.stringify({ projects: { [root]: { hasTrustDialogAccepted: true } } }),
}

const say = ({ adapter = claude, sessions = [], files = {}, scope = 'user', logged, version, texts = {} }: Told) => {
  const folder = adapter.id === 'claude-code' ? '.claude' : '.gemini'
  const file = `${scope === 'user' ? home : root}/${folder}/settings.json`
  const text = hooks(adapter)
  const changed: Readonly<Record<string, number>> = { [file]: 10, [program]: 5, '/usr/bin/client': 5, ...files }
  const calls: ClientCalls = {
    last: { time: '', event: '', decision: '' },
    sessions: sessions.map(([first, tool, dir]) => ({ first, last: Math.max(first, tool ?? 0), tool, roots: [dir] })),
  }
  const seen: Seen = {
    adapter,
    installation: adapter.install,
    practice: practices[adapter.id],
    places: [{ file, scope, text, registered: registeredIn(file, text, 'linux') }],
    binary: '/usr/bin/client',
    folder: undefined,
    ground: { scope, system: 'linux', env: {}, home, root },
    unreadable: [],
    version,
    calls: sessions.length === 0 ? undefined : calls,
    logged: { on: true, complete: true, ...logged },
  }
  const { answer, reasons } = guardOf(seen, {
    read: path => (path === file ? text : texts[path]),
    list: () => [],
    linked: () => false,
    stores: new Map(),
    fault: () => undefined,
    changed: path => changed[path],
  })
  return answer === 'guarded' ? answer : `${answer}: ${reasons.map(({ because }) => because).join('; ')}`
}

describe('a registration', () => {
  it.each<[string, Told, string | RegExp]>([
    ['that has never called', {}, 'cannot be known: Registered, and it has never called yet'],
    ['of which the log was read in part', { logged: { complete: false } }, /no call of it is in what was read/],
    ['without a log', { logged: { on: false } }, /the audit log, which is off/],
    ['that called since', { sessions: [[11, 11, root]] }, 'guarded'],
    ['that called in another folder', { sessions: [[11, 11, '/srv/other']] }, 'guarded'],
    [
      'that called before its settings changed',
      { sessions: [[9, 9, root]] },
      /not seen since \/home\/ada\/\.claude\/settings\.json changed$/,
    ],
    ['whose program changed', { sessions: [[11, 11, root]], files: { [program]: 12 } }, /not seen since \/opt\/tfy-hook changed/],
    [
      'whose client became another version',
      { sessions: [[11, 11, root]], files: { '/usr/bin/client': 12 }, version: [2, 1, 330] },
      /not seen since \/usr\/bin\/client became 2\.1\.330/,
    ],
    [
      'with managed settings since',
      { sessions: [[11, 11, root]], files: { '/etc/claude-code/managed-settings.json': 12 } },
      /managed-settings\.json changed/,
    ],
    ['whose sessions asked before no tool', { sessions: [[11, undefined, root]] }, /but for sessions that asked before no tool/],
    ['in a session that was running, of a client that reads again', { sessions: [[9, 11, root]] }, 'guarded'],
    [
      'in a session that was running, of a client that reads once',
      { adapter: gemini as ClientAdapter, sessions: [[9, 11, root]], texts: trusted },
      /but for a session that was running/,
    ],
    [
      'in a project with settings of its own, seen there',
      { sessions: [[13, 13, root]], files: { [`${root}/.claude/settings.json`]: 12 } },
      'guarded',
    ],
    [
      'in a project with settings of its own, seen elsewhere',
      { sessions: [[13, 13, '/srv/other']], files: { [`${root}/.claude/settings.local.json`]: 12 } },
      /not seen in \/srv\/shop since .*settings\.local\.json changed/,
    ],
    [
      'of a project, seen elsewhere',
      { scope: 'project', sessions: [[13, 13, '/srv/other']], texts: trusted },
      /not seen in \/srv\/shop/,
    ],
    ['of a project, seen there', { scope: 'project', sessions: [[13, 13, root]], texts: trusted }, 'guarded'],
    [
      'seen in a project that registers it itself',
      { sessions: [[13, 13, '/srv/other']], texts: { '/srv/other/.claude/settings.json': hooks(claude as ClientAdapter) } },
      /only in projects that register it themselves/,
    ],
  ])('%s', (_, told, want) => {
    if (typeof want === 'string') expect(say(told)).toBe(want)
    else expect(say(told)).toMatch(want)
  })

  it('that is known to be off is told so, whatever was seen', () => {
    const off = { [`${home}/.claude/settings.json`]: 10, [`${root}/.claude/settings.json`]: 10 }
    const texts = { [`${root}/.claude/settings.json`]: '{"disableAllHooks":true}' }
    expect(say({ sessions: [[13, 13, root]], files: off, texts })).toMatch(/^not guarded: .*disableAllHooks/)
  })
})

describe('who has gone silent', () => {
  const minute = 60_000
  const at = (first: number, last: number, tool?: number, used?: true) => ({
    first,
    last,
    tool,
    roots: [],
    ...(used && { used }),
  })
  it.each<[string, Parameters<typeof goneSilent>[0], RegExp | undefined]>([
    ['somebody who asks', [at(0, 90 * minute, 90 * minute)], undefined],
    ['a session that has just begun', [at(0, 1, 1), at(99 * minute, 99 * minute)], undefined],
    ['a session that had no tool to ask about, before others asked', [at(0, 5), at(6, 7, 7)], undefined],
    [
      'a session that began and never asked',
      [at(0, 1, 1), at(10 * minute, 20 * minute)],
      /since 1970.*a session that asked before no tool$/,
    ],
    ['sessions that never asked', [at(0, 1), at(2, 3)], /never seen to ask, but for 2 sessions that asked before no tool$/],
    [
      'a young session that used a tool',
      [at(99 * minute, 99 * minute, undefined, true)],
      /a session that used tools and asked before none$/,
    ],
    ['a session that asked once, and uses tools still', [at(0, 90 * minute, 1, true)], undefined],
  ])('%s', (_, sessions, wanted) => {
    const found = goneSilent(sessions, 100 * minute)?.because
    if (wanted === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(wanted)
  })
})
