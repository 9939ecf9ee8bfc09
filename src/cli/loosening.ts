/**
 * Which commands take guarding away, or permit something. No agent may run one of these, and every command says here which it is
 * (`test/guards/loosening.test.ts`).
 */

type Loosens =
  | 'never'
  /** With these options, or always: no agent may; a person or a script may. */
  | ((options: Readonly<Record<string, unknown>>) => boolean)
  /** The command finds out, and asks itself: `agreed` or `withPerson`. */
  | 'asks'

const always = (): boolean => true

/** By the words after the program's name. */
export const loosening: Readonly<Record<string, Loosens>> = {
  init: 'asks',
  uninstall: 'asks',
  doctor: 'never',
  status: 'never',
  config: 'never',
  'config check': 'never',
  explain: 'never',
  approve: 'asks',
  // It permits nothing: what it runs is judged like any command.
  contain: 'never',
  policy: 'never',
  'policy check': 'never',
  'policy show': 'never',
  // Ends trials only.
  'policy enforce': 'never',
  'policy test': 'never',
  'policy replay': 'never',
  'policy schema': 'never',
  'policy allow': 'asks',
  'policy suggest': 'never',
  'policy import': 'never',
  // Only whoever may write the managed files can.
  'policy compile': 'never',
  // What it brings is signed, and by an administrator's key.
  'policy pull': 'never',
  'policy status': 'never',
  'policy bundle': 'never',
  'policy bundle build': 'never',
  'policy bundle sign': always,
  'policy bundle verify': 'never',
  audit: 'never',
  'audit tail': 'never',
  'audit stats': 'never',
  'audit silent': 'never',
  'audit show': 'never',
  'audit export': 'never',
  'audit verify': 'never',
  'audit schema': 'never',
  watch: 'never',
  // Clients may be registered at its address.
  serve: ({ failOpen, audit }) => failOpen === true || audit === false,
  'serve token': 'never',
  'serve token add': always,
  'serve token list': 'never',
  'serve token remove': always,
  // It permits, and its link is all that a page needs.
  dashboard: always,
  bridge: ({ failOpen, out }) => failOpen === true && out !== undefined,
  background: 'never',
  'send-spool': 'never',
  'keep-connections': 'never',
  version: 'never',
  completion: 'never',
  man: 'never',
}
