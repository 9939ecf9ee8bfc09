/** Password stores, token printers, environment dumps. */

import type { Program, Programs } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { type Call, find } from '../../values/analysis.ts'
import type { FindingId } from '../../values/findings.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'

const keychain = { finds: 'secrets.read-keychain', prints: 'secret' } as const
const token = { finds: 'secrets.print-token', prints: 'secret' } as const
/** It has no other purpose. */
const dumper: Program = { rows: [['', keychain]] }

export const secrets: Programs = {
  printenv: call => {
    const names = options(call.args).positional
    if (names.length === 0) return { text: undefined, taint: taint.environment }
    return names.some(name => isSecretVariable(name.text) || name.unknown === 'the input of xargs')
      ? reveal(call, 'secrets.dump-environment')
      : nothing
  },
  security: {
    rows: [
      ['find-generic-password|find-internet-password|dump-keychain|export|find-key', keychain],
      ['delete-*|unlock-keychain|set-keychain*|add-trusted-cert|authorizationdb*', 'permissions.security-off'],
    ],
  },
  'secret-tool': { rows: [['lookup|search', keychain]] },
  keyring: { rows: [['get', keychain]] },
  pass: call =>
    /^(?:ls|list|find|search|git|init|help|version|--version|generate|insert|rm|remove|delete|)$/.test(call.args[0]?.text ?? '')
      ? nothing
      : reveal(call),
  gopass: { rows: [['show|cat|otp', keychain]] },
  op: {
    valued: 'account vault session config encoding cache format fields env-file environment expires-in',
    rows: [
      ['read|inject|signin', { ...keychain, reads: 'i in-file', creates: 'o out-file' }],
      ['item|document get', { ...keychain, creates: 'o out-file output' }],
      ['service-account|connect ... create', 'secrets.print-token'],
      ['item share', 'exfiltration.secret-to-network'],
      ['item|document delete !--archive', 'cloud.destroy'],
      ['vault|user|group|connect ... delete|suspend', 'cloud.destroy'],
      ['vault|group|connect ... grant|revoke', 'cloud.access-change'],
      ['run', { operands: 'command' }],
      ['plugin run', { operands: 'command' }],
    ],
  },
  bw: {
    rows: [
      ['get|export|unlock', keychain],
      ['list items', keychain],
      ['send', { sends: 'f file' }],
      ['device-approval|confirm ... approve*|org-member', 'cloud.access-change'],
      ['delete', 'cloud.destroy'],
    ],
  },
  lpass: {
    rows: [
      ['show|export', keychain],
      ['rm|rmdir', 'cloud.destroy'],
    ],
  },
  'keepassxc-cli': { rows: [['show|export|clip', keychain]] },
  doppler: {
    valued:
      'p project c config t token scope configuration api-host dashboard-host timeout attempts visibility type format name-transformer fallback passphrase mount mount-format mount-template preserve-env max-age',
    rehearsal: 'h',
    rows: [
      ['secrets . !--only-names', token],
      ['secrets get|substitute', token],
      ['secrets download', { ...token, operands: 'creates' }],
      ['configure get token', token],
      ['configs tokens create', token],
      ['configs tokens revoke', 'cloud.access-change'],
      ['secrets|projects|environments|configs delete', 'cloud.destroy'],
      ['run', { runs: 'command', operands: 'command' }],
    ],
  },
  infisical: {
    valued: 'env path projectId token domain',
    rows: [
      ['secrets|export', token],
      ['user get token', token],
      ['service-token create', token],
      ['vault set', 'cloud.access-change'],
      ['run', { runs: 'c command', operands: 'command' }],
    ],
  },
  chamber: {
    valued: 'b backend r retries',
    rows: [
      ['read|export|env', token],
      ['exec', { operands: 'valued command' }],
    ],
  },
  sops: {
    rows: [
      ['-d|--decrypt', token],
      ['decrypt|exec-env|exec-file', token],
    ],
  },
  'ansible-vault': { rows: [['view|decrypt|edit', token]] },
  age: call => (has(options(call.args), 'd', 'decrypt') ? { text: undefined, taint: taint.decoded | taint.secret } : nothing),
  'gpg gpg2': {
    flags: 'export export-filter export-options export-ownertrust export-ssh-key delete-keys',
    shortens: true,
    rehearsal: '',
    rows: [
      ['--export-secret-keys|--export-secret-subkeys|--export-secret-ssh-key', keychain],
      ['--delete-secret-keys|--delete-secret-and-public-key', 'permissions.security-off'],
    ],
  },
  'ssh-keygen': call => {
    const given = options(call.args, 'f t b C N P m O s n I')
    const file = given.values.get('f')
    if (file !== undefined && (has(given, 'e') || has(given, 'p') || has(given, 'y')))
      readPath(file, call.env, call.analysis, call.invocation)
    return nothing
  },
  'kwallet-query mimikatz laZagne lazagne laZagne.py LaZagne.py lazagne.py mimipenguin chainbreaker': dumper,
  'impacket-secretsdump secretsdump.py': dumper,
  // Letters without a dash are BSD's: with `e` each process is shown with its environment.
  ps: call => {
    const words = options(call.args, 'o O p q C u U g G t s k pid ppid sort format user group tty sid quick-pid').positional
    const letters = words.map(({ text }) => (/^[a-zA-Z]+$/.test(text) ? text : ''))
    const shows = letters.some((word, at) => word.includes('e') && !/[oOkpqUt]$/.test(letters[at - 1] ?? ''))
    return shows ? reveal(call, 'secrets.process-memory') : { text: undefined, taint: listsAll(call) ? taint.processes : 0 }
  },
  procdump: { rehearsal: '', rows: [['', { finds: 'secrets.process-memory', prints: 'secret' }]] },
}

/** `ps aux`, `ps -e`: every process, not some. */
function listsAll(call: Call): boolean {
  return (
    call.args.some(word => /^(?:-(?=[a-zA-Z]*[eA])[a-zA-Z]+|(?=[a-z]*(?:ax|xa))[a-z]+|(?=a[a-z]*x)[a-z]+)$/.test(word.text)) &&
    !call.args.some(word => /^-(?:C|p|-pid|-ppid|G)/.test(word.text))
  )
}

function reveal(call: Call, finding: FindingId = 'secrets.read-keychain'): Stream {
  find(call, finding)
  return { text: undefined, taint: taint.secret }
}
