/** What files hold after a script, in bash and as it is followed: every line that is really there is seen. Each script writes words into its own folder. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { choices } from '../../scripts/attack/random.ts'
import { analyse } from '../../src/engine/analysis/analyse.ts'
import { loadAll } from '../../src/engine/analysis/programs/parts.ts'
import { linux } from '../../src/engine/analysis/testing.ts'

const names = ['a', 'b', 'c', 'd/e']
const words = ['one', 'two words', 'three # marks', 'a one']

function composed(seed: number, at: number): string {
  const { one, below } = choices(seed, at)
  const file = (): string => one(names)
  const write = (): string =>
    one([
      () => `echo '${one(words)}' > ${file()}`,
      () => `echo '${one(words)}' >> ${file()}`,
      () => `printf '%s\\n' '${one(words)}' '${one(words)}' | tee ${one(['', '-a '])}${file()} > /dev/null`,
      () => `{ cat <<'E' ${one(['>', '>>'])} ${file()}\n${one(words)}\nE\n}`,
      () => `cp ${one(['', '', '-n ', '-u '])}${file()} ${file()}`,
      () => `mv ${one(['', '', '-n '])}${file()} ${file()}`,
      () => `cat ${file()} ${file()} > ${file()}`,
      () => `rm -f ${file()}`,
      () => `: > ${file()}`,
      () =>
        `sed -i '${one(['s/one/1/', 's/^a //', '/two/d', '1d', '$d', 's/ #.*//', '$a end', '1i start', '/one/!d', 's/[a-z]* //g'])}' ${file()}`,
      () => `sed '${one(['s/one/1/', 's/^a //', '/two/d', '1d'])}' ${file()} > ${file()}`,
      () => `ln ${one(['-s', '-sf', '-f', ''])} ${one(['a', 'b', 'c'])} ${one(['a', 'b', 'c'])}`,
      () => `( cd d && echo '${one(words)}' > e )`,
      () => `exec 3> ${file()}; echo '${one(words)}' >&3; exec 3>&-`,
      () => `x=$(cat ${file()}); echo "$x" > ${file()}`,
    ])()
  const test = (): string =>
    one([`[ -s ${file()} ]`, `grep -q one ${file()}`, `[ -L ${file()} ]`, 'true', 'false', `[ "$x" = "one" ]`])
  const part = (depth: number): string => {
    if (depth === 0 || below(2) === 0) return write()
    const inner = (): string => part(depth - 1)
    return one([
      () => `${test()} && { ${inner()}\n} || { ${inner()}\n}`,
      () => `${test()} && { ${inner()}\n}`,
      () => `${inner()} || ${write()}`,
      () => `if ${test()}; then ${inner()}\nelse ${inner()}\nfi`,
      () => `if ${test()}; then ${inner()}\nelif ${test()}; then ${inner()}\nfi`,
      () => `case $x in one) ${inner()}\n;; *) ${inner()}\n;; esac`,
      () => `for i in 1 2; do ${test()} && break; ${inner()}\ndone`,
      () => `while read -r l; do ${inner()}\ndone < /dev/null`,
      () => `f() { ${inner()}\n${test()} && return; ${inner()}\n}; f`,
    ])()
  }
  return Array.from({ length: 2 + below(4) }, () => part(2)).join('\n')
}

it('sees every line that a script leaves in a file', { timeout: 180_000 }, async () => {
  await loadAll()
  const seed = Number(process.env.FILES_SEED ?? 1)
  const wrong: string[] = []
  let compared = 0
  for (let at = 0; at < 300; at++) {
    const body = composed(seed, at)
    const script = `printf 'one\\ntwo words\\n' > a\nprintf 'a one\\n' > b\n${body}`
    const cwd = mkdtempSync(join(tmpdir(), 'tfy-hook-files-'))
    try {
      mkdirSync(`${cwd}/d`)
      try {
        execFileSync('bash', ['-s'], {
          cwd,
          input: script,
          stdio: ['pipe', 'ignore', 'ignore'],
          timeout: 5_000,
          env: { PATH: process.env.PATH },
        })
      } catch {
        // What the last command says.
      }
      // What it holds is what runs from there.
      const { written = [] } = analyse(`${script}\n${names.map((name, index) => `cat ${name} > seen${index}`).join('\n')}`, {
        cwd,
        workspaceRoots: [cwd],
        dialect: 'bash',
        host: { ...linux, home: '/home/dev', realpath: path => path },
      })
      for (const [index, name] of names.entries()) {
        // As each shell reads it that may run it.
        const seen = written.flatMap(({ path, text }) => (path === `${cwd}/seen${index}` ? [text] : [])).join('\n')
        if (!existsSync(`${cwd}/${name}`) || seen === '' || seen.includes('$UNKNOWN_PART')) continue
        compared++
        const lines = seen.split('\n')
        const lost = readFileSync(`${cwd}/${name}`, 'utf8')
          .split('\n')
          .filter(line => !lines.includes(line))
        if (lost.length > 0) wrong.push(JSON.stringify({ at, name, lost, seen, body }))
      }
    } finally {
      rmSync(cwd, { recursive: true, force: true })
    }
  }
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(300)
})
