import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'git',
  title: 'Git history and uncommitted work',
  recommended: 'on',
  strict: 'on',
  answers: once(() => [
    {
      id: 'git.push-force',
      severity: 'high',
      reason: 'A forced push overwrites the history of the remote branch.',
      instead: 'Push without force: `git push`; ask the person if history must be rewritten.',
    },
    {
      id: 'git.push-delete',
      severity: 'high',
      reason: 'This deletes a branch or tag on the remote.',
      instead: 'List what is merged with `git branch -r --merged` and let the person delete it.',
    },
    {
      id: 'git.push-mirror',
      severity: 'critical',
      reason: 'This makes the remote an exact mirror and deletes what is not local.',
      instead: 'Push one branch: `git push origin HEAD`.',
    },
    {
      id: 'git.reset-hard',
      severity: 'high',
      reason: 'This throws away uncommitted changes.',
      instead: 'Keep them first: `git stash push -u`.',
    },
    {
      id: 'git.clean-force',
      severity: 'high',
      reason: 'This deletes untracked files, which git cannot restore.',
      instead: 'Look first: `git clean -n`.',
    },
    {
      id: 'git.checkout-discard',
      severity: 'medium',
      reason: 'This throws away uncommitted changes of files.',
      instead: 'Keep them first: `git stash push`.',
      recommended: 'deny',
    },
    {
      id: 'git.stash-drop',
      severity: 'high',
      reason: 'This deletes stashed changes.',
      instead: 'Look at them with `git stash list` and `git stash show -p`.',
    },
    {
      id: 'git.branch-delete-force',
      severity: 'medium',
      reason: 'This deletes a branch even when it is not merged.',
      instead: 'Delete merged branches with `git branch -d feature`.',
    },
    {
      id: 'git.history-rewrite',
      severity: 'high',
      reason: 'This rewrites commits throughout the history.',
      instead: 'Add a new commit, or `git revert HEAD`.',
    },
    {
      id: 'git.reflog-expire',
      severity: 'high',
      reason: 'This removes the safety net by which lost commits are found again.',
      instead: 'Leave the reflog alone; look at it with `git reflog`.',
    },
    {
      id: 'git.ref-delete',
      severity: 'high',
      reason: 'This deletes or moves a reference directly.',
      instead: 'Use `git branch -d feature`, which refuses to lose commits.',
    },
    {
      id: 'git.worktree-remove-force',
      severity: 'medium',
      reason: 'This removes a worktree together with its uncommitted changes.',
      instead: 'Remove it without force: `git worktree remove ../feature`.',
    },
    {
      id: 'git.hook-bypass',
      severity: 'medium',
      reason: 'This skips checks of the repository: its hooks, or its rules for a merge.',
      instead: 'Run it with the checks, for example `git commit`, and fix what they report.',
    },
    {
      id: 'git.config-exec',
      severity: 'high',
      reason: 'This makes git run a program through its configuration or environment.',
      instead: 'Run the program openly instead of through git.',
    },
  ]),
} as const satisfies Pack
