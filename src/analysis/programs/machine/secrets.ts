/** Password stores, token printers, environment dumps. */

import type { Program } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import type { FindingId } from '../../values/findings.ts'
import { type Call, find, type Handler } from '../../values/session.ts'
import { nothing, type Stream, taint } from '../../values/text.ts'

export const secrets: Readonly<Record<string, Handler | Program>> = {
  printenv: call => {
    const names = options(call.args).positional
    if (names.length === 0) return { text: undefined, taint: taint.environment }
    return names.some(name => isSecretVariable(name.text) || name.unknown === 'the input of xargs')
      ? reveal(call, 'secrets.dump-environment')
      : nothing
  },
  security: call =>
    /^(?:find-(?:generic|internet)-password|dump-keychain|export|find-certificate|find-key|find-identity)$/.test(
      call.args[0]?.text ?? '',
    ) &&
    call.args[0]?.text !== 'find-identity' &&
    call.args[0]?.text !== 'find-certificate'
      ? reveal(call)
      : /^(?:delete-|unlock-keychain|set-keychain|add-trusted-cert|authorizationdb)/.test(call.args[0]?.text ?? '')
        ? secure(call)
        : nothing,
  'secret-tool': call => (/^(?:lookup|search)$/.test(call.args[0]?.text ?? '') ? reveal(call) : nothing),
  keyring: call => (call.args[0]?.text === 'get' ? reveal(call) : nothing),
  pass: call =>
    /^(?:ls|list|find|search|git|init|help|version|--version|generate|insert|)$/.test(call.args[0]?.text ?? '')
      ? nothing
      : /^(?:rm|remove|delete)$/.test(call.args[0]?.text ?? '')
        ? nothing
        : reveal(call),
  gopass: call => (/^(?:show|cat|otp)$/.test(call.args[0]?.text ?? '') ? reveal(call) : nothing),
  op: {
    valued: 'account vault session config encoding cache format fields env-file environment expires-in',
    rows: [
      ['read|inject|signin', { finds: 'secrets.read-keychain', prints: 'secret', reads: 'i in-file', creates: 'o out-file' }],
      ['item|document get', { finds: 'secrets.read-keychain', prints: 'secret', creates: 'o out-file output' }],
      ['service-account|connect ... create', 'secrets.print-token'],
      ['item share', 'exfiltration.secret-to-network'],
      ['item|document delete !--archive', 'cloud.destroy'],
      ['vault|user|group|connect ... delete|suspend', 'cloud.destroy'],
      ['vault|group|connect ... grant|revoke', 'cloud.access-change'],
      ['run', { operands: 'command' }],
      ['plugin run', { operands: 'command' }],
    ],
  },
  bw: call => (/^(?:get|export|list|unlock)$/.test(call.args[0]?.text ?? '') ? reveal(call) : nothing),
  lpass: call => (/^(?:show|export)$/.test(call.args[0]?.text ?? '') ? reveal(call) : nothing),
  'keepassxc-cli': call => (/^(?:show|export|clip)$/.test(call.args[0]?.text ?? '') ? reveal(call) : nothing),
  'kwallet-query': call => reveal(call),
  doppler: {
    valued:
      'p project c config t token scope configuration api-host dashboard-host timeout attempts visibility type format name-transformer fallback passphrase mount mount-format mount-template preserve-env max-age',
    rehearsal: 'h',
    rows: [
      ['secrets . !--only-names', { finds: 'secrets.print-token', prints: 'secret' }],
      ['secrets get|substitute', { finds: 'secrets.print-token', prints: 'secret' }],
      ['secrets download', { finds: 'secrets.print-token', prints: 'secret', operands: 'creates' }],
      ['configure get token', { finds: 'secrets.print-token', prints: 'secret' }],
      ['configs tokens create', { finds: 'secrets.print-token', prints: 'secret' }],
      ['configs tokens revoke', 'cloud.access-change'],
      ['secrets|projects|environments|configs delete', 'cloud.destroy'],
      ['run', { runs: 'command', operands: 'command' }],
    ],
  },
  infisical: call => (/^(?:secrets|export)$/.test(call.args[0]?.text ?? '') ? reveal(call, 'secrets.print-token') : nothing),
  chamber: call => (/^(?:read|export|env)$/.test(call.args[0]?.text ?? '') ? reveal(call, 'secrets.print-token') : nothing),
  sops: call =>
    has(options(call.args), 'd', 'decrypt') || /^(?:decrypt|exec-env|exec-file)$/.test(call.args[0]?.text ?? '')
      ? reveal(call, 'secrets.print-token')
      : nothing,
  'ansible-vault': call =>
    /^(?:view|decrypt|edit)$/.test(call.args[0]?.text ?? '') ? reveal(call, 'secrets.print-token') : nothing,
  age: call => (has(options(call.args), 'd', 'decrypt') ? { text: undefined, taint: taint.decoded | taint.secret } : nothing),
  gpg: call =>
    call.args.some(word => /^--export-secret/.test(word.text))
      ? reveal(call)
      : call.args.some(word => /^--delete-secret/.test(word.text))
        ? secure(call)
        : undefined,
  gpg2: call => (call.args.some(word => /^--export-secret/.test(word.text)) ? reveal(call) : undefined),
  'ssh-keygen': call => {
    const given = options(call.args, 'f t b C N P m e i O s n I')
    const file = given.values.get('f')
    if (file !== undefined && (has(given, 'e') || has(given, 'p') || has(given, 'y')))
      readPath(file, call.scope, call.session, call.invocation)
    return nothing
  },
  mimikatz: call => reveal(call),
  laZagne: call => reveal(call),
  lazagne: call => reveal(call),
  'laZagne.py': call => reveal(call),
  'LaZagne.py': call => reveal(call),
  'lazagne.py': call => reveal(call),
  mimipenguin: call => reveal(call),
  chainbreaker: call => reveal(call),
  'impacket-secretsdump': call => reveal(call),
  'secretsdump.py': call => reveal(call),
  ps: call =>
    call.args.some(
      word =>
        /^-?(?=[a-zA-Z]*e)[a-zA-Z]*ww|^(?=[a-z]*e)[a-z]+$/.test(word.text) &&
        !/^-/.test(word.text) &&
        /e/.test(word.text) &&
        word.text !== 'e' &&
        /ww|auxe|axe/.test(word.text),
    )
      ? reveal(call, 'secrets.process-memory')
      : { text: undefined, taint: listsAll(call) ? taint.processes : 0 },
  procdump: call => reveal(call, 'secrets.process-memory'),
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

function secure(call: Call): Stream {
  find(call, 'permissions.security-off')
  return nothing
}
