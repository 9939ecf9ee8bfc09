import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Practice, practices } from './client-calls.ts'
import { startOf } from './drill.ts'

const line = '"C:\\Program Files\\tfy-hook.exe" --client x --event "y"'

const dir = mkdtempSync(join(tmpdir(), 'tfy-drill-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const started = (client: string, env = {}) =>
  startOf(
    {
      client,
      practice: practices[client] as Practice,
      registered: { file: 'C:/Users/Zoe/x.json', event: 'y', run: { kind: 'text', text: line } } as never,
      system: 'win32',
      root: 'C:/shop',
      home: 'C:/Users/Zoe',
      env,
      stateBase: dir,
      limitMs: 1_000,
    },
    {},
    'pipe',
  )

describe('on Windows', () => {
  it('gives cmd quotes to take away, so that those of the command stay', () => {
    expect(started('devin')).toMatchObject({ file: 'cmd', args: ['/d', '/s', '/c', `"${line}"`] })
  })

  it('starts Git’s bash where Claude Code does, and not the one that starts WSL', () => {
    // A name with such letters is one file elsewhere.
    const programs = join(dir, 'programs')
    const file = `${programs}\\Git\\bin\\bash.exe`
    const env = { PATH: `C:\\windows\\system32;${programs}\\Git\\cmd` }
    expect(started('claude-code', env)).toMatchObject({ file: 'bash', args: ['-c', line] })
    writeFileSync(file, '')
    expect(started('claude-code', env)).toMatchObject({ file })
    expect(started('claude-code', { ProgramFiles: programs })).toMatchObject({ file })
    mkdirSync(join(dir, 'own'))
    writeFileSync(join(dir, 'own/bash.exe'), '')
    expect(started('claude-code', { ...env, CLAUDE_CODE_GIT_BASH_PATH: join(dir, 'own/bash.exe') })?.file).toBe(
      join(dir, 'own/bash.exe'),
    )
  })
})
