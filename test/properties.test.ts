/** What holds for every spelling, not only for the rows somebody wrote down. Seeded, so that a failure repeats. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, type Outcome } from '../scripts/corpus/judge.ts'
import { readCorpus } from '../scripts/corpus/row.ts'

const seed = 20_261_121
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
/** Their harm is what reaches the terminal, which is lost behind `find -exec`: see known-gaps/nesting. */
const printsOnly = /\b(?:env|printenv)\b/
const oneLine = dangerous.filter(
  text => !/\n|#|HIST|history|\$0|\{\}/.test(text) && !ofThisShell.test(text) && !printsOnly.test(text),
)
/** One program and plain words, which any wrapper takes. */
const simple = oneLine.filter(text => /^[a-z][a-z0-9.]+(?: [\w./~=+@:,-]+)+$/.test(text))

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
].map(prefix => [prefix, command => `${prefix} ${command}`])

const spellings: readonly Wrap[] = [
  ['a backslash', command => `${command[0]}\\${command.slice(1)}`],
  ['quotes around', command => command.replace(/^\S+/, word => `"${word}"`)],
  ['quotes between', command => `${command[0]}''${command.slice(1)}`],
  ['ANSI-C quoting', command => `$'\\x${command.charCodeAt(0).toString(16)}'${command.slice(1)}`],
  ['tabs', command => command.replaceAll(' ', '\t')],
  ['a variable for the program', command => command.replace(/^(\S+)/, 'p=$1; $p')],
  ['an assignment before', command => `LANG=C ${command}`],
]

const compounds: readonly Wrap[] = [
  ['bash -c', command => `bash -c ${quoted(command)}`],
  ['sh -c', command => `sh -c ${quoted(command)}`],
  ['sudo bash -c', command => `sudo bash -c ${quoted(command)}`],
  ['env with a shell', command => `env -i bash -lc ${quoted(command)}`],
  ['timeout with a shell', command => `timeout 9 sh -c ${quoted(command)}`],
  ['eval', command => `eval ${quoted(command)}`],
  ['a variable and eval', command => `c=${quoted(command)}; eval "$c"`],
  ['a subshell', command => `( ${command} )`],
  ['a group', command => `{ ${command}\n}`],
  ['after true', command => `true && { ${command}\n}`],
  ['if', command => `if true; then ${command}\nfi`],
  ['a loop', command => `for i in 1; do ${command}\ndone`],
  ['a function', command => `run_it() { ${command}\n}; run_it`],
  ['the background', command => `{ ${command}\n} &`],
  ['the shell reads it', command => `echo ${quoted(command)} | bash`],
  ['a here-document', command => `bash <<'END_OF_IT'\n${command}\nEND_OF_IT`],
  ['find', command => `find . -maxdepth 0 -exec sh -c ${quoted(command)} \\;`],
  ['xargs', command => `echo x | xargs sh -c ${quoted(command)}`],
  ['watch', command => `watch -n 5 ${quoted(command)}`],
  ['script', command => `script -qc ${quoted(command)} /dev/null`],
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
        fc.constantFrom(...spellings, undefined),
        chain(prefixes),
        async (row, spell, wraps) => {
          const spelled =
            spell === undefined || spell[0].includes('variable') || spell[0].includes('assignment') ? row : spell[1](row)
          const wrapped = wraps.reduce((command, [, wrap]) => wrap(command), spelled)
          expect(await laxer(row, wrapped)).toBeUndefined()
        },
      ),
      { seed, numRuns: 800 },
    )
  })

  it('in every spelling', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...simple), fc.constantFrom(...spellings), async (row, [, spell]) => {
        expect(await laxer(row, spell(row))).toBeUndefined()
      }),
      { seed, numRuns: 600 },
    )
  })

  it('in nested shells, groups and control flow', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...oneLine), chain(compounds), async (row, wraps) => {
        const wrapped = wraps.reduce((command, [, wrap]) => wrap(command), row)
        expect(await laxer(row, wrapped)).toBeUndefined()
      }),
      { seed, numRuns: 1_200 },
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
      { seed, numRuns: 600 },
    )
  })
})

describe('a dangerous command as data', () => {
  it('never makes the verdict stricter than its carrier alone', async () => {
    const texts = [...dangerous, ...shellRows('evasions').filter(plain)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.constantFrom(...carriers), async (text, [, carry]) => {
        const [alone, carrying] = [await outcomeOf(carry('some text')), await outcomeOf(carry(text))]
        expect(
          strictness[carrying] > strictness[alone] ? `${alone} became ${carrying}: ${carry(text)}` : undefined,
        ).toBeUndefined()
      }),
      { seed, numRuns: 1_200 },
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
      { seed, numRuns: 500 },
    )
  })

  it('random text of any script is judged within the bound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 1_000 }), async text => {
        await quick(text)
      }),
      { seed, numRuns: 500 },
    )
  })

  it('random shell-like tokens are judged within the bound', async () => {
    const tokens =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: these are shell's own
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
      { seed, numRuns: 1_000 },
    )
  })
})
