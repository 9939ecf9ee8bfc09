/** Commands that name a file by the folder they stand in: how the shell came there, where it went meanwhile, and who runs them. */

import { fails, holds } from './held.ts'
import { pick, quoted, type Random } from './pick.ts'

/** Statements that end in a folder. */
const comes: readonly ((folder: string, yes: string, no: string) => string)[] = [
  (folder, yes) => `if ${yes}; then cd ${folder}; fi`,
  (folder, yes) => `if ${yes}; then cd ${folder}; else cd /tmp; fi`,
  (folder, yes) => `${yes} && cd ${folder}`,
  (folder, _, no) => `${no} || cd ${folder}`,
  (folder, _, no) => `cd ${folder}; ${no} && cd /tmp`,
  (folder, _, no) => `cd ${folder}\nif ${no}; then cd /; fi`,
  folder => `case a in b) cd /;; a) cd ${folder};; *) cd /tmp;; esac`,
  folder => `for x in /tmp ${folder}; do cd $x; done`,
  folder => `while :; do cd ${folder}; break; done`,
  (folder, yes) => `until ${yes} && cd ${folder}; do :; done`,
  folder => `f() { cd ${folder}; }; f`,
  (folder, yes) => `f() { ${yes} && cd ${folder} && return; cd /tmp; }; f`,
  (folder, yes) => `f() { cd "$1"; }; ${yes} && f ${folder}`,
  (folder, yes) => `x=/tmp; ${yes} && x=${folder}; cd $x`,
  (folder, yes) => `x=; ${yes} && x=${folder}; cd "\${x:-/tmp}"`,
  folder => `cd /; cd ${folder.slice(1)}`,
  (folder, yes) => `cd /tmp; ${yes} && cd ..; cd ${folder.slice(1)}`,
  folder => `cd ${folder}; cd /tmp; cd - >/dev/null`,
  folder => `cd ${folder}; cd /tmp; cd "$OLDPWD"`,
  folder => `eval "cd ${folder}"`,
  folder => `{ cd ${folder}; } 2>/dev/null`,
  folder => `cd ${folder} || exit 1`,
  folder => `! cd ${folder}`,
  (folder, _, no) => `cd /tmp && ${no}\ncd ${folder}`,
  (folder, yes) => `set -- /tmp ${folder}; ${yes} && shift; cd "$1"`,
  folder => `cd $(echo ${folder})`,
  folder => `cd "$(printf '%s\\n' /tmp ${folder} | tail -n 1)"`,
  folder => `CDPATH=/; cd ${folder.slice(1)} >/dev/null`,
  folder => `pushd ${folder} >/dev/null`,
  folder => `pushd ${folder} >/dev/null; pushd /tmp >/dev/null; popd >/dev/null`,
]

/** The shell is where it was, after them. */
const strays: readonly ((yes: string, no: string) => string)[] = [
  yes => `if ${yes}; then cd .; fi`,
  (_, no) => `${no} && cd /tmp`,
  (_, no) => `if ${no}; then cd /; else :; fi`,
  () => '(cd /tmp)',
  () => 'x=$(cd /tmp; pwd)',
  () => 'cd /tmp & wait',
  () => 'cd "$PWD"',
  () => 'cd /tmp | :',
  () => 'sh -c "cd /tmp"',
  () => 'g() ( cd /tmp; ); g',
  (_, no) => `for x in a b; do ${no} && cd /tmp; done`,
  (_, no) => `g() { ${no} && cd /tmp; }; g`,
]

const runs: readonly ((start: string, name: string) => string)[] = [
  (start, name) => `${start} ${name}`,
  (start, name) => `${start} ./${name}`,
  (start, name) => `${start} "$PWD/${name}"`,
  (start, name) => `${start} "$(pwd)"/${name}`,
  (start, name) => `(${start} ${name})`,
  (start, name) => `{ ${start} ${name}; } >/dev/null`,
  (start, name) => `sh -c '${start} ${name}'`,
  (start, name) => `eval '${start} ${name}'`,
  (start, name) => `for w in ${name}; do ${start} $w; done`,
  (start, name) => `echo ${name} | xargs ${start}`,
  (start, name) => `x=$(${start} ${name})`,
  (start, name) => `: | ${start} ${name}`,
  (start, name) => `if :; then ${start} ${name}; fi`,
  (start, name) => `h() { ${start} "$1"; }; h ${name}`,
  (start, name) => `sh <<E\n${start} ${name}\nE`,
  (start, name) => `echo "${start} ${name}" | sh`,
  (start, name) => `env ${start} ${name}`,
  (start, name) => `cd . && ${start} ${name}`,
]

const inside: readonly ((statements: string) => string)[] = [
  s => s,
  s => s,
  s => `eval ${quoted(s)}`,
  s => `{\n${s}\n}`,
  s => `z() {\n${s}\n}\nz`,
  s => `if :; then\n${s}\nfi`,
  s => `case z in *)\n${s}\n;; esac`,
]

/** One such text, of as many draws for every command. Its last word is a path from the root. */
export function moved(command: string, random: Random): string {
  const [, start = '', folder = '', name = ''] = /^(.*) (\/.*)\/([^/]*)$/.exec(command) ?? []
  const [yes, no] = [pick(holds, random), pick(fails, random)]
  const came = pick(inside, random)(pick(comes, random)(folder, yes, no))
  const strayed = [pick(strays, random), pick(strays, random)].slice(0, Math.floor(random() * 3)).map(stray => stray(yes, no))
  return [came, ...strayed, pick(runs, random)(start, name), ''].join('\n')
}
