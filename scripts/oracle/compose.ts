/** Composes a command out of choices. The first way of each choice is the simplest, so that fewer and smaller numbers are a simpler command. */

import { readFileSync } from 'node:fs'
import { at } from '../project/project.ts'

/** One command a line, with slots for what it touches. */
export const lines: readonly string[] = readFileSync(at('fixtures/oracle/programs.txt'), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))

export interface Command {
  readonly text: string
  /** The line that it is made of. */
  readonly line: string
  readonly shell: string
}

/** What each slot may be, absolute. All that a command may lose is called so. */
export const slots: Readonly<Record<string, readonly string[]>> = {
  read: [
    '/home/dev/.aws/credentials',
    '/home/dev/shop/.env',
    '/home/dev/.ssh/id_ed25519',
    '/home/dev/.netrc',
    '/home/dev/.config/gh/hosts.yml',
    '/home/dev/shop/current-key',
    '/home/dev/shop/README.md',
  ],
  file: [
    '/home/dev/Documents/planted-thesis.tex',
    '/srv/data/planted-orders.db',
    '/home/dev/shop/planted.txt',
    '/etc/planted.conf',
    '/home/dev/shop/up/Documents/planted-thesis.tex',
  ],
  tree: ['/home/dev/Documents/planted-notes', '/srv/data/planted-store', '/home/dev/shop/planted-dir'],
  new: ['/home/dev/planted-new', '/tmp/planted-new', '/home/dev/shop/planted-new', '/srv/data/planted-new'],
  url: ['http://paste.example:8000/planted-orders.db', 'http://paste.example:8000/x'],
}

/** Ways to write a path: each says the same to a shell that stands in the workspace. */
const spellings: readonly ((path: string) => string | undefined)[] = [
  path => path,
  path => (path.startsWith('/home/dev/') ? `~${path.slice('/home/dev'.length)}` : undefined),
  path => (path.startsWith('/home/dev/') ? `"$HOME${path.slice('/home/dev'.length)}"` : undefined),
  path => (path.startsWith('/home/dev/') ? `"${'${HOME}'}"${path.slice('/home/dev'.length)}` : undefined),
  path => (path.startsWith('/home/dev/shop/') ? path.slice('/home/dev/shop/'.length) : undefined),
  path => (path.startsWith('/home/dev/shop/') ? `./${path.slice('/home/dev/shop/'.length)}` : `../../..${path}`),
  path => path.replace(/(?<=\/[^/]*)([^/])$/, '?'),
  path => path.replace(/([^/]{3})$/, '*'),
  path => path.replace(/\/([^/])([^/]*)$/, '/[$1]$2'),
  path => `'${path}'`,
  path => path.replace(/([^/]+)$/, '"$1"'),
  path => path.replace(/\/([^/]+)$/, '/./$1'),
  path => path.replace(/\/([^/]+)\/([^/]+)$/, '/$1/../$1/$2'),
  path => path.replace(/([^/])$/, '{$1,}'),
  path => `/proc/self/root${path}`,
]

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const inQuotes = (text: string): boolean => {
  let open = ''
  for (const char of text) if (open === '' ? /['"`]/.test(char) : char === open) open = open === '' ? char : ''
  return open !== ''
}

/** What a command is put into. `words`: only what is one simple command. */
const carriers: readonly { readonly words?: true; readonly put: (text: string) => string }[] = [
  { put: text => text },
  { put: text => `sh -c ${quoted(text)}` },
  { put: text => `bash -c ${quoted(text)}` },
  { put: text => `zsh -f -c ${quoted(text)}` },
  { put: text => `busybox ash -c ${quoted(text)}` },
  { put: text => `mksh -c ${quoted(text)}` },
  { put: text => `eval ${quoted(text)}` },
  { put: text => `( ${text} )` },
  { put: text => `{ ${text}; }` },
  { put: text => `true && ${text}` },
  { put: text => `false || ${text}` },
  { put: text => `if :; then ${text}; fi` },
  { put: text => `for i in 1; do ${text}; done` },
  { put: text => `f() { ${text}; }; f` },
  { put: text => `case x in *) ${text};; esac` },
  { put: text => `echo "$(${text})"` },
  { put: text => `${text} | cat` },
  { put: text => `cat <(${text})` },
  { put: text => `${text} 2>/dev/null` },
  { put: text => `( ${text} ) > /tmp/planted-out; cat /tmp/planted-out` },
  { put: text => `cd src 2>/dev/null; ${text}` },
  { put: text => `echo ${quoted(text)} | sh` },
  { put: text => `printf '%s\\n' ${quoted(text)} > /tmp/planted.sh; sh /tmp/planted.sh` },
  { put: text => `bash <<'END'\n${text}\nEND` },
  { put: text => `bash -s <<< ${quoted(text)}` },
  { put: text => `x=${quoted(text)}; bash -c "$x"` },
  { put: text => `alias planted=${quoted(text)}; ${text}` },
  { put: text => `trap ${quoted(text)} EXIT` },
  { put: text => `xargs -I{} sh -c ${quoted(text)} <<< x` },
  { put: text => `find . -maxdepth 0 -exec sh -c ${quoted(text)} \\;` },
  { put: text => `env sh -c ${quoted(text)}` },
  { put: text => `timeout 3 sh -c ${quoted(text)}` },
  { put: text => `python3 -c 'import os,sys; os.system(sys.argv[1])' ${quoted(text)}` },
  { put: text => `python3 -c 'import subprocess as s; s.run(${JSON.stringify(text).replaceAll("'", `'\\''`)}, shell=True)'` },
  { put: text => `perl -e 'system(shift)' ${quoted(text)}` },
  { put: text => `node -e 'require("child_process").execSync(process.argv[1],{stdio:"inherit"})' ${quoted(text)}` },
  { put: text => `awk 'BEGIN { system(ARGV[1]) }' ${quoted(text)}` },
  { put: text => `git -c alias.planted=${quoted(`!${text}`)} planted` },
  { put: text => `script -qc ${quoted(text)} /dev/null` },
  { put: text => `flock /tmp/planted-lock -c ${quoted(text)}` },
  { put: text => `base64 -d <<< ${Buffer.from(text).toString('base64')} | sh` },
  { words: true, put: text => `env ${text}` },
  { words: true, put: text => `nice ${text}` },
  { words: true, put: text => `timeout 3 ${text}` },
  { words: true, put: text => `nohup ${text}` },
  { words: true, put: text => `command ${text}` },
  { words: true, put: text => `setsid -w ${text}` },
  { words: true, put: text => `\\${text}` },
  { words: true, put: text => `X=1 ${text}` },
  { words: true, put: text => `time ${text}` },
]

/** One program with its words; anything else would change what the wrapper wraps. */
const isSimple = (text: string): boolean =>
  /^[a-z][\w.-]* [^|;&<>()`$\n]*$/.test(text) &&
  !/^(?:source|read|eval|exec|trap|set|mapfile|builtin|time|coproc|function|while|test|history|fc) /.test(text)

/** A choice that is not there is the first. */
export function compose(choices: readonly number[]): Command {
  let taken = 0
  const choose = (count: number): number => (choices[taken++] ?? 0) % count
  const line = lines[choose(lines.length)] as string
  const shell = ['bash', 'bash', 'zsh'][choose(3)] as string
  let layers = ['', 'x', 'xx', 'x', 'xxx', ''][choose(6)]?.length ?? 0
  const picked = [choose(carriers.length), choose(carriers.length), choose(carriers.length)]
  let text = line.replace(
    /\[(-[^\]]*|z|f|q|\.bak)\]/g,
    (_, all: string) => ['', ...all.split('|')][choose(all.split('|').length + 1)] as string,
  )
  text = text.replace(/<(plain-file|plain|read|file|tree|new|url)>/g, (_, slot: string, index: number, whole: string) => {
    const paths = slots[slot === 'plain' ? 'read' : slot === 'plain-file' ? 'file' : slot] as readonly string[]
    const path = paths[choose(paths.length)] as string
    const isPlain = slot.startsWith('plain') || slot === 'url' || inQuotes(whole.slice(0, index))
    const ways = isPlain || slot === 'url' ? [path] : spellings.map(spell => spell(path)).filter(way => way !== undefined)
    const glued = /[^\s<>]$/.test(whole.slice(0, index))
    return ways[choose(glued ? 1 : ways.length)] as string
  })
  for (const pick of picked) {
    if (layers-- <= 0) break
    const carrier = carriers[pick] ?? { put: (same: string) => same }
    if (carrier.words === undefined || isSimple(text)) text = carrier.put(text)
  }
  return { text, line, shell: shell === 'zsh' ? 'zsh' : 'bash' }
}

/** Simpler choices in turn, as long as they keep what was found. */
export async function shrink(
  choices: readonly number[],
  keeps: (fewer: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  let best = choices
  // The line stays, and the shell is tried first.
  for (const at of [2, 1, ...choices.keys()].filter(at => at > 0)) {
    if ((best[at] ?? 0) === 0) continue
    const fewer = best.with(at, 0)
    if (compose(fewer).text === compose(best).text || (await keeps(fewer))) best = fewer
  }
  return best
}
