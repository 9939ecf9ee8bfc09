/** Pushes, asked of git and of our analysis. */

import { copyOf, covers, numbers, ours, type Scratch } from './repositories.ts'

const heads = ['ref: refs/heads/main', 'ref: refs/heads/dev/me', 'ref: refs/heads/feature/x', 'ref: refs/heads/unborn']

const settings: readonly string[] = [
  '',
  '',
  ...['simple', 'current', 'upstream', 'tracking', 'matching', 'nothing', 'Current'].map(value => `[push]\n\tdefault = ${value}`),
  '[push]\n\tdefault = upstream\n[branch "dev/me"]\n\tremote = origin\n\tmerge = refs/heads/main',
  '[branch "dev/me"]\n\tremote = origin\n\tmerge = refs/heads/dev/me\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main',
  '[push]\n\tautoSetupRemote = true',
  '[push]\n\tfollowTags = true',
  '[remote]\n\tpushDefault = fork',
  '[branch "dev/me"]\n\tpushRemote = fork\n\tremote = origin\n\tmerge = refs/heads/dev/me',
  '[branch "feature/x"]\n\tremote = origin\n\tmerge = refs/heads/dev/me',
  '[branch "main"]\n\tremote = .\n\tmerge = refs/heads/dev/me',
  '[remote "origin"]\n\tpush = +refs/heads/*:refs/heads/*',
  '[remote "origin"]\n\tpush = refs/heads/dev/me:refs/heads/main',
  '[remote "origin"]\n\tpush = HEAD',
  '[remote "origin"]\n\tpush = :',
  '[remote "origin"]\n\tpush = +dev/me',
  '[remote "origin"]\n\tpush = "refs/heads/dev/*:refs/heads/me/*" # personal\n\tpush = refs/heads/main',
  '[remote "origin"]\n\tmirror = true',
  '[remote "origin"]\n\tpushurl = ROOT/fork.git',
  '[url "ROOT/fork.git"]\n\tinsteadOf = ROOT/origin.git',
  '[url "ROOT/fork"]\n\tpushInsteadOf = ROOT/origin',
  '[url "ROOT/"]\n\tinsteadOf = "short:"',
  '[include]\n\tpath = ROOT/more.config',
  '[includeIf "gitdir:ROOT/"]\n\tpath = ROOT/more.config',
  '[includeIf "onbranch:nowhere"]\n\tpath = ROOT/more.config',
  '[PUSH]\n\tDefault = \\\nmatching',
  '[alias]\n\tp = push\n\tup = push -f origin',
  '[branch "both"]\n\tmerge = refs/heads/main\n\tremote = origin\n[push]\n\tdefault = upstream',
]

const words: readonly string[] = [
  '',
  'origin',
  'fork',
  'origin HEAD',
  '-u origin HEAD',
  'origin @',
  'origin main',
  'origin dev/me',
  'origin main dev/me',
  'origin :',
  'origin +:',
  'origin :main',
  'origin :dev/two',
  'origin +main',
  'origin HEAD:main',
  'origin HEAD:refs/heads/main',
  'origin heads/main',
  'origin HEAD:heads/main',
  'origin refs/heads/main',
  'origin main:dev/two',
  'origin @:dev/two',
  'origin +HEAD:dev/two',
  'origin dev/me:main',
  "origin 'refs/heads/*'",
  "origin 'refs/heads/*:refs/heads/*'",
  "origin '+refs/heads/dev/*:refs/heads/dev/*'",
  "origin 'refs/tags/*'",
  "origin 'refs/heads/dev/*:refs/heads/copy/*'",
  '--all',
  '--all origin',
  '--all fork',
  '-f --all',
  '--tags',
  '--tags origin',
  '-f --tags origin main',
  '--mirror',
  '--mirror fork',
  '--follow-tags origin main',
  '--follow-tags',
  "--prune origin 'refs/heads/*'",
  '--prune --all',
  '--prune origin main',
  '--delete origin main',
  '-d origin dev/two',
  '--delete origin v1',
  '--delete origin tag v1',
  'origin tag v1',
  'origin tag v2',
  'origin v1',
  'origin v2',
  'origin tags/v2',
  'origin v1:main',
  'origin v1:refs/heads/old',
  'origin main:v1',
  'origin main:refs/tags/v1',
  'origin HEAD~1:main',
  'origin HEAD^:refs/heads/main',
  'origin both',
  'origin refs/heads/both',
  'origin both:both',
  'origin refs/tags/both:refs/tags/both',
  'ROOT/fork.git main',
  'ROOT/origin.git HEAD',
  '../fork.git dev/me',
  'short:fork.git main',
  '--repo=fork',
  '--repo=fork main',
  '--repo fork',
  '-fu origin HEAD',
  '--forc origin dev/me',
  '--force-with-lease',
  '--force-with-lease origin dev/me',
  '--force-with-lease=dev/me origin dev/me',
  '--no-force origin main',
  '--al',
  '--tag origin',
  '--del origin main',
  '--mir fork',
  'origin -f main',
  'origin main -f',
  'origin -- main',
  '-- origin main',
  '-o x origin main',
  '--push-option=x origin main',
  'origin remotes/origin/main:main',
  'origin origin/main',
  'origin origin/main:main',
  'origin origin/dev/me:refs/heads/z',
  'origin nothing',
  'origin nothing:main',
  'nowhere main',
  '--atomic origin main dev/two',
  '--no-all origin main',
  '--all --no-all origin main',
  '--follow-tags --no-follow-tags origin main',
  'origin feature/x',
  'origin feature/x:dev/two',
  'origin HEAD HEAD:dev/two',
  "origin ''",
  '-q',
  '--verbose origin',
  'origin HEAD:HEAD',
  'origin main:HEAD',
]

/** `%` stands behind the word for a push. */
const before: readonly string[] = [
  'git push%',
  'git push%',
  'git push%',
  'git push%',
  'git -C sub push%',
  'git -C . push%',
  'git --git-dir=.git push%',
  'GIT_DIR=.git git push%',
  'git -c push.default=matching push%',
  'git -c push.default=current push%',
  'git -c push.default=upstream push%',
  'git -c remote.origin.push=HEAD:main push%',
  'git -c remote.pushDefault=fork push%',
  'git -c Remote.origin.PUSH=+refs/heads/main push%',
  'git -c remote.origin.mirror push%',
  'git -c push.followTags=yes push%',
  'P=matching git --config-env=push.default=P push%',
  'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=push.default GIT_CONFIG_VALUE_0=matching git push%',
  'GIT_CONFIG_KEY_0=push.default GIT_CONFIG_VALUE_0=matching git push%',
  'GIT_CONFIG_PARAMETERS="\'push.default=current\'" git push%',
  'GIT_CONFIG_GLOBAL=ROOT/more.config git push%',
  'git -c alias.go=push go%',
  'git p%',
  'git up%',
  'cd sub && git push%',
  'git -c url.ROOT/fork.git.insteadOf=ROOT/origin.git push%',
  'git -c branch.main.pushRemote=fork push%',
  'env -C sub git push%',
  'sh -c \'exec git push% "$@"\' sh',
]

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

/** `--dry-run` changes nothing, here or there. */
export const comparePushes = (scratch: Scratch, setups: number, each: number, seed: number): Outcome => {
  const { root, shell } = scratch
  const next = numbers(seed)
  const one = (list: readonly string[]): string => (list[Math.floor(next() * list.length)] as string).replaceAll('ROOT', root)
  shell(`printf '[push]\\n\\tdefault = matching\\n' > more.config`, root)
  const detached = shell('git rev-parse feature/x', scratch.base).trim()
  const missed: Difference[] = []
  const wide: Difference[] = []
  let [tried, pushed, exact] = [0, 0, 0]
  for (let at = 0; at < setups; at++) {
    const head = next() < 0.15 ? detached : one(heads)
    const config = `${one(settings)}\n${next() < 0.4 ? one(settings) : ''}`
    const folder = copyOf(scratch, `push-${at}`, head, config)
    const marked = Array.from({ length: each }, () => `${one(before)} ${one(words)}`)
    // Each in a subshell of its own, and told apart by a line that git never prints.
    const asked = marked
      .map(command => `(${command.replace('%', ' --dry-run --porcelain')}) 2>/dev/null; echo "== $?"`)
      .join('\n')
    const answers = shell(asked, folder).split(/^== \d+\n/m)
    for (const [i, written] of marked.entries()) {
      const command = written.replace('%', '')
      tried++
      const git = linesOf(answers[i] ?? '')
      const own = ours(scratch, command, folder)
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
            (flag !== '-' || isDeleted === true || ref?.includes('*') === true),
        ),
      )
      if (!isCovered) missed.push(shown())
      if (git.length > 0) pushed++
      const isSure = own.length > 0 && own.every(({ ref }) => ref !== undefined && !ref.includes('*'))
      if (git.length === 0 || !isSure) continue
      exact++
      // A name without a kind is a branch or a tag of the remote, which nobody asked.
      const isMeant = (ref: string | undefined): boolean =>
        git.some(({ to }) => bare(to) === bare(ref ?? '') || `heads/${bare(to)}` === bare(ref ?? ''))
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
