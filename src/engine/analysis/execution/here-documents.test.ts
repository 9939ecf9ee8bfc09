import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { analyse } from '../analyse.ts'
import { linux } from '../testing.ts'

const pieces = [
  '\\$HOME',
  '\\${HOME}',
  '$HOME',
  '\\\\',
  '\\\\$HOME',
  '\\`x\\`',
  '\\"',
  '"',
  "'",
  '\\a',
  '\\\n',
  '\n',
  '\t',
  ' x ',
  '\\\t',
  '$ ',
]
const ends: readonly (readonly [operator: string, end: string])[] = [
  ['<<', 'E'],
  ['<<', "'E'"],
  ['<<', '\\E'],
  ['<<-', 'E'],
  ['<<-', '"E"'],
]

/** Two of them behind each other, at the beginning of a line and within it. */
const bodies = pieces.flatMap(one => [`a ${one} b`, ...pieces.map(other => `${one}${other}`)])

const isThere = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', ':'])
    return true
  } catch {
    return false
  }
}

const home = '/home/dev'
const known = new Map<string, string>()
const seenIn = (text: string): string => {
  const before = known.get(text)
  if (before !== undefined) return before
  const { written = [] } = analyse(text.replace('cat ', 'cat > /tmp/seen '), {
    cwd: '/tmp',
    workspaceRoots: ['/tmp'],
    host: { ...linux, home, env: name => (name === 'HOME' ? home : undefined) },
  })
  const seen = written.find(({ path }) => path === '/tmp/seen')?.text ?? ''
  known.set(text, seen)
  return seen
}

it.each(['bash', 'dash', 'zsh', 'mksh'].filter(isThere))('gives a program what %s gives it', { timeout: 60_000 }, shell => {
  // Shells differ in whether a tab is taken away behind a line that goes on.
  const of = (operator: string): readonly string[] => (operator === '<<' ? bodies : bodies.filter(body => !body.includes('\\\n')))
  const texts = ends.flatMap(([operator, end]) => of(operator).map(body => `cat ${operator}${end}\n${body}\nE`))
  const script = texts.map(text => `${text}\nprintf '%s' '|end|'`).join('\n')
  const real = execFileSync(shell, ['-c', script], { encoding: 'utf8', env: { HOME: home, PATH: process.env.PATH } }).split(
    '|end|',
  )
  for (const [at, text] of texts.entries()) {
    const seen = seenIn(text)
    expect([text, seen]).toEqual([text, real[at]])
  }
  expect(texts.length).toBeGreaterThan(1_000)
})
