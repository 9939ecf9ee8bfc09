import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { copyOf, covers, hasGit, ours, scratch } from './repositories.ts'

const heads = ['main', 'dev/me', 'feature/x'].map(name => `ref: refs/heads/${name}`)

const commands: readonly string[] = [
  'git commit --allow-empty -m x',
  'git commit --allow-empty --amend -m x',
  'git -C sub commit --allow-empty -m main',
  'git merge main',
  'git merge -m x --no-ff dev/me',
  'git merge --ff-only main',
  'git rebase main',
  'git rebase main dev/me',
  'git rebase --onto dev/two main feature/x',
  'git rebase --onto main dev/two',
  'git reset --hard HEAD~1',
  'git reset --soft main',
  'git reset main',
  'git reset -- a',
  'git cherry-pick --allow-empty dev/me',
  'git revert --no-edit HEAD',
  'git checkout dev/two',
  'git checkout -b new',
  'git checkout -B dev/two',
  'git checkout -b new main',
  'git checkout -B main dev/me',
  'git checkout --orphan lone && git commit -m x',
  'git checkout -- a',
  'git switch -c new',
  'git switch -C dev/two main',
  'git switch dev/two && git commit --allow-empty -m x',
  'git switch dev/two; git commit --allow-empty -m x',
  'git switch nowhere; git commit --allow-empty -m x',
  'git checkout --detach && git commit --allow-empty -m x',
  'git checkout v1 && git commit --allow-empty -m x',
  'git checkout HEAD~1 && git commit --allow-empty -m x',
  'git checkout -b new && git commit --allow-empty -m x && git reset --hard HEAD~1',
  '(git switch dev/two) && git commit --allow-empty -m x',
  'git switch dev/two | cat && git commit --allow-empty -m x',
  'git switch -q dev/two 2>/dev/null && git commit --allow-empty -m x',
  'if git switch dev/two; then git commit --allow-empty -m x; fi',
  'git checkout -t origin/both && git commit --allow-empty -m x',
  'git symbolic-ref HEAD refs/heads/dev/two && git commit --allow-empty -m x',
  'git branch new',
  'git branch new main',
  'git branch -f dev/two main',
  'git branch -d feature/x',
  'git branch -D dev/two both',
  'git branch -m renamed',
  'git branch -m dev/two renamed && git switch renamed && git commit --allow-empty -m x',
  'git branch -c dev/two copied',
  'git branch -M dev/two dev/me',
  'git tag new',
  'git tag -f v1',
  'git tag -a -m message v9 main',
  'git tag -d v1 v2',
  'git tag -d both',
  'git fetch origin main:fetched',
  'git fetch . dev/me:dev/two --force',
  'git pull . main',
  'git update-ref refs/heads/dev/two main',
  'git update-ref -d refs/heads/feature/x',
  'git stash branch new',
  'git worktree add ../tree-ROUND',
  'git worktree add -b other ../wt-ROUND main',
  'git -c alias.ci="commit --allow-empty -m x" ci',
  'git commit --allow-empty --dry-run -m x',
  'git status',
  'git branch',
  'git branch --list main',
  'git tag -l',
  'git am /dev/null',
  'cd sub && git commit --allow-empty -m x',
  'git config alias.go "commit --allow-empty -m x" && git go',
]

describe.skipIf(!hasGit)('which refs a command changes here', () => {
  const made = hasGit ? scratch() : undefined
  afterAll(() => made && rmSync(made.root, { recursive: true, force: true }))

  it('are those that git changes, and where they are sure they are no others', () => {
    if (made === undefined) return
    const wrong: unknown[] = []
    let changes = 0
    for (const [at, head] of heads.entries()) {
      const folder = copyOf(made, `local-${at}`, head, '')
      made.shell('git reset -q --hard', folder)
      const before = refsIn(made.shell(refs, folder))
      // Each in a copy of its own, and told apart by a line that git never prints.
      const steps = commands.map((written, round) => {
        const command = written.replace('ROUND', `${at}-${round}`)
        const own = ours(made, command, folder)
        return {
          command,
          own,
          script: `cp -r . ../at && cd ../at && { ${command}; } >/dev/null 2>&1; cd ${made.root}/at; ${refs}; echo ==; cd ${folder}; rm -rf ../at`,
        }
      })
      const answers = made.shell(steps.map(({ script }) => script).join('\n'), folder).split('==\n')
      for (const [i, { command, own }] of steps.entries()) {
        const after = refsIn(answers[i] ?? '')
        const changed = [...new Set([...before.keys(), ...after.keys()])].filter(ref => before.get(ref) !== after.get(ref))
        changes += changed.length
        const missed = changed.filter(ref => !own.some(change => covers(change.ref, ref)))
        const isSure = own.every(({ ref }) => ref !== undefined && !ref.includes('*')) && !/[;|]|^\(|^if /.test(command)
        const wide = changed.length === 0 || !isSure ? [] : own.filter(({ ref }) => !changed.includes(ref ?? ''))
        if (missed.length + wide.length > 0) wrong.push({ head, command, changed, own })
      }
    }
    expect(wrong).toEqual([])
    expect(changes).toBeGreaterThan(120)
  }, 300_000)
})

const refs = 'git for-each-ref refs/heads refs/tags'

const refsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('\n').flatMap(line => (line === '' ? [] : [[line.split('\t')[1] ?? '', line] as const])))
