/** What a command answers a program: when it exits with 1, and what its `--json` holds. test/cli/replies.test.ts compares with what runs. */

export interface Reply {
  /** Behind "1 when". Absent where the answer is never no. */
  readonly no?: string
  /** Whether it is one object, a list of them, or one to a line; and the keys that are always there. */
  readonly json?: readonly [form: 'object' | 'list' | 'lines', ...keys: readonly string[]]
}

export const replies: Readonly<Record<string, Reply>> = {
  init: {
    no: 'something could not be written, or nobody said yes',
    json: ['object', 'program', 'dryRun', 'remarks', 'written', 'clients', 'failed'],
  },
  uninstall: {
    no: 'something could not be taken out, or nobody said yes',
    json: ['object', 'dryRun', 'removed', 'files', 'failed', 'left'],
  },
  doctor: { no: 'anything is not in order', json: ['object', 'version', 'worst', 'clients', 'findings'] },
  'config check': { no: 'a file has a fault', json: ['list', 'file', 'faults'] },
  status: {
    no: 'nothing is registered, a client is not guarded, or a file is broken',
    json: ['object', 'version', 'clients', 'source', 'gateway', 'policies', 'audit', 'findings', 'exports'],
  },
  explain: {
    no: 'the call is denied',
    json: ['object', 'client', 'event', 'decision', 'certainty', 'rules', 'reason', 'trace', 'source', 'answer', 'ms'],
  },
  approve: { no: 'the call may not be permitted, or the code was wrong', json: ['list'] },
  'policy check': { no: 'a file has an error; with `--strict`, a warning', json: ['list', 'file', 'layer', 'problems'] },
  'policy show': { json: ['object', 'preset', 'settings', 'packs', 'rules', 'exceptions', 'refused'] },
  'policy test': { no: 'a case fails', json: ['list', 'file', 'cases', 'passed', 'failed', 'skipped'] },
  'policy replay': { no: 'a recorded call would be decided differently' },
  'policy compile': { no: 'a file is broken' },
  'policy allow': { no: 'the call may not be permitted', json: ['object', 'ok'] },
  'policy suggest': { json: ['list'] },
  'policy pull': { no: 'the bundle is refused or cannot be had' },
  'policy status': { no: 'the bundle is late, refused or missing' },
  'policy bundle verify': { no: 'the bundle is not what it says' },
  'audit tail': { json: ['lines'] },
  'audit stats': { json: ['object', 'calls', 'byClient', 'byDecision', 'byRule', 'byDay', 'topDenied', 'byFailure', 'damaged'] },
  'audit silent': { no: 'somebody who asked before is silent', json: ['object', 'silent', 'asking', 'complete'] },
  'audit show': { no: 'there is no such call' },
  'audit verify': { no: 'the chain of the log is broken', json: ['object', 'ok', 'files', 'findings', 'notes'] },
  watch: { json: ['lines'] },
  version: { json: ['object', 'version', 'runtime', 'platform', 'arch'] },
}

/** As the reference says it. */
export const replyText = (path: string): string | undefined => {
  const { no, json } = replies[path] ?? {}
  const [form, ...keys] = json ?? []
  const named = keys.map(key => `\`${key}\``).join(', ')
  const holds = { object: 'one object', list: 'a list', lines: 'an object to a line' } as const
  const parts = [
    ...(no === undefined ? [] : [`Exits with 1 when ${no}.`]),
    ...(form === undefined
      ? []
      : [`\`--json\`: ${holds[form]}${keys.length === 0 ? '' : `${form === 'list' ? ' of' : ' with'} ${named}`}.`]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}
