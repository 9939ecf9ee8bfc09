import { describe, expect, it } from 'vitest'
import type { Account, Choice, StarterFile } from './account-files.ts'
import { loosenedBy } from './loosened.ts'

const account = { config: { source: 'offline' } } as unknown as Account

interface Entry {
  readonly flag?: string
  readonly url?: string
  readonly matcher?: string
}

const settings = (events: Readonly<Record<string, Entry>>): string =>
  JSON.stringify({
    hooks: Object.fromEntries(
      Object.entries(events).map(([event, { flag = '--fail-closed', url, matcher = '*' }]) => [
        event,
        [
          {
            matcher,
            hooks: [
              url === undefined
                ? { type: 'command', command: `'/opt/tfy-hook' --client claude-code --event ${event} ${flag}` }
                : { type: 'http', url, headers: { 'x-tfy-hook': '1' } },
            ],
          },
        ],
      ]),
    ),
  })

const file = '/home/ann/.claude/settings.json'
const told = (before: string | undefined, after: string): string | undefined =>
  loosenedBy(
    { changes: [{ file, before, after }], starterFiles: [], choice: undefined, observe: false, remembered: [] },
    account,
    'linux',
  )
const both = settings({ PreToolUse: {}, PostToolUse: {} })
const one = settings({ PreToolUse: {} })
const server = (port: number) => settings({ PreToolUse: { url: `http://127.0.0.1:${port}/v1/claude-code/tfy-hook` } })

describe('what init would write', () => {
  it.each<[string, string | undefined, string, string | undefined]>([
    ['a first registration', undefined, both, undefined],
    ['beside what is theirs', '{}', settings({ PreToolUse: { flag: '--fail-open' } }), undefined],
    ['the same', both, both, undefined],
    ['more events', one, both, undefined],
    ['closed instead of open', settings({ PreToolUse: { flag: '--fail-open' } }), one, undefined],
    ['every tool instead of one', settings({ PreToolUse: { matcher: 'Bash' } }), one, undefined],
    ['fewer events', both, one, 'Fewer events would be judged: PostToolUse'],
    ['one tool instead of all', one, settings({ PreToolUse: { matcher: 'Bash' } }), 'Fewer events would be judged: PreToolUse'],
    ['none', both, '{}', 'Fewer events would be judged: PreToolUse'],
    ['open instead of closed', one, settings({ PreToolUse: { flag: '--fail-open' } }), 'A failure would let the action through'],
    [
      'another source',
      settings({ PreToolUse: { flag: '--fail-closed --source both' } }),
      one,
      'Verdicts would not come from both any more',
    ],
  ])('%s', (_, before, after, looser) => {
    expect(told(before, after)).toBe(looser === undefined ? undefined : `${looser} (${file})`)
  })

  it('is looser where a server takes the place of a command, or of another server', () => {
    expect(told(server(8787), server(8787))).toBeUndefined()
    for (const before of [one, server(8787)]) expect(told(before, server(9999))).toContain('A server would be asked')
  })

  it('is looser where it puts rules on trial, or asks somebody else, behind a registration that stands', () => {
    const planned = (named: string, observe: boolean, choice: Choice | undefined, remembered: readonly string[]) =>
      loosenedBy(
        {
          changes: [],
          starterFiles: [{ file: `/home/ann/.config/tfy-hook/${named}` } as StarterFile],
          choice,
          observe,
          remembered,
        },
        account,
        'linux',
      )
    const gateway: Choice = { source: 'gateway', url: 'https://x.example', apiKey: undefined }
    expect(planned('policy.yaml', true, undefined, [file])).toBe('All rules would be on trial')
    expect(planned('policy.yaml', false, undefined, [file])).toBeUndefined()
    expect(planned('policy.yaml', true, undefined, [])).toBeUndefined()
    expect(planned('config.yaml', false, gateway, [file])).toBe('Verdicts would come from gateway instead of offline')
    expect(planned('config.yaml', false, gateway, [])).toBeUndefined()
    expect(planned('config.yaml', false, { ...gateway, source: 'offline' }, [file])).toBeUndefined()
  })
})
