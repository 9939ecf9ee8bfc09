/** Commands that change refs here, run by git in repositories of their own and read by our analysis. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, heads, settings, slots, states, usual, verbs } from './local-words.ts'
import { copyOf, covers, numbers, ours, type Scratch } from './repositories.ts'

export interface Difference {
  readonly state: string
  readonly command: string
  readonly changed: readonly string[]
  readonly ours: readonly string[]
}

export interface Outcome {
  readonly tried: number
  /** Git changed a ref in so many. */
  readonly changing: number
  /** In so many of them our set names every ref, with no star and no unknown. */
  readonly exact: number
  readonly missed: readonly Difference[]
  /** Ours has a ref that git does not touch, although it is sure of it. */
  readonly wide: readonly Difference[]
}

/** What conflicts, what is only with a remote, files that commands read, and a repository of its own in `inner`. */
export const ground = ({ base, shell }: Scratch): void => {
  shell(
    `set -e
    git checkout -q -b side v1 && echo side > a && git commit -qam side && git format-patch -q -1 --stdout > ../conflict.patch
    git push -q origin v1:refs/heads/remote-only && git fetch -q --all
    git checkout -q --detach && echo new > new-file && git add new-file && git commit -qm fine && git format-patch -q -1 --stdout > ../fine.patch
    cd ../origin.git && git update-ref refs/tags/remote-tag $(git commit-tree -m lone 'main^{tree}') && cd ../base && git checkout -q main && git gc -q
    printf 'create refs/heads/made main\\ndelete refs/heads/both\\n' > ../refs.txt
    printf 'reset refs/heads/imported\\nfrom refs/heads/main^0\\n\\n' > ../import.txt
    git init -q -b main ../inner && cd ../inner && git commit -q --allow-empty -m one && git commit -q --allow-empty -m two && git branch dev/two && git branch both && git tag v1`,
    base,
  )
  writeFileSync(join(base, '.git/info/exclude'), 'wt\ninner\n')
}

/** Each ref of the repository, or of the one in `inner`. */
const shown = (command: string): string =>
  `git -C ${/\binner\b/.test(command) ? 'inner' : '.'} for-each-ref --format='%(objectname) %(symref) %(refname)' refs/heads refs/tags refs/odd`

const refsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('\n').flatMap(line => {
      const [, value, other, name] = /^(\S+) (\S*) (refs\/.*)$/.exec(line) ?? []
      return value === undefined || name === undefined ? [] : [[name, other || value] as const]
    }),
  )

/** What a permit has to hold for: what changes, or what is only read when nothing does. */
const told = (scratch: Scratch, command: string, cwd: string): readonly (string | undefined)[] => {
  const found = ours(scratch, command, cwd)
  const changed = found.filter(({ isRead }) => isRead !== true)
  return (changed.length > 0 ? changed : found).map(({ ref }) => ref)
}

export const compareLocal = (scratch: Scratch, setups: number, each: number, seed: number): Outcome => {
  const { root, home, shell } = scratch
  const next = numbers(seed)
  const one = (list: readonly string[]): string => (list[Math.floor(next() * list.length)] as string).replaceAll('ROOT', root)
  const drawn = (): string => {
    const verb = one(next() < 0.6 ? usual : Object.keys(verbs))
    const words = one(verbs[verb] ?? []).replace(/(?<![-\w])[BNCSTRF]\b/g, slot => one(slots[slot] ?? [slot]))
    const form = one(before)
    // What is quoted already stands plain.
    return (/["']/.test(words) && /["']%|git %["']/.test(form) ? 'git %' : form).replace('%', () => `${verb} ${words}`.trim())
  }
  const missed: Difference[] = []
  const wide: Difference[] = []
  let [tried, changing, exact] = [0, 0, 0]
  for (let at = 0; at < setups; at++) {
    const [head, config, state] = [one(heads), one(settings), one(states)]
    const folder = copyOf(scratch, `at-${at}/repo`, head, config)
    const kept = `${root}/kept-${at}`
    const commands = Array.from({ length: each }, drawn)
    const back = `rm -rf ${root}/at-${at} ${home}/.gitconfig; cp -a ${kept} ${root}/at-${at}; cd ${folder}`
    // The analysis reads the repository as it is before each command; a line that git never prints tells answers apart.
    const answers = shell(
      `cp -a ${root}/inner inner; [ ${head.includes('unborn')} = true ] || git reset -q --hard
      git worktree add -q -f wt feature/x || git worktree add -q --detach wt main
      { ${state || 'true'}; } >/dev/null 2>&1
      cp -a ${root}/at-${at} ${kept}; ${shown('')}; echo ==; ${shown('inner')}; echo ==
      ${commands.map(command => `( ${command}\n ) >/dev/null 2>&1 </dev/null; echo "exit $?"; cd ${folder}; ${shown(command)} 2>/dev/null; echo ==; ${back}`).join('\n')}
      true`,
      folder,
    ).split('==\n')
    const starts = answers.slice(0, 2).map(refsIn)
    for (const [i, command] of commands.entries()) {
      const start = starts[/\binner\b/.test(command) ? 1 : 0] as ReadonlyMap<string, string>
      const end = refsIn(answers[i + 2] ?? '')
      const own = told(scratch, command, folder)
      // Another name is gone from the list with its ref.
      const isOtherName = (ref: string): boolean => start.get(ref)?.startsWith('refs/') === true
      const changed = [...new Set([...start.keys(), ...end.keys()])].filter(
        ref => start.get(ref) !== end.get(ref) && !(isOtherName(ref) && !end.has(start.get(ref) ?? '')),
      )
      const difference = { state: `${head}; ${config}; ${state}`, command, changed, ours: own.map(String) }
      tried++
      if (changed.length === 0) continue
      changing++
      if (!changed.every(ref => own.some(pattern => covers(pattern, ref)))) missed.push(difference)
      // Of several commands, of one that failed and of one that fetches what is there already, a part did nothing.
      const isWhole = !/[;|&]|^\(|\b(?:fetch|pull)\b/.test(command) && answers[i + 2]?.startsWith('exit 0\n') === true
      const isSure = own.length > 0 && own.every(ref => ref !== undefined && !ref.includes('*'))
      if (!isWhole || !isSure) continue
      exact++
      // Nothing is seen of a ref that is moved to where it was.
      const isMoved = (ref: string): boolean =>
        changed.includes(ref) || isOtherName(ref) || changed.some(each => start.get(each) === start.get(ref))
      if (!own.every(ref => isMoved(ref ?? ''))) wide.push(difference)
    }
    shell(`rm -rf ${root}/at-${at} ${kept}`, root)
  }
  return { tried, changing, exact, missed, wide }
}
