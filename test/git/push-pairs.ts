/** Pushes, asked of git and of our analysis. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { heads, type PushWords } from './push-words.ts'
import { copyOf, covers, numbers, ours, type Scratch } from './repositories.ts'

export interface Difference {
  readonly setup: string
  readonly command: string
  readonly git: readonly string[]
  readonly ours: readonly string[]
}

export interface Outcome {
  readonly tried: number
  /** Git pushed something in so many. */
  readonly pushed: number
  /** In so many our set names every ref, with no star and no unknown. */
  readonly exact: number
  readonly missed: readonly Difference[]
  /** Ours has a ref that git does not touch, although it is sure of it. */
  readonly wide: readonly Difference[]
}

/** Files that settings name, a repository of its own in `module`, one without a tree, and remotes as git wrote them in 2005. */
const ground = ({ root, base, home, shell }: Scratch): void => {
  const write = (path: string, text: string) => writeFileSync(join(root, path), text.replaceAll('ROOT', root))
  shell('mkdir -p xdg/git otherhome && git clone -q --bare base bare.git && git init -q --bare -b main sub.git', root)
  write(
    'push.config',
    '[push]\n\tdefault = upstream\n\tfollowTags\n[remote "origin"]\n\tpush = +refs/heads/main:refs/heads/main\n',
  )
  write('xdg/git/config', '[push]\n\tdefault = current\n[remote]\n\tpushDefault = fork\n')
  write('otherhome/.gitconfig', '[push]\n\tdefault = matching\n[url "ROOT/fork.git"]\n\tpushInsteadOf = ROOT/origin.git\n')
  writeFileSync(join(home, 'from-home.config'), '[push]\n\tdefault = matching\n')
  shell(
    `set -e
    git config remote.origin.url ${root}/origin.git && git config remote.fork.url ${root}/fork.git`,
    join(root, 'bare.git'),
  )
  shell(
    `set -e
    git init -q -b main module && cd module && mkdir deep && echo 1 > deep/a && git add . && git commit -qm one && git branch dev/two
    git remote add origin ${root}/sub.git && git push -q origin main && git branch -q -u origin/main && cd ..
    git submodule --quiet add ./module module && git submodule --quiet absorbgitdirs && git commit -qm module
    mkdir -p .git/remotes .git/branches && printf 'URL: ${root}/fork.git\nPush: refs/heads/main:refs/heads/dev/two\n' > .git/remotes/legacy
    echo '${root}/fork.git#dev/two' > .git/branches/branches-file`,
    base,
  )
}

/** `--dry-run` changes nothing, here or there; what else a command does is taken back. */
export const comparePushes = (scratch: Scratch, lists: PushWords, setups: number, each: number, seed: number): Outcome => {
  const { root, home, shell } = scratch
  const { settings, before, words, changing = [] } = lists
  const isChanging = changing.length > 0
  const next = numbers(seed)
  const one = (list: readonly string[]): string => (list[Math.floor(next() * list.length)] as string).replaceAll('ROOT', root)
  shell(`printf '[push]\\n\\tdefault = matching\\n' > more.config`, root)
  if (isChanging) ground(scratch)
  const detached = shell('git rev-parse feature/x', scratch.base).trim()
  const missed: Difference[] = []
  const wide: Difference[] = []
  let [tried, pushed, exact] = [0, 0, 0]
  for (let at = 0; at < setups; at++) {
    const head = next() < 0.15 ? detached : one(heads)
    const config = `${one(settings)}\n${next() < 0.4 ? one(settings) : ''}`
    const folder = copyOf(scratch, `push-${at}`, head, config)
    if (isChanging) shell('git worktree add -q -f wt dev/two; true', folder)
    const marked = Array.from({ length: each }, () => {
      const first = one([...before, ...changing])
      return first.endsWith(';') ? first : `${first} ${one(words)}`
    })
    const kept = `${folder}.kept`
    const starts = new Set(changing.map(text => text.replaceAll('ROOT', root).slice(0, 14)))
    const back = (command: string) =>
      starts.has(command.slice(0, 14)) ? `; rm -rf ${folder} ${home}/.gitconfig; cp -a ${kept} ${folder}; cd ${folder}` : ''
    // Each in a subshell of its own, and told apart by a line that git never prints.
    const asked = marked
      .map(command => `(${command.replace('%', ' --dry-run --porcelain')}) 2>/dev/null; echo "== $?"${back(command)}`)
      .join('\n')
    const answers = shell(`${isChanging ? `cp -a ${folder} ${kept}\n` : ''}${asked}`, folder).split(/^== \d+\n/m)
    for (const [i, written] of marked.entries()) {
      const command = written.replace('%', '')
      tried++
      const git = linesOf(answers[i] ?? '')
      const own = ours(scratch, command, folder).filter(({ remote }) => remote !== undefined)
      const shown = () => ({
        setup: `${head}; ${config}`,
        command,
        git: git.map(line => `${line.flag} ${line.to} ${line.url}`),
        ours: own.map(change => JSON.stringify(change)),
      })
      const isCovered = git.every(({ url, flag, to }) =>
        own.some(
          ({ ref, remote, isForced, isDeleted }) =>
            covers(ref, to) &&
            (remote === undefined ||
              remote.urls.length === 0 ||
              remote.urls.some(name => place(name, folder) === place(url, folder))) &&
            (flag !== '+' || isForced === true || ref === undefined) &&
            (flag !== '-' || isDeleted === true || ref === undefined || ref.includes('*')),
        ),
      )
      if (!isCovered) missed.push(shown())
      if (git.length > 0) pushed++
      const isSure = own.length > 0 && own.every(({ ref }) => ref !== undefined && !ref.includes('*'))
      // What stands in front of `;` may fail, and a condition of an include may not hold.
      if (git.length === 0 || !isSure || /; git push/.test(command) || config.includes('includeIf')) continue
      exact++
      // A name without a kind is a branch or a tag of the remote, which nobody asked.
      const isMeant = (ref: string | undefined): boolean =>
        git.some(({ to }) => [bare(to), `heads/${bare(to)}`, `tags/${bare(to)}`].includes(bare(ref ?? '')))
      if (!own.every(({ ref }) => isMeant(ref))) wide.push(shown())
    }
  }
  return { tried, pushed, exact, missed, wide }
}

const bare = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '')

const place = (url: string, folder: string): string =>
  url.startsWith('..') ? `${folder.replace(/\/[^/]*$/, '')}${url.slice(2)}` : url

const linesOf = (answer: string): { readonly url: string; readonly flag: string; readonly to: string }[] => {
  let url = ''
  return answer.split('\n').flatMap(line => {
    if (line.startsWith('To ')) url = line.slice(3)
    const [, flag, to] = /^([ +\-*!=])\t[^\t]*:([^\t]+)\t/.exec(line) ?? []
    return flag === undefined || to === undefined ? [] : [{ url, flag, to }]
  })
}
