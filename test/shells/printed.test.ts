import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { analyse } from '../../src/engine/analysis/analyse.ts'
import { loadAll } from '../../src/engine/analysis/programs/parts.ts'
import { linux } from '../../src/engine/analysis/testing.ts'

const texts = ['rm -rf $HOME', 'rm\t-rf /home/dev', 'a b  c', "it's x", '"R m" x', 'x\\ y z']
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** What becomes of a text on its way. */
const filters = `tr ' ' '_'
tr -s ' '
tr -cd 'a-z '
tr 'a-y' 'b-z'
tr a-zA-Z n-za-mN-ZA-M
tr '[:lower:]' '[:upper:]'
tr -d '[:space:]'
cut -d' ' -f1,3
cut -d' ' -f2-
cut -c2-
cut -b1-3
cut --complement -c1
sed 's/ .*//'
sed 's/[aeiou]//g'
sed -E 's/(r)(m)/\\2\\1/'
sed 's/r/&&/'
sed -n 1p
sed 1d
sed -e 's/r/R/' -e 's/m/M/'
awk '{print $NF}'
awk '{print $2,$1}'
awk -F/ '{print $2}'
awk '{print toupper($1)}'
head -n1
head -c -2
tail -n +1
tail -c +3
rev
tac
base64 -w0
base64 | base64 -d
xxd -p | xxd -r -p
fold -w2
sort -r
paste -s -d,
grep rm
grep -o '[a-z]*'
dd status=none bs=1 count=4
dd status=none bs=1 skip=3
dd status=none bs=2 skip=1 count=2 conv=ucase
xargs
xargs echo
xargs -n1 echo
xargs -I@ echo '[@]'
tee /dev/null
rev | cut -d' ' -f1 | rev`.split('\n')

/** What a shell makes of a variable. */
const expansions =
  '${x%m*} ${x##*~} ${x/r/} ${x/#r/q} ${x/%v/q} ${x:2} ${x:0:2} ${x:(-3)} ${x:-d} ${x:+d} ${u-$x} ${x^} ${x^^} ${x^^[r]} ${x^^[z]} ${x,} ${x,,[RM]} ${x//[a-m]/_} ${#x} $x$x a${x}b'.split(
    ' ',
  )
const words =
  `$'r\\x6d' $'\\162\\155' $'a\\tb' {a,b}{1,2} {1..3} {a..c} {3..1} {1..9..4} ~ ~/x "$HOME" $HOME/y 'a'"'"'b' $((2**5)) $((07+1)) $((1?2:3)) $((-5%3)) a{b,c{d,e}}f {,x}y '{a,b}' \`echo_r\` "a\\$b"`
    .split(' ')
    .map(word => word.replace('_', ' '))
const formats = [
  `'\\x72m'`,
  `'\\162m'`,
  `'%5s|' rm`,
  `'%.1s' rm`,
  `'%x' 255`,
  `'%05d' 42`,
  `'%s\\n' a b`,
  `'%b' 'a\\tb'`,
  `'%*s' 5 x`,
]

const cases = [
  ...texts.flatMap(text => [
    ...filters.map(filter => `printf '%s\\n' ${quoted(text)} | ${filter}`),
    ...expansions.map(expansion => `x=${quoted(text)}; printf '<%s>' "${expansion}"`),
  ]),
  ...words.map(word => `printf '<%s>' ${word}`),
  ...formats.map(format => `printf ${format}`),
]

it('sees the text that bash and its tools make', { timeout: 120_000 }, async () => {
  await loadAll()
  const cwd = mkdtempSync(join(tmpdir(), 'tfy-hook-printed-'))
  try {
    const script = cases.map(text => `( ${text} ) 2>&-; printf '|%s|end|' "$?"`).join('\n')
    const env = { HOME: '/home/dev', PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
    const real = execFileSync('bash', ['-s'], { cwd, encoding: 'utf8', env, input: script }).split('|end|')
    let compared = 0
    for (const [at, text] of cases.entries()) {
      const [, printed, code] = /^([\s\S]*)\|(\d+)$/.exec(real[at] ?? '') ?? []
      // A tool that is missing here, or that found nothing.
      if (code !== '0') continue
      const { written = [] } = analyse(`( ${text} ) > /tmp/seen`, {
        cwd,
        workspaceRoots: [cwd],
        dialect: 'bash',
        host: { ...linux, home: '/home/dev', env: name => (name === 'HOME' ? '/home/dev' : undefined) },
      })
      const seen = written.find(({ path }) => path === '/tmp/seen')?.text
      if (seen === undefined || seen.includes('$UNKNOWN_PART')) continue
      expect([text, seen]).toEqual([text, printed])
      compared++
    }
    expect(compared).toBeGreaterThan(250)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
})
