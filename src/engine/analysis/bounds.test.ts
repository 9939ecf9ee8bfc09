import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { analyse } from './analyse.ts'
import { linux, workspace } from './testing.ts'

const context = { cwd: workspace, workspaceRoots: [workspace], host: linux }

function growing(steps: number, use: (name: string) => string): string {
  let command = 'a0=xxxxxxxx'
  for (let step = 1; step <= steps; step++) command += `; a${step}="${`$a${step - 1}`.repeat(8)}"; ${use(`"$a${step}"`)}`
  return command
}

test.each([
  ['read', growing(19, name => `cat ${name}`)],
  ['run and read', growing(60, name => `echo ${name} | sh; cat ${name}`)],
  ['a written file', `echo ${'x'.repeat(500)} > f; ${'cat f f f f f f f f > g; cat g g g g g g g g > f; '.repeat(40)} sh f`],
])('expanded values have a bound: %s', (_name, command) => {
  const spentMs = cpuTime()
  const { certainty } = analyse(command, context)
  expect(spentMs()).toBeLessThan(1_000)
  expect(certainty).not.toBe('proved-ordinary')
})

const danger = 'rm -rf /'
const filler = 'x'.repeat(2_000)

/** Doubles a value until it passes the bound. */
const doubling = (step: string): string => `a='# ${filler}'; ${`${step}; `.repeat(12)}`
const many = (count: number, word: string): string => Array.from({ length: count }, () => word).join(' ')

// What is dangerous stands behind what makes a value, a list or a program longer than is looked at.
test.each([
  ['echo', `${doubling('a=$(echo "$a$a")')} echo "$a\n${danger}" | sh`],
  ['echo of many', `${doubling('a="$a$a"')} echo "$a" "$a" '\n${danger}' | sh`],
  ['printf', `${doubling(`a=$(printf '%s%s' "$a" "$a")`)} printf '%s\n${danger}' "$a" | sh`],
  ['printf -v', `${doubling(`printf -v a '%s%s' "$a" "$a"`)} printf -v a '%s\\n${danger}' "$a"; eval "$a"`],
  ['substitution', `${doubling('a=$(echo "$a"; echo "$a")')} eval "$(echo "$a"; echo '${danger}')"`],
  ['replacement', `a=$(printf '%s' ${'ab'.repeat(300)}); ${'a=${a//a/aa}; '.repeat(12)} sh -c "$a;${danger}"`],
  ['replacement at once', `a=${'a'.repeat(20_000)}; a=\${a//a/$a}; eval "#$a\n${danger}"`],
  ['array joins', `a=(${many(60, filler.slice(0, 500))}); ${'a=("${a[*]}" "${a[*]}"); '.repeat(6)} eval "#\${a[*]}\n${danger}"`],
  ['array growth', `a=(x x); ${'a+=("${a[@]}"); '.repeat(20)} a+=(/); rm -rf "\${a[@]}"`],
  ['an array', `a=(${many(1_500, 'x')} /); rm -rf "\${a[@]}"`],
  ['positional', `set -- x x; ${'set -- "$@" "$@"; '.repeat(16)} set -- "$@" /; rm -rf "$@"`],
  ['here-document', `${doubling('a="$a$a"')} bash <<E\n$a$a$a\n${danger}\nE`],
  ['a written file', `${doubling('a="$a$a"')} echo "$a" > f; echo '${danger}' >> f; sh f`],
  ['xargs', `printf '%s\\n' ${many(1_500, 'x')} / | xargs rm -rf`],
  ['xargs one by one', `printf '%s\\n' ${many(100, 'x')} / | xargs -I{} rm -rf {}`],
  ['parallel', `parallel rm -rf ::: ${many(100, 'x')} /`],
  ['read in a loop', `printf '%s\\n' ${many(100, 'x')} / | while read -r d; do rm -rf "$d"; done`],
  ['files', `${Array.from({ length: 600 }, (_, at) => `echo a > f${at}`).join('; ')}; echo '${danger}' > last; sh last`],
  ['ordinary findings', `${Array.from({ length: 600 }, (_, at) => `rm -rf src/a${at}`).join('; ')}; ${danger}`],
  ['traps', `${`trap ls EXIT; `.repeat(60)}trap '${danger}' EXIT`],
  ['python', `python3 -c 'a="x"*9\n${'a=1+2\n'.repeat(6_000)}import os;os.system("${danger}")'`],
  ['python joins', `python3 -c 'a="#${filler}"\n${'a=a+a\n'.repeat(12)}import os;os.system(a+"\\n${danger}")'`],
  [
    'python replaces',
    `python3 -c 'a="${'a'.repeat(300)}"\n${'a=a.replace("a",a)\n'.repeat(6)}import os;os.system(a+"\\n${danger}")'`,
  ],
  ['python formats', `python3 -c 'a="#${filler}"\n${'a="{}{}".format(a,a)\n'.repeat(12)}import os;os.system(a+"\\n${danger}")'`],
  ['a here-document before it', `cat > f <<'E'\n${`${filler}\n`.repeat(100)}E\n${danger}`],
  ['a here-document behind it', `${danger}\ncat > f <<'E'\n${`${filler}\n`.repeat(100)}E`],
  ['a here-document that is too long', `cat > f <<'E'\n${`${filler}\n`.repeat(150)}E\n${danger}`],
  ['a here-document that runs', `bash <<'E'\n${`# ${filler}\n`.repeat(60)}${danger}\nE`],
  ['a here-document that runs later', `cat > f <<'E'\n${`# ${filler}\n`.repeat(60)}${danger}\nE\nsh f`],
  ['one that is sourced', `cat > f <<'E'\n${`# ${filler}\n`.repeat(60)}${danger}\nE\n. ./f`],
  ['one that is evaluated', `cat > f <<'E'\n${`# ${filler}\n`.repeat(60)}${danger}\nE\neval "$(cat f)"`],
  ['one that starts itself', `cat > f <<'E'\n${`# ${filler}\n`.repeat(60)}${danger}\nE\n./f`],
  ['one behind a name of a carrier', `cat() { sh; }; cat <<'E'\n${`# ${filler}\n`.repeat(60)}${danger}\nE`],
  ['one piped on', `cat <<'E' | sh\n${`# ${filler}\n`.repeat(60)}${danger}\nE`],
  ['a here-document for a database', `psql shop <<'E'\n${`-- ${filler}\n`.repeat(60)}DROP TABLE users;\nE`],
  ['a here-document for python', `python3 - <<'E'\n${`# ${filler}\n`.repeat(60)}import os;os.system("${danger}")\nE`],
  ['the form of a here-document in a comment', `# <<'E'\n${`: ${filler}\n`.repeat(60)}${danger}\nE`],
  ['the form of a here-document in quotes', `echo "<<E"\n${`: ${filler}\n`.repeat(60)}${danger}\nE`],
  ['a substitution in a here-document', `cat > f <<E\n${`${filler}\n`.repeat(60)}$(${danger})\nE`],
])('nothing dangerous hides behind a bound: %s', (_name, command) => {
  const spentMs = cpuTime()
  const { certainty } = analyse(command, context)
  expect(spentMs()).toBeLessThan(1_000)
  expect(certainty).not.toBe('proved-ordinary')
})

test.each([
  ['calls in calls', `node -e '${'open('.repeat(13_000)}'`],
  ['calls after calls', `node -e '${'open().'.repeat(9_000)}'`],
  ['loops', `python3 -c '${'for path in '.repeat(5_000)}'`],
  ['calls without brackets', `ruby -e '${'p X.'.repeat(16_000)}'`],
])('code ends with the time there is: %s', (_name, command) => {
  const spentMs = cpuTime()
  expect(analyse(command, context).certainty).toBe('could-not-tell')
  expect(spentMs()).toBeLessThan(650)
})

test('code within the bounds is read to its end', () => {
  const calls = `node -e '${'a(b(c(1)));'.repeat(200)}'`
  expect(analyse(calls, context).certainty).toBe('proved-ordinary')
})

test('a path longer than any file system allows is not looked at', () => {
  const spentMs = cpuTime()
  const looked: number[] = []
  const host = {
    ...linux,
    readText: (path: string) => {
      looked.push(path.length)
      return undefined
    },
  }
  const facts = analyse(`cat ${'/a/..'.repeat(1_500)}/x; echo 1 > ${'/a'.repeat(3_000)}`, { ...context, host })
  expect(spentMs()).toBeLessThan(500)
  expect(facts.certainty).toBe('could-not-tell')
  expect(looked).toEqual([])
  expect(analyse(`cat ${'a/'.repeat(1_000)}x`, context).certainty).toBe('proved-ordinary')
})

const long = `${'a/../'.repeat(1_000)}x`

test.each([
  ['cd', `cd ${long}`],
  ['pushd', `pushd ${long}`],
  ['many cd', 'cd some/folder/of/the/tree; '.repeat(200)],
  ['source', `source ./${long}`],
  ['a program of its own', `./${long}`],
  ['a script', `bash ./${long}`],
  ['env', `env -C ${long} ls`],
  ['make', `make -C ${long} build`],
])('a longer path is not followed either: %s', (_name, command) => {
  const spentMs = cpuTime()
  expect(analyse(command, context).certainty).toBe('could-not-tell')
  expect(spentMs()).toBeLessThan(500)
})

test('the file system is asked about so many folders, once each', () => {
  const asked: string[] = []
  const host = {
    ...linux,
    realpath: (path: string) => {
      asked.push(path)
      return path
    },
  }
  const folders = Array.from({ length: 1_000 }, (_, i) => `f${i}/../x`).join(' ')
  expect(analyse(`cat ${folders}`, { ...context, host }).certainty).toBe('could-not-tell')
  expect(asked.length).toBeLessThan(300)
  asked.length = 0
  expect(analyse(`cat ${'f/../x '.repeat(300)}`, { ...context, host }).certainty).toBe('proved-ordinary')
  expect(asked).toEqual([`${workspace}/f`])
  asked.length = 0
  analyse('cat a/b/c.ts src/index.ts && echo x > out/log.txt && git status', { ...context, host })
  expect(asked).toEqual([])
})

test.each(['powershell', 'cmd'] as const)('%s is read no further for the form of a here-document', dialect => {
  const command = `echo "<<'E'"\n${`# ${filler}\n`.repeat(60)}`
  expect(analyse(command, { ...context, dialect }).certainty).toBe('could-not-tell')
})
