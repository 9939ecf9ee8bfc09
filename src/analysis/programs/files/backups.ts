/** Backup tools: what they forget is the last copy. Rows of data. */

import type { Program } from '../../calls/form.ts'
import { handlersOf } from '../../calls/interpret.ts'
import type { Handler } from '../../values/analysis.ts'

const tables: Readonly<Record<string, Program>> = {
  'restic rustic': {
    valued:
      'r repo repository-file p password-file key-hint cache-dir cacert tls-client-cert retry-lock compression pack-size limit-upload limit-download H host tag path group-by g parent time exclude e iexclude i include keep-last l keep-hourly keep-daily d keep-weekly w keep-monthly m keep-yearly y keep-within keep-tag',
    runs: 'password-command',
    settings: 'o option',
    environment: { RESTIC_PASSWORD_COMMAND: 'password-command' },
    rehearsal: 'n h',
    rows: [
      ['forget|prune', 'cloud.storage-destroy'],
      ['rewrite|repair --forget', 'cloud.storage-destroy'],
      ['key remove', 'cloud.storage-destroy'],
      ['unlock --remove-all', 'cloud.storage-destroy'],
      ['key add|passwd', 'cloud.access-change'],
      ['cat masterkey', 'secrets.print-token'],
      ['backup', { operands: 'reads...' }],
      ['restore', { fills: 't target' }],
      ['restore --delete', 'filesystem.sync-delete'],
    ],
  },
  'borg borgmatic': {
    valued: 'r repo c config',
    rows: [['delete|prune|repo-delete|compact|rdelete|recreate|break-lock !-n', 'cloud.storage-destroy']],
  },
  kopia: { rows: [['snapshot|policy|blob|content|repository delete|rm', 'cloud.storage-destroy']] },
  'duplicity duplicacy': {
    rows: [['remove-older-than|remove-all-but-n-full|remove-all-inc-of-but-n-full|prune|wipe', 'cloud.storage-destroy']],
  },
  tarsnap: {
    rows: [
      ['-d', 'cloud.storage-destroy'],
      ['--nuke', 'cloud.storage-destroy'],
    ],
  },
  'pgbackrest barman wal-g wal-e barman-cloud-backup-delete': {
    valued: 'stanza config',
    rows: [['stanza-delete|expire|delete|delete-backup', 'cloud.storage-destroy']],
  },
  snapper: { rows: [['delete|rm|remove', 'cloud.storage-destroy']] },
  'rdiff-backup': {
    rows: [
      ['--remove-older-than', 'cloud.storage-destroy'],
      ['remove', 'cloud.storage-destroy'],
    ],
  },
}

export const backups: Readonly<Record<string, Handler>> = handlersOf(tables)
