import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { analyse } from '../analyse.ts'
import { loadAll } from '../programs/parts.ts'
import { linux } from '../testing.ts'

const pieces = ['a', ' ', '\\ ', '\\$H', "'b c'", '"d e"', '\t', ':', '\\\\', "\\'"]
// Of a blank behind a backslash at the end, bash sometimes keeps the blank and sometimes not.
const lines = pieces
  .flatMap(one => pieces.flatMap(other => [`${one}${other}`, `x${one}${other}y z`]))
  .filter(line => !line.endsWith('\\ '))
const readers = [
  'read x; printf "<%s>" "$x"',
  'read -r x; printf "<%s>" "$x"',
  'read x y; printf "<%s>" "$x" "$y"',
  'read -r x y; printf "<%s>" "$x" "$y"',
  'IFS=: read x y; printf "<%s>" "$x" "$y"',
  'IFS=: read -r x y; printf "<%s>" "$x" "$y"',
  'IFS= read x; printf "<%s>" "$x"',
  'IFS= read -r x; printf "<%s>" "$x"',
  'read -a a; printf "<%s>" "${a[@]}"',
  'while read l; do printf "<%s>" "$l"; done',
  'xargs printf "<%s>"',
  'xargs -n1 printf "<%s>"',
  'xargs -I{} printf "<%s>" {}',
]

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

it('reads lines and words as bash and xargs do', { timeout: 60_000 }, async () => {
  await loadAll()
  const cases = readers.flatMap(reader => lines.map(line => `printf '%s\\n' ${quoted(line)} | { ${reader}; }`))
  // What xargs takes for a quote without an end, it does not run.
  const script = cases.map(text => `{ ${text}; } 2>&-; printf '|%s|end|' "$?"`).join('\n')
  const real = execFileSync('bash', ['-s'], { encoding: 'utf8', input: script }).split('|end|')
  let compared = 0
  for (const [at, text] of cases.entries()) {
    const [, printed, code] = /^([\s\S]*)\|(\d+)$/.exec(real[at] ?? '') ?? []
    if (code !== '0') continue
    const { written = [] } = analyse(`{ ${text}; } > /tmp/seen`, {
      cwd: '/tmp',
      workspaceRoots: ['/tmp'],
      dialect: 'bash',
      host: linux,
    })
    const seen = written.find(({ path }) => path === '/tmp/seen')?.text
    if (seen === undefined || seen.includes('$UNKNOWN_PART')) continue
    expect([text, seen]).toEqual([text, printed])
    compared++
  }
  expect(compared).toBeGreaterThan(1_700)
})
