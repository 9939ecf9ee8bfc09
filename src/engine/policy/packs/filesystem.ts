import { once } from '../../analysis/values/once.ts'
import type { Pack } from '../rules/pack.ts'

export default {
  id: 'filesystem',
  title: 'Deleting and overwriting files',
  recommended: 'on',
  strict: 'on',
  answers: once(() => [
    {
      id: 'filesystem.delete-root',
      severity: 'critical',
      reason: 'This deletes the file system root or a system directory.',
      instead: 'Name the exact folder of the workspace that should go.',
    },
    {
      id: 'filesystem.delete-home',
      severity: 'critical',
      reason: 'This deletes the home directory or one of its main folders.',
      instead: 'Name the exact folder of the workspace that should go.',
    },
    {
      id: 'filesystem.delete-workspace',
      severity: 'critical',
      reason: 'This deletes or moves away the workspace, the folder this session runs in, or the .git folder with its history.',
      instead: 'Delete single build folders, for example `rm -rf dist`.',
    },
    {
      id: 'filesystem.delete-outside',
      severity: 'high',
      reason: 'This deletes something outside the workspace and the temporary folder.',
      instead: 'Delete only inside the workspace; leave the rest to the person.',
    },
    {
      id: 'filesystem.delete-source',
      severity: 'low',
      reason: 'This deletes a folder of the workspace that is not known build output.',
      instead: 'Remove tracked files with `git rm -r`, so that they can be restored.',
    },
    {
      id: 'filesystem.delete-unknown',
      severity: 'high',
      reason: 'This deletes recursively, and the target cannot be known before it runs.',
      instead: 'Write the path out in full, for example `rm -rf ./build`.',
    },
    {
      id: 'filesystem.overwrite-system',
      severity: 'high',
      reason: 'This writes to a system file or directory.',
      instead: 'Write inside the workspace and let the person install it.',
    },
    {
      id: 'filesystem.truncate-outside',
      severity: 'high',
      reason: 'This empties or overwrites a file outside the workspace, or one that holds credentials.',
      instead: 'Write inside the workspace.',
    },
    {
      id: 'filesystem.move-outside',
      severity: 'high',
      reason: 'This moves away the workspace, the home directory or something of the system.',
      instead: 'Move single files inside the workspace.',
    },
    {
      id: 'filesystem.shred',
      severity: 'high',
      reason: 'This destroys file contents beyond recovery.',
      instead: 'Remove the file normally, for example `rm ./build/report.txt`.',
    },
    {
      id: 'filesystem.sync-delete',
      severity: 'medium',
      reason: 'This mirrors a folder and deletes whatever the source lacks.',
      instead: 'Look first with `rsync -avn --delete src/ backup/`.',
    },
    {
      id: 'filesystem.symlink-system',
      severity: 'high',
      reason: 'This replaces a system path by a link.',
      instead: 'Create the link inside the workspace.',
    },
  ]),
} as const satisfies Pack
