/** What holds for every spelling, not only for the rows somebody wrote down. Seeded, so that a failure repeats. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, type Outcome } from '../scripts/corpus/judge.ts'
import { readCorpus } from '../scripts/corpus/row.ts'
import { misleadsAgents } from '../src/engine/detect/agent-orders.ts'
import { findInjection } from '../src/engine/detect/injection.ts'
import { findSecrets } from '../src/engine/detect/secrets.ts'

const seed = 20_261_121
/** More runs than usual, to look for what is rare. */
const times = Number(process.env.PROPERTY_RUNS ?? 1)
const files = readCorpus()

/** How strict an outcome is. A crash is a failure of the guard, and so laxer than anything. */
const strictness: Readonly<Record<Outcome, number>> = { crash: -1, allow: 0, redact: 1, ask: 2, deny: 3 }
const outcomes = new Map<string, Promise<Outcome>>()
const outcomeOf = (shell: string): Promise<Outcome> => {
  const known = outcomes.get(shell) ?? judge({ shell }, 'must-deny').then(({ outcome }) => outcome)
  outcomes.set(shell, known)
  return known
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const shellRows = (promise: string): readonly string[] =>
  files.flatMap(file =>
    file.promise !== promise || file.name === 'windows'
      ? []
      : file.rows.flatMap(({ shell, tool, cwd, platform }) =>
          shell === undefined || tool !== undefined || cwd !== undefined || platform !== undefined ? [] : [shell],
        ),
  )

/** Text that hides something is a finding wherever it stands. */
const plain = (text: string): boolean => /^[\x20-\x7e\n\t]*$/.test(text)
/** Built-in commands, which change only the shell that runs them and so mean something else in another one. */
const ofThisShell = /^(?:alias|cd|declare|env|eval|exec|export|history|mapfile|pushd|read|set|source|trap|umask|unset|\.)\b/

const dangerous = shellRows('must-deny').filter(plain)
/** Their harm is what reaches the terminal, which is lost behind what other languages run. */
const printsOnly = /\bcompgen\b|^(?:for [^;]*; do )?(?:echo|printf)\b[^|<>]*\$[^|<>]*$/
const oneLine = dangerous.filter(text => !/\n|#|HIST|history/.test(text) && !ofThisShell.test(text) && !printsOnly.test(text))
/** One program and plain words, which any wrapper takes. */
const simple = oneLine.filter(text => /^[a-z][a-z0-9.]+(?: [\w./~=+@:,-]+)+$/.test(text))

const ownShell = /\bsh(?: \\;|$)/

type Wrap = readonly [name: string, wrap: (command: string) => string]

const prefixes: readonly Wrap[] = [
  'sudo',
  'sudo -n -u root',
  'env',
  'env A=1 B=2',
  'env -u DEBUG',
  'nice',
  'nice -n 10',
  'ionice -c 3',
  'nohup',
  'timeout 30',
  'timeout -k 5 -s TERM 1m',
  'setsid',
  'stdbuf -oL',
  'chrt -i 0',
  'taskset -c 0',
  'command',
  'exec',
  'time',
  'busybox env',
  'doas -u root',
  'systemd-run --user',
  'systemd-inhibit --why test',
  'dbus-run-session',
  'xvfb-run -a',
  'caffeinate -i',
  'numactl -N 0',
  'prlimit --nofile=100',
  'setarch x86_64',
  'unshare -r',
  'fakeroot',
  'firejail',
  'faketime 2020-01-01',
  'strace -f -o trace.txt',
  'ltrace -f',
  'perf stat -e cycles',
  'torsocks',
  'proxychains4 -q',
  'unbuffer',
  'catchsegv',
  'eatmydata',
  'choom -n 100',
  'exec -a name',
  'cross-env A=1',
  'dotenv -e .env.test --',
  'npx --yes',
  'uv run',
  'poetry run',
  'pipenv run',
  'bundle exec',
  'pnpm exec',
  'conda run -n base',
  'mise exec --',
  'flock /tmp/lock',
  'setpriv --no-new-privs',
].map(prefix => [prefix, command => `${prefix} ${command}`])

/** A tilde is expanded where it is written, not where it is read; a pattern only where no quotes are around it. */
const asRead = (command: string): string => command.replace(/(?<= )~(?=\/| |$)/g, '/home/dev')
const unread = (command: string): boolean => asRead(command).includes('~')
const fieldsOf = (command: string): string => (/[*?]/.test(command) ? '${w[@]}' : '"${w[@]}"')

const spellings: readonly Wrap[] = [
  ['a backslash', command => `${command[0]}\\${command.slice(1)}`],
  ['quotes around', command => command.replace(/^\S+/, word => `"${word}"`)],
  ['quotes between', command => `${command[0]}''${command.slice(1)}`],
  ['ANSI-C quoting', command => `$'\\x${command.charCodeAt(0).toString(16)}'${command.slice(1)}`],
  ['tabs', command => command.replaceAll(' ', '\t')],
  ['a variable for the program', command => command.replace(/^(\S+)/, 'p=$1; $p')],
  ['octal ANSI-C quoting', command => `$'\\${command.charCodeAt(0).toString(8).padStart(3, '0')}'${command.slice(1)}`],
  ['a unicode escape', command => `$'\\u${command.charCodeAt(0).toString(16).padStart(4, '0')}'${command.slice(1)}`],
  ['a line continued', command => `${command[0]}\\\n${command.slice(1)}`],
  ['lines of Windows', command => `true\r\n${command}\r\n`],
  ['an empty substitution', command => `${command[0]}$()${command.slice(1)}`],
  ['an unset variable', command => `${command[0]}\${unset_name}${command.slice(1)}`],
  ['braces', command => command.replace(/^\S+/, word => `{${word},}`)],
  ['a substitution', command => command.replace(/^\S+/, word => `$(echo ${word})`)],
  [
    'a printed escape',
    command => command.replace(/^\S+/, word => `$(printf '\\x${word.charCodeAt(0).toString(16)}${word.slice(1)}')`),
  ],
  ['an array', command => `a=(${command}); "\${a[@]}"`],
  [
    'an array with subscripts',
    // Behind a second `=`, no tilde is expanded.
    command =>
      command.includes('=~')
        ? command
        : `a=(${command
            .split(' ')
            .map((word, at) => `[${at}]=${word}`)
            .join(' ')}); "\${a[@]}"`,
  ],
  ['positional parameters', command => `set -- ${command}; "$@"`],
  ['a shifted parameter', command => `set -- x ${command}; shift; "$@"`],
  ['a slice', command => command.replace(/^(\S+)/, 'p=xx$1; ${p:2}')],
  ['a removed suffix', command => command.replace(/^(\S+)/, 'p=$1.txt; ${p%.txt}')],
  ['a replaced part', command => command.replace(/^(\S)(\S*)/, 'p=$1@$2; ${p/@/}')],
  ['an indirect name', command => command.replace(/^(\S+)/, 'p=$1; q=p; ${!q}')],
  ['a reference', command => command.replace(/^(\S+)/, 'p=$1; declare -n q=p; $q')],
  ['a choice of programs', command => command.replace(/^(\S+)(.*)$/, 'for p in true $1; do $p$2; done')],
  ['read', command => (unread(command) ? command : `read -ra w <<< ${quoted(asRead(command))}; ${fieldsOf(command)}`)],
  [
    'mapfile',
    command =>
      unread(command) ? command : `mapfile -t w <<< $'${asRead(command).replaceAll(' ', '\\n')}'; ${fieldsOf(command)}`,
  ],
  [
    'a changed IFS',
    command =>
      unread(command) ? command : `IFS=% read -ra w <<< ${quoted(asRead(command).replaceAll(' ', '%'))}; ${fieldsOf(command)}`,
  ],
  ['printf -v', command => command.replace(/^(\S+)/, 'printf -v p %s $1; $p')],
  ['an assignment before', command => `LANG=C ${command}`],
]

/** These keep a command one command, which a wrapper in front takes. */
const respells = new Set([
  'a backslash',
  'quotes around',
  'quotes between',
  'ANSI-C quoting',
  'octal ANSI-C quoting',
  'a unicode escape',
  'a line continued',
  'an empty substitution',
  'an unset variable',
  'braces',
  'a substitution',
  'a printed escape',
  'tabs',
])

const compounds: readonly Wrap[] = [
  ['bash -c', command => `bash -c ${quoted(command)}`],
  ['sh -c', command => `sh -c ${quoted(command)}`],
  ['sudo bash -c', command => `sudo bash -c ${quoted(command)}`],
  ['env with a shell', command => `env -i bash -lc ${quoted(command)}`],
  ['timeout with a shell', command => `timeout 9 sh -c ${quoted(command)}`],
  ['eval', command => `eval ${quoted(command)}`],
  ['a variable and eval', command => `_text=${quoted(command)}; eval "$_text"`],
  ['a subshell', command => `( ${command} )`],
  ['a group', command => `{ ${command}\n}`],
  ['after true', command => `true && { ${command}\n}`],
  ['if', command => `if true; then ${command}\nfi`],
  ['a loop', command => `for i in 1; do ${command}\ndone`],
  ['a function', command => `run_it() { ${command}\n}; run_it`],
  ['the background', command => `{ ${command}\n} &`],
  ['the shell reads it', command => `echo ${quoted(command)} | bash`],
  ['a here-document', command => `bash <<'END_OF_IT'\n${command}\nEND_OF_IT`],
  ['find', command => (command.includes('{}') ? command : `find . -maxdepth 0 -exec sh -c ${quoted(command)} \\;`)],
  ['xargs', command => `echo x | xargs sh -c ${quoted(command)}`],
  ['watch', command => `watch -n 5 ${quoted(command)}`],
  ['script', command => `script -qc ${quoted(command)} /dev/null`],
  ['a login shell', command => `bash --login -c ${quoted(command)}`],
  ['bash -s', command => `bash -s <<< ${quoted(command)}`],
  ['a here-string', command => `sh <<< ${quoted(command)}`],
  ['source', command => `source /dev/stdin <<< ${quoted(command)}`],
  ['a sourced substitution', command => `. <(printf '%s' ${quoted(command)})`],
  ['a written file', command => `echo ${quoted(command)} > step.sh; sh ./step.sh`],
  ['a descriptor', command => `exec 3<<< ${quoted(command)}; bash <&3`],
  ['an output substitution', command => `echo ${quoted(command)} > >(bash)`],
  ['tee', command => `echo ${quoted(command)} | tee >(bash)`],
  ['a coprocess', command => `coproc { ${command}\n}`],
  ['a trap', command => `trap ${quoted(command)} EXIT`],
  ['an alias', command => `alias step=${quoted(command)}; step`],
  // It has parameters of its own.
  ['a positional script', command => (/\$[\d@*]/.test(command) ? command : `sh -c 'eval "$1"' _ ${quoted(command)}`)],
  [
    'a read line',
    command => (command.includes('\n') ? command : `while read -r line; do eval "$line"; done <<< ${quoted(command)}`),
  ],
  ['a choice of commands', command => `for step in true ${quoted(command)}; do eval "$step"; done`],
  ['while', command => `while true; do ${command}\ndone`],
  ['case', command => `case x in *) ${command}\n;; esac`],
  ['an arithmetic loop', command => `for ((i = 0; i < 1; i++)); do ${command}\ndone`],
  ['a negation', command => `! { ${command}\n}`],
  ['timing', command => `time { ${command}\n}`],
  ['after or', command => `false || { ${command}\n}`],
  ['a handler', command => `command_not_found_handle() { ${command}\n}`],
  ['parallel', command => `parallel ::: ${quoted(command)}`],
  ['xargs with a place', command => `echo x | xargs -I${command.includes('{}') ? '%%' : '{}'} sh -c ${quoted(command)}`],
  ['flock', command => `flock /tmp/lock -c ${quoted(command)}`],
  ['su', command => `su dev -c ${quoted(command)}`],
  ['npx', command => `npx -c ${quoted(command)}`],
  ['python', command => `python3 -c ${quoted(`import os; os.system(${JSON.stringify(command)})`)}`],
  ['node', command => `node -e ${quoted(`require("child_process").execSync(${JSON.stringify(command)}, { stdio: "inherit" })`)}`],
  ['ruby', command => `ruby -e ${quoted(`system(${JSON.stringify(command).replaceAll('#', '\\#')})`)}`],
  // A shell of its own takes that text as what to run.
  ['behind a pipe', command => (ownShell.test(command) ? command : `echo x | { ${command}\n}`)],
  ['with a text on its input', command => (ownShell.test(command) ? command : `{ ${command}\n} <<< x`)],
  ['silent errors', command => `{ ${command}\n} 2> /dev/null`],
]

const carriers: readonly Wrap[] = [
  ['echo', text => `echo ${quoted(text)}`],
  ['printf to a file', text => `printf '%s\\n' ${quoted(text)} >> notes.md`],
  ['a commit message', text => `git commit -m ${quoted(text)}`],
  ['a pull request', text => `gh pr create --title 'Fix' --body ${quoted(text)}`],
  ['a here-document to a file', text => `cat > docs/notes.md <<'END_OF_IT'\n${text}\nEND_OF_IT`],
  ['a comment', text => `ls src # ${text.replaceAll('\n', ' ')}`],
  ['a grep pattern', text => `grep -rnF -e ${quoted(text)} docs`],
  ['a search', text => `rg -F -- ${quoted(text)} src`],
  ['a comparison', text => `[ "$last" = ${quoted(text)} ] && echo same`],
  ['an argument of jq', text => `jq -n --arg text ${quoted(text)} '{text: $text}'`],
  ['a variable that is printed', text => `text=${quoted(text)}; echo "$text"`],
  ['an array that is counted', text => `a=(${quoted(text)}); echo "\${#a[@]}"`],
  ['a read variable', text => `read -r text <<< ${quoted(text)}; echo "$text"`],
  ['a here-string', text => `wc -c <<< ${quoted(text)}`],
  ['a descriptor', text => `exec 3<<< ${quoted(text)}; wc -l <&3`],
  ['an output substitution', text => `echo ${quoted(text)} > >(tee log.txt)`],
  ['a printed loop', text => `while read -r line; do echo "$line"; done <<< ${quoted(text)}`],
  ['a text of Python', text => `python3 -c ${quoted(`print(len(${JSON.stringify(text)}))`)}`],
  ['a text of Node', text => `node -e ${quoted(`console.log(${JSON.stringify(text)}.length)`)}`],
  ['a positional argument', text => `sh -c 'echo "$1"' _ ${quoted(text)}`],
  ['an environment variable', text => `NOTE=${quoted(text)} printenv NOTE | wc -c`],
  ['a test name', text => `npx vitest run -t ${quoted(text)}`],
]

const laxer = async (inner: string, outer: string): Promise<string | undefined> => {
  const [before, after] = [await outcomeOf(inner), await outcomeOf(outer)]
  return strictness[after] < strictness[before] ? `${before} became ${after}: ${outer}` : undefined
}

describe('wrapping a dangerous command never makes the verdict laxer', () => {
  const chain = (wraps: readonly Wrap[]) => fc.array(fc.constantFrom(...wraps), { minLength: 1, maxLength: 3 })

  it('has samples', () => {
    expect(simple.length).toBeGreaterThan(200)
    expect(oneLine.length).toBeGreaterThan(800)
  })

  it('in wrappers, whose last word may be respelled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...simple),
        fc.constantFrom(...spellings.filter(([name]) => respells.has(name)), undefined),
        chain(prefixes),
        async (row, spell, wraps) => {
          const spelled = spell === undefined ? row : spell[1](row)
          const wrapped = wraps.reduce((command, [, wrap]) => wrap(command), spelled)
          expect(await laxer(row, wrapped)).toBeUndefined()
        },
      ),
      { seed, numRuns: 800 * times },
    )
  })

  it('in every spelling', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...simple), fc.constantFrom(...spellings), async (row, [, spell]) => {
        expect(await laxer(row, spell(row))).toBeUndefined()
      }),
      { seed, numRuns: 600 * times },
    )
  })

  it('in nested shells, groups and control flow', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...oneLine), chain(compounds), async (row, wraps) => {
        const wrapped = wraps.reduce((command, [, wrap]) => wrap(command), row)
        expect(await laxer(row, wrapped)).toBeUndefined()
      }),
      { seed, numRuns: 1_200 * times },
    )
  })

  it('in wrappers around nested shells', async () => {
    const shells = compounds.filter(([name]) => name === 'bash -c' || name === 'sh -c')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...oneLine),
        fc.constantFrom(...shells),
        chain(prefixes),
        async (row, [, shell], wraps) => {
          const wrapped = wraps.reduce((command, [, wrap]) => wrap(command), shell(row))
          expect(await laxer(row, wrapped)).toBeUndefined()
        },
      ),
      { seed, numRuns: 600 * times },
    )
  })
})

/** As one word, these are a path of a key, and a module of the guard in a string of code. */
const namesFile = /^\/bin\/\S*\[.*\.ssh\/|node_modules\/@truefoundry\//

describe('a dangerous command as data', () => {
  it('never makes the verdict stricter than its carrier alone', async () => {
    // A text nested beyond the bounds of the analysis is a question wherever it stands, and so are a live token and orders to agents, which a
    // page may hold in a comment.
    const texts = [...dangerous, ...shellRows('evasions').filter(plain)].filter(
      text =>
        text.length < 2_000 &&
        findSecrets(text).length === 0 &&
        findInjection(text).length === 0 &&
        !text.includes('<!--') &&
        !misleadsAgents(text, true) &&
        !namesFile.test(text),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.constantFrom(...carriers), async (text, [, carry]) => {
        const [alone, carrying] = [await outcomeOf(carry('some text')), await outcomeOf(carry(text))]
        expect(
          strictness[carrying] > strictness[alone] ? `${alone} became ${carrying}: ${carry(text)}` : undefined,
        ).toBeUndefined()
      }),
      { seed, numRuns: 1_200 * times },
    )
  })
})

describe('whatever comes in', () => {
  const boundMs = 50

  /** The quickest of three, because the machine may be busy; a slow command is slow every time. */
  const quick = async (shell: string): Promise<void> => {
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < 3 && best > boundMs; i++) {
      const { outcome, rules, ms } = await judge({ shell }, 'must-not-crash')
      expect(outcome === 'crash' ? rules : []).toEqual([])
      best = Math.min(best, ms)
    }
    expect(best).toBeLessThanOrEqual(boundMs)
  }

  it('random bytes are judged within the bound', async () => {
    const decoder = new TextDecoder()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), fc.boolean(), async (bytes, utf8) => {
        await quick(utf8 ? decoder.decode(bytes) : String.fromCharCode(...bytes))
      }),
      { seed, numRuns: 500 * times },
    )
  })

  it('random text of any script is judged within the bound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 1_000 }), async text => {
        await quick(text)
      }),
      { seed, numRuns: 500 * times },
    )
  })

  it('random shell-like tokens are judged within the bound', async () => {
    const tokens =
      "rm|-rf|/|~|*|$|${|}|$(|)|`|'|\"|;|&&|\\|\\||\\||&|<|>|>>|<<E|<<<|\n|E|(|((|[[|]]|{|{a,b}|{1..9}|if|then|fi|for|in|do|done|while|case|esac|f()|function|eval|bash|sh|-c|sudo|env|-i|xargs|find|-exec|\\;|+|git|push|--force|$x|${x:-y}|${x//a/b}|x=1|a=(|!|#|\\|$'\\x41'|cat|.env|curl|http://a.b|base64|-d|python3|node|-e|cd|..|echo|$IFS|?|[a-z]|~dev|2>&1|é|\u200b|awk|sed|ssh|docker|exec|kubectl|make|npm|run|powershell|-enc"
        .split(/(?<!\\)\|/)
        .map(token => token.replace(/^\\\|(?:\\\|)?$/, match => match.replaceAll('\\', '')))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...tokens), { maxLength: 120 }),
        fc.constantFrom(' ', '', '\n'),
        async (words, joint) => {
          await quick(words.join(joint))
        },
      ),
      { seed, numRuns: 1_000 * times },
    )
  })
})
