import { describe, expect, it } from 'vitest'
import { agentAround, agentBeside, knownAgents, listed, type Process, type Table } from './agents.ts'

const agents = await knownAgents()

const table = (rows: readonly (Partial<Process> & { readonly pid: number })[], holders: readonly number[] = []): Table => {
  const all = new Map(
    rows.map(row => [row.pid, { parent: 1, account: 1_000, words: ['bash'], env: {}, group: 'session', ...row }] as const),
  )
  return { of: pid => all.get(pid), all: () => [...all.keys()], holders: () => holders }
}

const self = { env: { PATH: '/bin' }, pid: 40 }

describe('an agent around us', () => {
  it.each<[string, Table, string | undefined]>([
    ['nobody', table([{ pid: 40, parent: 30 }, { pid: 30 }]), undefined],
    [
      'the parent',
      table([
        { pid: 40, parent: 30 },
        { pid: 30, words: ['/opt/bin/claude', '-p'] },
      ]),
      'claude',
    ],
    [
      'behind shells',
      table([
        { pid: 40, parent: 30 },
        { pid: 30, parent: 20 },
        { pid: 20, words: ['node', '/usr/bin/gemini'] },
      ]),
      'gemini',
    ],
    [
      'by its package',
      table([
        { pid: 40, parent: 30 },
        { pid: 30, words: ['node', '/usr/lib/node_modules/@openai/codex/dist/run.js'] },
      ]),
      '@openai/codex',
    ],
    [
      'by a variable of a shell above',
      table([
        { pid: 40, parent: 30 },
        { pid: 30, env: { CLAUDECODE: '1' } },
      ]),
      'CLAUDECODE',
    ],
    [
      'behind the terminal',
      table(
        [
          { pid: 40, parent: 1 },
          { pid: 50, parent: 60 },
          { pid: 60, words: ['codex'] },
        ],
        [50],
      ),
      'codex',
    ],
    [
      'an editor is none',
      table([
        { pid: 40, parent: 30 },
        { pid: 30, words: ['/usr/share/code/code'] },
      ]),
      undefined,
    ],
    [
      'nor is a file of that name',
      table([
        { pid: 40, parent: 30 },
        { pid: 30, words: ['vim', '-R', 'claude'] },
      ]),
      undefined,
    ],
    [
      'nor an empty variable',
      table([
        { pid: 40, parent: 30 },
        { pid: 30, env: { CLAUDECODE: '' } },
      ]),
      undefined,
    ],
  ])('%s', (_, processes, found) => {
    expect(agentAround(self, agents, processes)).toBe(found)
  })

  it('is seen by every variable that an adapter names', () => {
    expect(agents.marks.length).toBeGreaterThan(10)
    for (const mark of agents.marks)
      expect(agentAround({ ...self, env: { [mark]: '1' } }, agents, table([{ pid: 40 }]))).toBe(mark)
  })

  it('is found in what ps prints', () => {
    const text =
      '    1     0     0 /sbin/launchd\n  501     1   501 claude --resume\n  502   501   501 -zsh\n   40   502   501 tfy-hook\n'
    expect(agentAround(self, agents, listed(text))).toBe('claude')
    expect(agentAround(self, agents, listed(''))).toBeUndefined()
  })
})

describe('an agent beside us', () => {
  const beside = (row: Partial<Process>): string | undefined =>
    agentBeside({ env: { HOME: '/home/ann/.' }, pid: 40 }, agents, table([{ pid: 40 }, { pid: 70, words: ['claude'], ...row }]))

  it('is one of this account, started with us', () => {
    expect(beside({})).toBe('claude')
    expect(beside({ words: ['sh'], env: { CLAUDECODE: '1' } })).toBe('CLAUDECODE')
    expect(beside({ env: { HOME: '/home/ann/.' } })).toBe('claude')
    expect(beside({ env: undefined })).toBe('claude')
    expect(beside({ env: { HOME: '/home/bob' } })).toBeUndefined()
    expect(beside({ account: 0 })).toBeUndefined()
    expect(beside({ group: 'another session' })).toBeUndefined()
    expect(beside({ words: ['sh'] })).toBeUndefined()
  })
})
