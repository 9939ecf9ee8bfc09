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
      ['backup =sftp:|rest:http|s3:|b2:|gs:|azure:|swift:|rclone:', { operands: 'sends...' }],
      ['restore', { fills: 't target' }],
      ['restore --delete', 'filesystem.sync-delete'],
    ],
  },
  'borg borgmatic': {
    valued: 'r repo c config',
    rows: [
      ['delete|prune|repo-delete|compact|rdelete|recreate|break-lock !-n', 'cloud.storage-destroy'],
      ['check --repair', 'cloud.storage-destroy'],
      ['key export', 'secrets.print-token'],
      ['key change-passphrase', 'cloud.access-change'],
      ['create =ssh://|sftp://|@', { operands: 'valued sends...' }],
    ],
  },
  kopia: {
    rows: [
      ['snapshot|snap|policy|blob|content|repository|repo|manifest|session|index delete|rm|drop', 'cloud.storage-destroy'],
      ['snapshot|snap expire --delete', 'cloud.storage-destroy'],
      ['policy set|edit =--keep-', 'cloud.storage-destroy'],
      ['maintenance run --safety=none', 'cloud.storage-destroy'],
      ['repository|repo change-password', 'cloud.access-change'],
    ],
  },
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
