/** Version control beside git, and the tools that rewrite its history: rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import type { Handler } from '../../values/analysis.ts'

const tables: Readonly<Record<string, Program>> = {
  bfg: {
    rows: [
      [
        '... --delete-files|--delete-folders|--replace-text|--strip-blobs-bigger-than|--strip-blobs-with-ids',
        'git.history-rewrite',
      ],
      ['... -D|-b|-B', 'git.history-rewrite'],
    ],
  },
  java: { rows: [['... *bfg*.jar', 'git.history-rewrite']] },
  'git-filter-repo git-filter-branch': { rows: [['!--analyze !-h', 'git.history-rewrite']] },
  hg: {
    valued: 'R repository r rev cwd config',
    rows: [
      ['strip', 'git.history-rewrite'],
      ['histedit|rollback', 'git.history-rewrite'],
      ['update|up|checkout|co -C|--clean', 'git.checkout-discard'],
      ['revert -a|--all', 'git.checkout-discard'],
      ['purge|clean', 'git.clean-force'],
      ['push -f|--force', 'git.push-force'],
      ['shelve -d|--delete', 'git.stash-drop'],
    ],
  },
  jj: {
    valued: 'R repository r revisions',
    rows: [
      ['abandon all()|::@|root()..', 'git.history-rewrite'],
      ['restore', 'git.checkout-discard'],
      ['git push --deleted|--all', 'git.push-delete'],
      ['op|operation abandon', 'git.reflog-expire'],
      ['util gc --expire', 'git.reflog-expire'],
    ],
  },
  svn: {
    valued: 'm message r revision username password',
    rows: [
      ['delete|del|remove|rm *://*', 'cloud.repository-destroy'],
      ['revert -R|--recursive', 'git.checkout-discard'],
      ['revert -r .|* -R', 'git.checkout-discard'],
      ['cleanup --remove-unversioned|--remove-ignored', 'git.clean-force'],
      ['propset|ps --revprop', 'git.history-rewrite'],
    ],
  },
  svnadmin: { rows: [['setlog|delrevprop|rmtxns|load', 'git.history-rewrite']] },
  p4: {
    valued: 'c p u H P',
    rows: [
      ['obliterate -y', 'git.history-rewrite'],
      ['revert ... //...|...', 'git.checkout-discard'],
      ['clean !-n', 'git.clean-force'],
    ],
  },
}

export const versioning: Readonly<Record<string, Handler>> = handlersOf(tables)
