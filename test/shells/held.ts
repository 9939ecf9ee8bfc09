/** Commands whose name a variable holds: how it came to hold it, where that went, and who runs it. */

import { filtered } from './filtered.ts'
import { pick, quoted, type Random } from './pick.ts'

/** Holds in every shell, and no reader of the text can tell. */
export const holds = ['[ -d / ]', 'test -e /', '[ "$(echo 1)" = 1 ]', 'echo x | grep -q x', '! [ -e /nowhere ]', '[ $# -lt 9 ]']
export const fails = ['[ -e /nowhere ]', 'test -f /', '[ "$(echo 1)" = 2 ]', 'echo x | grep -q y']

/** Statements after which `v` holds the name, of which the pieces are parts. */
const makes: readonly ((name: string, pieces: readonly string[], yes: string, no: string) => string)[] = [
  (name, _, yes) => `v=true; ${yes} && v=${name}`,
  (name, _, __, no) => `v=true; ${no} || v=${name}`,
  (name, _, __, no) => `v=${name}; ${no} && v=true`,
  (name, _, yes) => `if ${yes}; then v=${name}; else v=true; fi`,
  (name, _, yes, no) => `if ${no}; then v=true; elif ${yes}; then v=${name}; fi`,
  (name, _, yes) => `v=${name}; if ${yes}; then :; else v=true; fi`,
  (name, _, yes) => `case $(${yes} && echo a) in a) v=${name};; *) v=true;; esac`,
  (name, _, yes) => `v=true; ${yes} && unset v; v=\${v:-${name}}`,
  (name, _, yes) => `v=true; ${yes} && v=; : \${v:=${name}}`,
  (name, _, yes) => `v=$(if ${yes}; then echo ${name}; else echo true; fi)`,
  (name, _, yes) => `v=\`${yes} && echo ${name} || echo true\``,
  (name, _, yes) => `f() { ${yes} && v=${name} && return; v=true; }; f`,
  (name, _, yes) => `f() { v=true; if ${yes}; then v=$1; fi; }; f ${name}`,
  (name, _, yes) => `f() { echo $1; }; v=true; ${yes} && v=$(f ${name})`,
  (name, _, yes) => `x=true; ${yes} && x=${name}; eval "v=$x"`,
  (name, _, yes) => `x=true; ${yes} && x=${name}; read v <<E\n$x\nE`,
  (name, _, yes) => `n=0; ${yes} && n=1; set -- true ${name}; shift $n; v=$1`,
  (name, _, yes) => `n=0; ${yes} && n=1; a=(true ${name}); v=\${a[$n]}`,
  (name, _, yes) => `n=0; ${yes} && n=1; a=(true ${name}); v=\${a[n]}`,
  (name, _, yes) => `n=4; ${yes} && n=0; s=${name}true; v=\${s:n:${name.length}}`,
  (name, _, yes) => `p=y; ${yes} && p=x; v=x${name}; v=\${v#$p}`,
  (name, _, yes) => `p=y; ${yes} && p=x; v=${name}x; v=\${v%$p}`,
  (name, _, yes) => `w=z; ${yes} && w=${name[0]}; v=Z${name.slice(1)}; v=\${v/Z/$w}`,
  (name, _, yes) => `i=1; ${yes} && i=0; i=$((i + 1)); s=x${name}true; v=\${s:i:${name.length}}`,
  (name, _, yes) => `for v in true ${name}; do ${yes} && [ $v = ${name} ] && break; done`,
  (name, _, yes) => `for x in true ${name} true; do v=$x; [ $x != true ] && break; done; ${yes}`,
  name => `while :; do v=${name}; break; done`,
  name => `v=true; until [ $v = ${name} ]; do v=${name}; done`,
  name => `for i in 1 2 3; do [ $i = 2 ] && continue; v=${name}; done`,
  (_, pieces) => `v=; for p in ${pieces.join(' ')}; do v=$v$p; done`,
  (_, pieces) => `v=; for p in ${pieces.join(' ')}; do v+=$p; done`,
  (_, pieces) => `v=; for p in ${[...pieces].reverse().join(' ')}; do v=$p$v; done`,
  (_, pieces) => `v=; set -- ${pieces.join(' ')}; for p; do v="$v$p"; done`,
  (_, pieces) => `v=; set -- ${pieces.join(' ')}; while [ $# -gt 0 ]; do v=$v$1; shift; done`,
  (_, pieces) => `v=; while read p; do v=$v$p; done <<E\n${pieces.join('\n')}\nE`,
  (_, pieces) => `v=$(for p in ${pieces.join(' ')}; do printf %s $p; done)`,
  (_, pieces) => `v=$(printf '%s\\n' ${pieces.join(' ')} | while read p; do printf %s "$p"; done)`,
  (_, pieces) => `v=; f() { v=$v$1; shift; if [ $# -gt 0 ]; then f "$@"; fi; }; f ${pieces.join(' ')}`,
  (_, pieces) => `a=(${pieces.join(' ')}); IFS=; v="\${a[*]}"; unset IFS`,
  (_, pieces) => `a=(); for p in ${pieces.join(' ')}; do a+=($p); done; v=$(printf %s "\${a[@]}")`,
  (_, pieces) => `n=0; for p in ${pieces.join(' ')}; do a[n]=$p; n=$((n + 1)); done; v=$(printf %s "\${a[@]}")`,
  name => `v=; i=0; s=${name}; while [ $i -lt ${name.length} ]; do v=$v\${s:$i:1}; i=$((i + 1)); done`,
  name => `v=; s=${name}; for ((i = 0; i < ${name.length}; i++)); do v=$v\${s:i:1}; done`,
  (_, [a, b], yes) => `x=q; y=q; ${yes} && x=${a}; ${yes} && y=${b}; v=$x$y`,
  (_, [a, b], yes) => `v=q; ${yes} && v=${a}; v=$v${b}`,
  (_, [a, b], yes) => `v=q; ${yes} && v=${a}; v+=${b}`,
  name => `v=$(printf '%s\\n' true ${name} | tail -n 1)`,
  name => `v=$(printf '%s\\n' ${name} true | head -1)`,
  name => `v=$(printf '%s\\n' x ${name} y | head -n 2 | tail -n1)`,
  name => `v=$(printf '%s\\n' ${name} ${name} | uniq)`,
  name => `v=$(printf '%s\\n' zz ${name} zz | sort -u | head -n 1)`,
  name => `v=$(printf '%s\\n' true ${name} | grep -v true)`,
  name => `v=$(printf '%s\\n' true ${name} | tac | grep -x ${name})`,
  name => `v=$(printf '%s\\0' true ${name} | tr '\\0' '\\n' | tail -n 1)`,
  name => `v=$(printf 'x %s\\n' ${name} | sort | cut -d' ' -f2)`,
  name => `printf '%s\\n' true ${name} | sort -r >f; while read v; do [ $v = true ] || break; done <f`,
]

/** It goes on in `v`. */
const moves: readonly ((yes: string) => string)[] = [
  () => 'w=$v; v=$w',
  () => 'v="$v"',
  () => 'v=$(echo $v)',
  () => 'v=`printf %s "$v"`',
  () => 'export v',
  () => 'read v <<E\n$v\nE',
  () => 'g() { v=$1; }; g $v',
  () => 'set -- $v; v=$1',
  () => 'a=($v); v=${a[0]}',
  () => 'eval "v=$v"',
  () => 'printf -v v %s "$v"',
  () => 'n=v; eval "v=\\$$n"',
  yes => `${yes} && w=$v; v=$w`,
  yes => `w=; ${yes} && w=$v; v=\${w:-$v}`,
  () => 'v=${v%}',
  () => 'v=$(cat <<E\n$v\nE\n)',
  () => 'echo $v >f; v=$(cat f)',
  () => 'echo $v >f; read v <f',
  () => 'case $v in *) v=$v;; esac',
  () => 'for w in $v; do v=$w; done',
  () => 'v=$(echo $v | sort)',
  () => 'v=$(echo $v | grep .)',
  () => "v=$(printf '%s\\0' $v | tr -d '\\0')",
  () => 'echo $v | sort | tail -n 1 >f; read v <f',
  yes => `if ${yes}; then cd .; fi`,
]

const runs: readonly ((rest: string) => string)[] = [
  rest => `$v${rest}`,
  rest => `"$v"${rest}`,
  rest => `eval "$v${rest}"`,
  rest => `sh -c "$v${rest}"`,
  rest => `echo "$v${rest}" | sh`,
  rest => `printf '%s${rest}\\n' $v | sh`,
  rest => `sh <<E\n$v${rest}\nE`,
  rest => `cat <<E | sh\n$v${rest}\nE`,
  rest => `sh <<<"$v${rest}"`,
  rest => `{ sh; } <<E\n$v${rest}\nE`,
  rest => `$(echo $v)${rest}`,
  rest => `h() { $1${rest}; }; h $v`,
  rest => `set -- $v; "$1"${rest}`,
  rest => `set -- $v${rest}; "$@"`,
  rest => `a=($v${rest}); "\${a[@]}"`,
  rest => `env $v${rest}`,
  rest => `echo${rest} | xargs $v`,
  rest => `trap "$v${rest}" EXIT`,
  rest => `echo "$v${rest}" >f; sh f`,
  rest => `echo "$v${rest}" >f; . ./f`,
  rest => `export v; sh -c '$v${rest}'`,
  rest => `for w in $v; do $w${rest}; done`,
  rest => `if :; then $v${rest}; fi`,
  rest => `: | $v${rest}`,
  rest => `($v${rest})`,
  rest => `h() { local v=$v; $v${rest}; }; h`,
  rest => `v="$v${rest}"; $v`,
  rest => `v="$v${rest}"; eval "$v"`,
  rest => `case x in x) $v${rest};; esac`,
  rest => `echo $v | { read w; $w${rest}; }`,
  rest => `echo "$v${rest}" | sort | sh`,
  rest => `printf '%s\\n' true "$v${rest}" | grep -v true | sh`,
  rest => `printf '%s\\0' $v${rest} | xargs -0 env`,
  rest => `printf '%s\\0'${rest} | sort -z | xargs -0 $v`,
]

/** What holds the statements that set it, and leaves it set. */
const inside: readonly ((statements: string) => string)[] = [
  s => s,
  s => s,
  s => `eval ${quoted(s)}`,
  s => `command eval ${quoted(s)}`,
  s => `{\n${s}\n}`,
  s => `z() {\n${s}\n}\nz`,
  s => `if :; then\n${s}\nfi`,
  s => `for z in 1; do\n${s}\ndone`,
  s => `for z in 1 2; do\n${s}\ndone`,
  s => `case z in *)\n${s}\n;; esac`,
]

/** One such text, of as many draws for every command. */
export function held(command: string, random: Random): string {
  const end = command.indexOf(' ')
  const name = command.slice(0, end)
  const yes = pick(holds, random)
  const no = pick(fails, random)
  const made =
    random() < 0.2 ? `v=$(${filtered(name, random)})` : pick(makes, random)(name, [name.slice(0, 1), name.slice(1)], yes, no)
  const moved = [pick(moves, random), pick(moves, random)].slice(0, Math.floor(random() * 3)).map(move => move(yes))
  const first = pick(inside, random)(made)
  return [first, ...moved, pick(runs, random)(command.slice(end)), ''].join('\n')
}
