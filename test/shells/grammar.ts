/** Texts that shells read differently. Each takes a command and puts it where some shell runs it, and another does not. */

import { held } from './held.ts'
import { moved } from './moved.ts'
import { pick, quoted, type Random } from './pick.ts'

type Gadget = (command: string) => string

const listed = (text: string): string => text.replaceAll(' ', ',')

/** Signs that are one thing to one shell and two to another. */
const signs: readonly Gadget[] = [
  c => `((${c}))`,
  c => `(( ${c} ))`,
  c => `((${c}) )`,
  c => `( (${c}))`,
  c => `(((${c})))`,
  c => `if ((${c})); then :; fi`,
  c => `! ((${c}))`,
  c => `true && ((${c}))`,
  c => `echo $((1)); ((${c}))`,
  c => `: $(((${c})))`,
  c => `: $((${c}) )`,
  c => `for ((${c};0;)); do :; done`,
  c => `for ((;;)); do ${c}; break; done`,
  c => `ls &>/dev/null ${c}`,
  c => `ls &>>/dev/null ${c}`,
  c => `ls &> /dev/null ${c}`,
  c => `&>/dev/null ${c}`,
  c => `: |& ${c}`,
  c => `: &| ${c}`,
  c => `: &! ${c}`,
  c => `echo $[ 1 ; ${c} ; 1 ]`,
  c => `echo $[1;${c};1]`,
  c => `echo "$[ $(${c}) ]"`,
  c => `cat <<< x; ${c}`,
  c => `cat <<<E\n${c}\nE`,
  c => `cat < <(${c})`,
  c => `: > >(${c})`,
  c => `cat =(${c})`,
  c => `x==(${c})`,
  c => `=${c}`,
  c => `{${listed(c)}}`,
  c => `{,${listed(c)}}`,
  c => `case x in x) ;& y) ${c};; esac`,
  c => `case x in x) ;;& *) ${c};; esac`,
  c => `case x in x) :;| *) ${c};; esac`,
  c => `case x in (x) ${c};; esac`,
  c => `: >| f ${c}; ${c}`,
]

/** Words that are a part of the language to one shell and a program to another. */
const keywords: readonly Gadget[] = [
  c => `function f {\n${c}\n}`,
  c => `function f {\n${c}\n}\nf`,
  c => `function f() {\n${c}\n}\nf`,
  c => `function f { ${c}; }; f`,
  c => `function f()\n{ ${c}; }; f`,
  c => `function {\n${c}\n}`,
  c => `f() ${c}\nf`,
  c => `f() ${c}; f`,
  c => `f() { ${c} }; f`,
  c => `f g() { ${c}; }; g`,
  c => `() { ${c} }`,
  c => `{ ${c} }`,
  c => `{ : } always { ${c} }`,
  c => `if true { ${c} }`,
  c => `if [[ -n a ]] ${c}`,
  c => `if [[ -n a ]] { ${c} }`,
  c => `for x (a) ${c}`,
  c => `for x in a; { ${c}; }`,
  c => `foreach x (a); ${c}; end`,
  c => `foreach x (a)\n${c}\nend`,
  c => `repeat 1 ${c}`,
  c => `repeat 1; do ${c}; done`,
  c => `select x in a; do ${c}; break; done <<E\n1\nE`,
  c => `[[ a || ${c} ]]`,
  c => `[[ -z a || ${c} ]]`,
  c => `[[ -n a && ${c} ]]`,
  c => `[[ a\n${c}\n]]`,
  c => `[[ a; ${c}; ]]`,
  c => `[[ a = b || ${c} ]] || true`,
  c => `[[ a & ${c} ]]`,
  c => `[[ a | ${c} ]]`,
  c => `[[ ( a ) || ${c} ]]`,
  c => `if [[ a > b || ${c} ]]; then :; fi`,
  c => `coproc ${c}`,
  c => `coproc { ${c}; }`,
  c => `coproc N { ${c}; }`,
  c => `coproc {\n${c}\n}`,
  c => `time ${c}`,
  c => `time (${c})`,
  c => `time { ${c}; }`,
  c => `time -p ${c}`,
  c => `!(${c})`,
  c => `! ${c}`,
  c => `! ! ${c}`,
  c => `noglob ${c}`,
  c => `nocorrect ${c}`,
  c => `- ${c}`,
  c => `builtin ${c}`,
  c => `command ${c}`,
  c => `exec ${c}`,
  c => `emulate sh -c ${quoted(c)}`,
  c => `emulate zsh -c ${quoted(c)}`,
  c => `let ${quoted(`x=a[$(${c})]`)}`,
  c => `eval ${quoted(c)}`,
  c => `trap ${quoted(c)} EXIT`,
  c => `trap ${quoted(c)} 0`,
  c => `trap -- ${quoted(c)} EXIT`,
  c => `trap ${quoted(c)} DEBUG; :`,
  c => `trap ${quoted(c)} ERR; false`,
  c => `TRAPEXIT() { ${c}; }`,
  c => `alias a=${quoted(c)}\na`,
  c => `alias a=${quoted(c)}; eval a`,
  c => `alias -g A=${quoted(`; ${c}`)}; eval ': A'`,
  c => `alias -s zz=${quoted(`${c};:`)}; eval a.zz`,
  c => `alias 'echo=${c};'; eval 'echo x'`,
]

/** Quotes that end elsewhere. */
const quotes: readonly Gadget[] = [
  c => `echo $'a\\'; ${c}; #'`,
  c => `echo $'a\\'\n${c}\n#'`,
  c => `echo $'\\\\\\'; ${c}; #'`,
  c => `echo x$'\\'; ${c} #'`,
  c => `echo "$'a"; ${c}; #'`,
  c => `echo $"a"; ${c}`,
  c => `echo \${x:-$'\\'}; ${c} #'}`,
  ...[':-', '-', ':=', '=', ':+', '+', ':?', '#', '##', '%', '%%', '/', '//', '^', ',', ':'].flatMap(operator => [
    (c: string) => `echo "\${x${operator}'}"; ${c} #'}"`,
    (c: string) => `echo \${x${operator}'}; ${c} #'}`,
    (c: string) => `x=1; echo "\${x${operator}'}"; ${c} #'}"`,
    (c: string) => `echo "\${x${operator}"}; ${c} #"}"`,
  ]),
  c => `echo "\${x:-'}"\n${c}\n: "'}"`,
  c => `echo "\${x:-\\'}"; ${c} #'}"`,
  c => `echo "\${x:-"'"}"; ${c} #'}"`,
  c => `echo "\${x:-\${y:-'}}"; ${c} #'}}"`,
  c => `cat <<E\n\${x:-'}\nE\n${c}\n: <<E\n'}\nE`,
  c => `cat <<$'E'\n$E\n${c}\nE`,
  c => `cat <<$'E'\nE\n${c}\n$E`,
  c => `cat <<$"E"\n$E\n${c}\nE`,
  c => `cat <<"E"F\nEF\n${c}\nE`,
  c => `cat <<E\\F\nEF\n${c}\nE`,
  c => `cat <<-E\n\tE\n${c}\nE`,
  c => `cat <<"a b"\na b\n${c}`,
  c => `cat <<E; ${c}\nx\nE`,
  c => `cat <<E #\nx\nE\n${c}`,
  c => `cat <<'E'\nE \n${c}\nE`,
  c => `x=\`cat <<E\nE\n\`; ${c}`,
  c => `echo a#'; ${c} #'`,
  c => `echo \${x#'}; ${c} #'}`,
  c => `echo "a\\"; ${c} #"`,
  c => `echo 'a\\'; ${c} #'`,
  c => `: #'\n${c} #'`,
  c => `echo \`echo \\\`${c}\\\`\``,
  c => `echo "\`${c}\`"`,
  c => `echo '"'; ${c} #"`,
  c => `echo \\'; ${c} #'`,
  c => `$'\\x65cho' x; ${c}`,
  c => `x='it''s'; ${c}`,
]

/** Values that run: what a shell calculates, evaluates or prints in its own way. */
const values: readonly Gadget[] = [
  c => `echo *(e:${quoted(c)}:)`,
  c => `echo /*(e:${quoted(c)}:)`,
  c => `echo *(e{${quoted(c)}})`,
  c => `echo /*(oe:${quoted(c)}:)`,
  c => `f() { ${c}; }; echo /*(+f)`,
  c => `x=(${c}); $x`,
  c => `x=(${c}); "$x[@]"`,
  c => `x=(${c}); "\${x[@]}"`,
  c => `x=(${c}); "$x"`,
  c => `set -A x ${c}; $x`,
  c => `x=${quoted(c)}; $x`,
  c => `x=${quoted(c)}; $=x`,
  c => `x=${quoted(c)}; \${=x}`,
  c => `x=${quoted(c)}; \${(z)x}`,
  c => `x=${quoted(c)}; \${(s: :)x}`,
  c => `x=${quoted(`$(${c})`)}; : \${(e)x}`,
  c => `x=${quoted(`$(${c})`)}; : "\${(e)x}"`,
  c => `x=${quoted(`$(${c})`)}; : \${x@P}`,
  c => `x=${quoted(`$(${c})`)}; : \${(%%)x}`,
  c => `setopt promptsubst; x=${quoted(`$(${c})`)}; print -P "$x"`,
  c => `: \${(e):-'$(${c})'}`,
  c => `x=${quoted(`a[$(${c})]`)}; : $((x))`,
  c => `x=${quoted(`a[$(${c})]`)}; ((x))`,
  c => `x=${quoted(`a[$(${c})]`)}; [ x -eq 1 ]`,
  c => `x=${quoted(`a[$(${c})]`)}; test x -lt 1`,
  c => `x=${quoted(`a[$(${c})]`)}; [[ x -eq 1 ]]`,
  c => `x=${quoted(`a[$(${c})]`)}; y=abc; echo \${y:x:1}`,
  c => `x=${quoted(`a[$(${c})]`)}; y=abc; echo \${y:0:x}`,
  c => `x=${quoted(`a[$(${c})]`)}; b=(1); echo \${b[x]}`,
  c => `x=${quoted(`a[$(${c})]`)}; for ((i=x;i<0;)); do :; done`,
  c => `x=${quoted(`a[$(${c})]`)}; b[x]=1`,
  c => `x=${quoted(`a[$(${c})]`)}; shift x`,
  c => `x=${quoted(`a[$(${c})]`)}; ulimit -c x`,
  c => `x=${quoted(`a[$(${c})]`)}; : $[x]`,
  c => `typeset -i n=${quoted(`a[$(${c})]`)}`,
  c => `declare -i n; n=${quoted(`a[$(${c})]`)}`,
  c => `integer n=${quoted(`a[$(${c})]`)}`,
  c => `declare -n r=${quoted(`a[$(${c})]`)}; r=1`,
  c => `declare -n r=${quoted(`a[$(${c})]`)}; echo $r`,
  c => `r=${quoted(`a[$(${c})]`)}; echo \${!r}`,
  c => `test -v ${quoted(`a[$(${c})]`)}`,
  c => `[[ -v ${quoted(`a[$(${c})]`)} ]]`,
  c => `printf -v ${quoted(`a[$(${c})]`)} x`,
  c => `read ${quoted(`a[$(${c})]`)} <<E\nx\nE`,
  c => `a=(); unset ${quoted(`a[$(${c})]`)}`,
  c => `printf %d ${quoted(`a[$(${c})]`)}`,
  c => `PS4=${quoted(`$(${c})`)}; set -x; :`,
  c => `: \${|${c};}`,
  c => `: \${ ${c};}`,
  c => `: \${ ${c}\n}`,
  c => `echo ${quoted(`x\\n${c}`)} | sh`,
  c => `echo ${quoted(`x\n${c}`)} | sh`,
  c => `eval "$(echo ${quoted(`:\\n${c}`)})"`,
  c => `echo ${quoted(`:\\n${c}`)} > s; . ./s`,
  c => `echo -e ${quoted(`:\\n${c}`)} | sh`,
  c => `echo ${quoted(`\\0${c.charCodeAt(0).toString(8)}${c.slice(1)}`)} | sh`,
  c => `echo -n ${quoted(c)} | sh`,
  c => `print ${quoted(c)} | sh`,
  c => `print -r -- ${quoted(c)} | sh`,
  c => `printf %b ${quoted(`:\\n${c}`)} | sh`,
  c => `printf ${quoted(`:\\n${c}`)} | sh`,
  c => `printf '%q ' ${c} | sh`,
  c => `echo ${quoted(c)} >f; sh f`,
  c => `echo ${quoted(c)} >!f; sh f`,
  c => `$(echo ${c})`,
  c => `\`echo ${c}\``,
  c => `eval "\`echo ${c}\`"`,
  c => `set -- ${c}; "$@"`,
  c => `set -- ${c}; $*`,
  c => `IFS=,; x=${listed(c)}; $x`,
  c => `IFS=,; set -- ${c}; eval "$*"`,
  c => `. /dev/stdin <<E\n${c}\nE`,
  c => `x=abc; \${x:+${c}}`,
  c => `\${x:-${c}}`,
  c => `"\${x:-${c}}"`,
]

/** The program's first character as a number that the shell works out, in each of its ways. */
const codes: readonly ((code: number) => readonly [before: string, number: string])[] = [
  k => ['', `${k}`],
  k => ['', `0x${k.toString(16)}`],
  k => ['', `$((${k - 7} + 7))`],
  k => ['', `$[${k}]`],
  k => ['', `$((1 ? ${k} : 0))`],
  k => ['', `$((2#${k.toString(2)}))`],
  k => [`c=${k - 1}; : $((c = c + 1));`, '$c'],
  k => [`c=${k - 1}; : $((c++));`, '$c'],
  k => [`c=${k - 1}; : $((c += 1));`, '$c'],
  k => [`((c = ${k}));`, '$c'],
  k => [`let c=${k};`, '$c'],
  k => [`(exit ${k});`, '$?'],
  k => [`s=${'x'.repeat(k)};`, '${#s}'],
  k => [`s=$(printf 'x%.0s' ${Array.from({ length: k }, (_, at) => at).join(' ')});`, '${#s}'],
  k => [`s=$(printf 'x%.0s' {1..${k}});`, '${#s}'],
  k => [`s=$(printf '%${k}s' x);`, '${#s}'],
  k => [`set -- {1..${k}};`, '$#'],
  k => [`set -- ${'x '.repeat(k)};`, '$#'],
  k => [`a=({1..${k}});`, '${#a[@]}'],
  k => [`for c in {1..${k}}; do :; done;`, '$c'],
  k => [`c=0; while [ $c -lt ${k} ]; do c=$((c + 1)); done;`, '$c'],
  k => [`for ((c = 0; c < ${k}; c++)); do :; done;`, '$c'],
  k => ['', `$(expr ${k - 3} + 3)`],
  k => [`s=${'x'.repeat(k - 1)};`, '$(echo $s | wc -c)'],
]

/** Its name, made of parts and of numbers. */
const spelled: readonly Gadget[] = [
  ...codes.map(
    (make): Gadget =>
      c => {
        const [before, number] = make(c.charCodeAt(0))
        return `${before} $(printf "\\$(printf %03o ${number})")${c.slice(1)}`
      },
  ),
  ...codes.map(
    (make): Gadget =>
      c => {
        const [before, number] = make(c.charCodeAt(0) - 96)
        return `a=.abcdefghijklmnopqrstuvwxyz; ${before} n=${number}; \${a:$n:1}${c.slice(1)}`
      },
  ),
  c => `$(printf '%.${c.indexOf(' ')}s' ${c.replace(' ', 'zzz ')}`.replace(/zzz (.*)/, 'zzz) $1'),
  c => `$(printf '%.*s' 1 ${c[0]}zz)${c.slice(1)}`,
  c => `$(printf %c ${c[0]}zz)${c.slice(1)}`,
  c => `$(printf "\\x$(printf %x "'${c[0]}")")${c.slice(1)}`,
  c => `$(printf "\\$(printf %o "'${c[0]}")")${c.slice(1)}`,
  c => `$(for l in ${[...(c.split(' ', 1)[0] as string)].join(' ')}; do printf $l; done)${c.slice(c.indexOf(' '))}`,
  c => `x=$(for l in ${[...(c.split(' ', 1)[0] as string)].join(' ')}; do printf %s "$l"; done); "$x"${c.slice(c.indexOf(' '))}`,
  c => `$(printf '%s\n' ${[...(c.split(' ', 1)[0] as string)].join(' ')} | tr -d '\n')${c.slice(c.indexOf(' '))}`,
]

const around: readonly Gadget[] = [
  c => c,
  c => c,
  c => c,
  c => `x=1; ${c}`,
  c => `${c}\n:`,
  c => `:\n${c}`,
  c => `if true; then\n${c}\nfi`,
  c => `(${c}\n)`,
  c => `{ ${c}\n}`,
  c => `: && ${c}`,
  c => `: | ${c}`,
  c => `$(${c}\n)`,
  c => `echo "$(${c}\n)"`,
  c => `f() {\n${c}\n}\nf`,
  c => `for i in 1; do\n${c}\ndone`,
  c => `case x in *) ${c}\n;; esac`,
  c => `eval ${quoted(c)}`,
]

const ofNames = spelled.map(
  (gadget): Gadget =>
    c =>
      /^[a-z]+ /.test(c) ? gadget(c) : c,
)
const gadgets = [signs, keywords, quotes, values, ofNames]

/** Pieces of which some are whole words to one shell only. */
const pieces =
  `(( )) ( ) [[ ]] { } ; && || | |& & &> $' ' " \\' \\" \n function f f() $[ ] $(( $( \` \${x:- \${x# \${x- <<< <<E E # =( : true echo ! time if then fi case x in x) ;; ;& esac for a do done <( >( $" - = x= 'a "b \\ && || ; \n ; \n`.split(
    / |(?<=\n)(?= )/,
  )

/** One text around a command, and always the same one for the same numbers. */
export function text(command: string, random: Random): string {
  if (random() < 0.3) return held(command, random)
  if (random() < 0.2) return moved(command, random)
  if (random() < 0.25) {
    const size = 3 + Math.floor(random() * 10)
    const at = Math.floor(random() * size)
    let soup = ''
    for (let index = 0; index < size; index++) {
      if (index === at) soup += ` ${command} `
      soup += pick(pieces, random) + (random() < 0.6 ? ' ' : '')
    }
    return soup
  }
  const depth = random() < 0.6 ? 1 : 2
  let inner = command
  for (let level = 0; level < depth; level++) inner = pick(around, random)(pick(pick(gadgets, random), random)(inner))
  return inner
}

/** Every gadget once, by itself. */
export const alone = (command: string): readonly string[] => gadgets.flat().map(gadget => gadget(command))
