import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { shellText } from './command-line.ts'

const odd = [
  '/opt/tfy-hook',
  '/opt/my tools/tfy-hook',
  "/opt/it's/tfy-hook",
  '/opt/$HOME/`id`/tfy-hook',
  '/opt/a"b\\c/tfy-hook',
  '/opt/*?[x]/~/#/tfy-hook',
  '/opt/ünï/tfy-hook',
]

describe('a command as text', () => {
  it.each(odd)('comes back from a POSIX shell as it went in: %s', path => {
    const text = shellText({ executable: '/usr/bin/printf', args: ['%s|', path, '--event', 'a b', ''] }, 'posix')
    expect(execFileSync('sh', ['-c', text], { encoding: 'utf8' })).toBe(`${path}|--event|a b||`)
  })

  it('gives variables a value in front of it, in a POSIX shell only', () => {
    const command = { executable: '/usr/bin/printenv', args: ['HOOK_A', 'HOOK_B'], clears: { HOOK_A: '', HOOK_B: '0' } }
    expect(shellText(command, 'posix')).toBe('HOOK_A= HOOK_B=0 /usr/bin/printenv HOOK_A HOOK_B')
    const env = { PATH: '/usr/bin:/bin', HOOK_A: 'set', HOOK_B: 'set' }
    expect(execFileSync('sh', ['-c', shellText(command, 'posix')], { encoding: 'utf8', env })).toBe('\n0\n')
    for (const shell of ['powershell', 'cmd'] as const) expect(shellText(command, shell)).not.toContain('HOOK_A=')
  })

  it.each([
    ['C:\\Program Files\\tfy-hook.exe', `& 'C:\\Program Files\\tfy-hook.exe' --client cursor`],
    ["C:\\it's\\tfy-hook.exe", `& 'C:\\it''s\\tfy-hook.exe' --client cursor`],
    ['C:\\$env:X\\tfy-hook.exe', `& 'C:\\$env:X\\tfy-hook.exe' --client cursor`],
    ['C:\\it’s\\tfy-hook.exe', `& 'C:\\it’’s\\tfy-hook.exe' --client cursor`],
  ])('for PowerShell: %s', (executable, want) => {
    expect(shellText({ executable, args: ['--client', 'cursor'] }, 'powershell')).toBe(want)
  })

  it('for cmd, where some paths cannot be said', () => {
    expect(shellText({ executable: 'C:\\Program Files\\tfy-hook.exe', args: ['--client', 'junie'] }, 'cmd')).toBe(
      '"C:\\Program Files\\tfy-hook.exe" --client junie',
    )
    expect(() => shellText({ executable: 'C:\\100%\\tfy hook.exe', args: [] }, 'cmd')).toThrow(RangeError)
  })

  it.each(['posix', 'powershell', 'cmd'] as const)('no line break gets into it: %s', shell => {
    expect(() => shellText({ executable: '/opt/a\nb', args: [] }, shell)).toThrow(RangeError)
  })
})
