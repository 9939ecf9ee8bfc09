import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { hostWith, must, policyFrom, shellEvent } from './testing/fixtures.ts'

const origin = '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n[remote "fork"]\n\turl = https://github.com/ada/shop\n'

const judge = async (policy: string, command: string, head: string, config = '') => {
  const files = {
    '/home/ada/shop/.git/HEAD': head,
    '/home/ada/shop/.git/config': origin + config,
    '/home/ada/shop/.git/refs/heads/old': '0',
  }
  const read = await policyFrom(policy)
  return must(await evaluate(shellEvent(command), [read], hostWith({}, files), '2026-11-21')).ruling.decision
}

type Row = readonly [string, string, string?]

const on = (name: string): string => `ref: refs/heads/${name}\n`
const guard =
  'extends: none\nrules: [{ id: t.main, on: shell, when: { program: git, args: [push], branch: main }, decision: deny, reason: No. }]'

describe('a rule for one branch holds for every push that may touch it', () => {
  const stopped: readonly Row[] = [
    ['main', 'git push'],
    ['main', 'git push origin HEAD'],
    ['main', 'git push -u origin HEAD'],
    ['main', 'git push origin @'],
    ['main', 'git push origin HEAD:HEAD; git push origin HEAD'],
    ['main', 'git -C "$PWD" push origin HEAD'],
    ['main', 'git checkout -b old && git push origin HEAD || git push origin HEAD'],
    ['main', 'git checkout old; git push origin HEAD'],
    ['main', '(git checkout -b x) ; git checkout main && git push'],
    ['dev/me', 'git switch main && git push'],
    ['dev/me', 'git switch main; git push origin HEAD'],
    ['dev/me', 'git push --all'],
    ['dev/me', 'git push --branches origin'],
    ['dev/me', 'git push --mirror'],
    ['dev/me', "git push origin 'refs/heads/*:refs/heads/*'"],
    ['dev/me', "git push origin 'refs/heads/m*'"],
    ['dev/me', 'git push origin :'],
    ['dev/me', 'git push origin :main'],
    ['dev/me', 'git push origin --delete main'],
    ['dev/me', 'git push origin +HEAD:main'],
    ['dev/me', 'git push origin HEAD:refs/heads/main'],
    ['dev/me', 'git push origin HEAD:heads/main'],
    ['dev/me', 'git push origin dev/me main'],
    ['dev/me', 'git push git@github.com:acme/shop.git HEAD:main'],
    ['dev/me', 'git push origin "$BRANCH"'],
    ['dev/me', 'git push origin "HEAD:$BRANCH"'],
    ['dev/me', 'git -c push.default=matching push'],
    ['dev/me', 'git config push.default matching && git push'],
    ['dev/me', 'git config --global push.default matching; git push'],
    ['dev/me', 'git config remote.origin.push HEAD:main && git push'],
    ['dev/me', 'git branch -u origin/main && git config push.default upstream && git push'],
    ['dev/me', 'git config alias.up "push origin HEAD:main" && git up'],
    ['dev/me', 'git up', '[alias]\n\tup = push origin HEAD:main\n'],
    ['dev/me', 'git push', '[push]\n\tdefault = upstream\n[branch "dev/me"]\n\tremote = origin\n\tmerge = refs/heads/main\n'],
    ['dev/me', 'git push', '[remote "origin"]\n\tmirror = true\n'],
    ['dev/me', 'git --git-dir=/srv/other/.git push'],
    ['dev/me', 'cd "$ELSEWHERE" && git push'],
    ['dev/me', 'echo "ref: refs/heads/main" > .git/HEAD; git push'],
    ['dev/me', 'cp /tmp/c .git/config; git push'],
    ['dev/me', 'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=push.default GIT_CONFIG_VALUE_0=matching git push'],
    ['dev/me', 'GIT_CONFIG_GLOBAL="$X" git push'],
    ['dev/me', 'sudo env -i git push origin HEAD:main'],
    ['dev/me', 'ssh build "git push"'],
  ]
  it.each(stopped)('on %s: %s', async (head = '', command = '', config = '') => {
    expect(await judge(guard, command, on(head), config)).toBe('deny')
  })

  const left: readonly Row[] = [
    ['dev/me', 'git push'],
    ['dev/me', 'git push -u origin HEAD'],
    ['dev/me', 'git push origin dev/me'],
    ['dev/me', 'git push origin main:dev/me'],
    ['dev/me', 'git push --tags'],
    ['dev/me', 'git push origin tag main'],
    ['dev/me', "git push origin 'refs/heads/dev/*'"],
    ['dev/me', 'git fetch origin main && git rebase origin/main && git push'],
    ['dev/me', 'git config user.name ada; git push'],
    ['main', 'git checkout -b feature/x && git commit -am x && git push -u origin HEAD'],
    ['main', 'git checkout -b feature/x\ngit commit -am x\ngit push -u origin HEAD'],
    ['main', 'git switch old && git push'],
    ['main', 'git status; git log main; git diff main'],
    ['main', 'git commit -m "git push origin main"'],
    ['dev/me', 'git push', '[push]\n\tdefault = current\n'],
    ['dev/me', 'git up', '[alias]\n\tup = push origin HEAD\n'],
  ]
  it.each(left)('and leaves alone on %s: %s', async (head = '', command = '', config = '') => {
    expect(await judge(guard, command, on(head), config)).toBe('allow')
  })
})

describe('a rule for one branch holds for every command that may move it here', () => {
  const moves =
    'extends: none\nrules: [{ id: t.main, on: shell, when: { program: git, branch: main }, decision: deny, reason: No. }]'
  const mirror = '[remote "origin"]\n\tfetch = +refs/heads/*:refs/heads/*\n'
  it.each<Row>([
    ['git fetch origin x:main', 'deny'],
    ['git fetch origin', 'deny', mirror],
    ['git fetch -q --all', 'deny', mirror],
    ['git remote update', 'deny', mirror],
    ['git remote add -f --mirror=fetch third https://example.com/x', 'deny'],
    ['git fetch --refmap "+refs/heads/*:refs/heads/*" origin main', 'deny'],
    ['git rebase --update-refs old', 'deny'],
    ['git rebase old', 'deny', '[rebase]\n\tupdateRefs = true\n'],
    ['git switch --create main', 'deny'],
    ['git switch --force-crea main', 'deny'],
    ['git checkout -t origin/main', 'deny'],
    ['git branch -f main', 'deny'],
    ['git worktree add -B main ../x', 'deny'],
    ['git update-ref refs/heads/main HEAD', 'deny'],
    ['git fast-import', 'deny'],
    ['git reflog delete --updateref main@{0}', 'deny'],
    ['git fetch origin', 'allow'],
    ['git fetch origin x:y', 'allow'],
    ['git remote update', 'allow'],
    ['git rebase old', 'allow'],
    ['git rebase --no-update-refs old', 'allow', '[rebase]\n\tupdateRefs = true\n'],
    ['git branch -d -r origin/main', 'allow'],
    ['git branch refs/heads/main', 'allow'],
    ['git worktree add ../main-copy old', 'allow'],
    ['git reflog delete main@{0}', 'allow'],
  ])('%s: %s', async (command = '', decision = '', config = '') => {
    expect(await judge(moves, command, on('dev/me'), config)).toBe(decision)
  })
})

describe('an exception for branches holds only where it surely holds for all that is pushed', () => {
  const policy = 'exceptions: [{ rule: "git.push-*", when: { branch: "dev/*" }, reason: Own. }]'
  const rows: readonly Row[] = [
    ['git push --force', 'allow'],
    ['git push -f origin HEAD', 'allow'],
    ['git push -f origin dev/me dev/two', 'allow'],
    ['git push -f origin HEAD:dev/two', 'allow'],
    ['git push -f origin "+refs/heads/dev/*:refs/heads/dev/*"', 'allow'],
    ['git fetch origin main && git rebase origin/main && git push -f', 'allow'],
    ['git push -d origin dev/old', 'allow'],
    ['git push --force --all', 'deny'],
    ['git push -f --branches origin', 'deny'],
    ['git push --force --tags', 'deny'],
    ['git push --mirror', 'deny'],
    ['git push -f origin :', 'deny'],
    ['git push -f origin "$B"', 'deny'],
    ['git push -f origin dev/me "$B"', 'deny'],
    ['git -c push.default=matching push --force', 'deny'],
    ['git config push.default matching && git push --force', 'deny'],
    ["git config remote.origin.push '+refs/heads/*:refs/heads/*' && git push", 'deny'],
    ['git push', 'deny', '[remote "origin"]\n\tpush = +refs/heads/*:refs/heads/*\n'],
    [
      'git push --force',
      'deny',
      '[push]\n\tdefault = upstream\n[branch "dev/me"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
    ],
    [
      'git push --force origin dev/me',
      'deny',
      '[push]\n\tdefault = upstream\n[branch "dev/me"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
    ],
    ['git switch main; git push -f', 'deny'],
    ['git push -f && git push -f origin main', 'deny'],
    ['cd "$X" && git push -f', 'deny'],
  ]
  it.each(rows)('%s: %s', async (command = '', decision = '', config = '') => {
    expect(await judge(policy, command, on('dev/me'), config)).toBe(decision)
  })
})

describe('a remote is known by its name and its addresses', () => {
  const rule = (when: string): string =>
    `extends: none\nrules: [{ id: t.r, on: shell, when: { program: git, args: [push], ${when} }, decision: deny, reason: No. }]`
  const rows: readonly (readonly [string, string, string])[] = [
    ['remote: origin', 'git push', 'deny'],
    ['remote: origin', 'git push origin x', 'deny'],
    ['remote: origin', 'git push git@github.com:acme/shop.git x', 'deny'],
    ['remote: origin', 'git push https://github.com/acme/shop x', 'deny'],
    ['remote: origin', 'git push ssh://git@github.com/acme/shop.git/ x', 'deny'],
    ['remote: origin', 'git remote add o git@github.com:acme/shop.git && git push o x', 'deny'],
    ['remote: origin', 'git remote set-url fork git@github.com:acme/shop; git push fork x', 'deny'],
    ['remote: origin', 'git -c remote.fork.url=git@github.com:acme/shop.git push fork x', 'deny'],
    ['remote: origin', 'git -c url.git@github.com:acme/.insteadOf=x: push x:shop.git x', 'deny'],
    ['remote: origin', 'git -c url.git@github.com:acme/.pushInsteadOf=x: push x:shop.git x', 'deny'],
    ['remote: origin', 'git push "$R" x', 'deny'],
    ['remote: origin', 'git push fork x', 'allow'],
    ['remote: "*github.com*acme/*"', 'git push', 'deny'],
    ['remote: "*github.com*acme/*"', 'git push fork x', 'allow'],
    ['not: { remote: fork }', 'git push fork x', 'allow'],
    ['not: { remote: fork }', 'git push', 'deny'],
    ['not: { remote: fork }', 'git -c remote.fork.pushurl=git@github.com:acme/shop.git push fork x', 'deny'],
    ['not: { remote: "https://github.com/ada/*" }', 'git push fork x', 'allow'],
    ['host: github.com', 'git push', 'deny'],
    ['host: gitlab.com', 'git push', 'allow'],
  ]
  it.each(rows)('%s, %s: %s', async (when = '', command = '', decision = '') => {
    expect(await judge(rule(when), command, on('dev/me'))).toBe(decision)
  })
})

describe('a branch by its full name', () => {
  it.each([
    ['refs/heads/main', 'git push origin main', 'deny'],
    ['refs/heads/main', 'git push origin HEAD:refs/heads/main', 'deny'],
    ['refs/heads/main', 'git push --all', 'deny'],
    ['refs/heads/main', 'git push origin tag main', 'allow'],
    ['refs/tags/v*', 'git push origin tag v1', 'deny'],
    ['refs/tags/v*', 'git push --tags', 'deny'],
    ['refs/tags/v*', 'git push origin dev/me', 'allow'],
  ])('%s, %s: %s', async (branch, command, decision) => {
    expect(await judge(guard.replace('branch: main', `branch: ${branch}`), command, on('dev/me'))).toBe(decision)
  })
})
