/** What a shell offers after a line typed so far, asked of the real shell with the script that the executable prints. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'

export const binary = resolve('dist/tfy-hook')

export const has = async (program: string): Promise<boolean> =>
  (await execa('sh', ['-c', `command -v ${program}`], { reject: false })).exitCode === 0

export type Complete = (line: string) => Promise<readonly string[]>

const bare = { PATH: process.env.PATH ?? '', TERM: 'dumb', LC_ALL: 'C.UTF-8' }

const lines = (text: string): readonly string[] => [...new Set(text.split('\n').filter(line => line !== ''))].sort()

/** The last word is the one being typed; it may be empty. */
const split = (line: string): readonly string[] => `tfy-hook ${line}`.split(' ')

const inBash =
  (script: string, cwd: string): Complete =>
  async line => {
    // Bash itself cuts words at an equals sign.
    const words = split(line).flatMap(word => (word.startsWith('--') ? word.split(/(=)/).filter(part => part !== '') : [word]))
    const ask = '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tfy_hook; printf "%s\\n" "${COMPREPLY[@]}"'
    const { stdout } = await execa('bash', ['--norc', '--noprofile', '-c', ask, 'bash', script, ...words], {
      cwd,
      env: bare,
      extendEnv: false,
    })
    return lines(stdout)
  }

/** A real terminal, in which every match that is added is also noted. */
const zshAsk = `
zmodload zsh/zpty
zpty child zsh -f -i
zpty -w child "PROMPT=; autoload -U compinit; compinit -u -D; source $1"
zpty -w child 'compadd() { if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi; typeset -a hits; builtin compadd -O hits "$@"; print -rl -- $hits >> hits; builtin compadd "$@" }'
zpty -w child 'ended() { print >> done }; zle -N ended; bindkey "^X" ended; unsetopt automenu; setopt nolistbeep; LISTMAX=10000'
zpty -w child 'print > ready'
i=0; while [[ ! -e ready && i -lt 200 ]]; do sleep 0.05; ((i++)); done
zpty -w -n child "$2"$'\\t\\x18'
i=0; while [[ ! -e done && i -lt 200 ]]; do sleep 0.05; ((i++)); done
[[ -e done ]] || print -u2 'zsh did not answer'
zpty -d child
`

const inZsh =
  (script: string, cwd: string): Complete =>
  async line => {
    const { stdout } = await execa(
      'zsh',
      ['-f', '-c', `${zshAsk}\n[[ ! -e hits ]] || cat hits; rm -f hits ready done`, 'zsh', script, split(line).join(' ')],
      { cwd, env: { ...bare, HOME: cwd }, extendEnv: false },
    )
    return lines(stdout)
  }

const inFish =
  (script: string, cwd: string): Complete =>
  async line => {
    const { stdout } = await execa(
      'fish',
      ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, split(line).join(' ')],
      { cwd, env: { ...bare, HOME: cwd }, extendEnv: false },
    )
    return lines(stdout.replace(/\t.*$/gm, ''))
  }

const askers = { bash: inBash, zsh: inZsh, fish: inFish } as const
export type AskedShell = keyof typeof askers
export const askedShells = Object.keys(askers) as readonly AskedShell[]

export interface Asked {
  readonly complete: Complete
  readonly end: () => void
}

/** A folder with one file to name, and the shell's completion of ours. */
export const ask = async (shell: AskedShell): Promise<Asked> => {
  const dir = mkdtempSync(join(tmpdir(), 'tfy-hook-shell-'))
  const cwd = join(dir, 'here')
  mkdirSync(join(cwd, 'orders'), { recursive: true })
  writeFileSync(join(cwd, 'order.jsonl'), '')
  const script = join(dir, `tfy-hook.${shell}`)
  writeFileSync(script, (await execa(binary, ['completion', shell])).stdout)
  return { complete: askers[shell](script, cwd), end: () => rmSync(dir, { recursive: true, force: true }) }
}
