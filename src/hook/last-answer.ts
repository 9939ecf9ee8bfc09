/** What is said when nothing else works, without knowing more than the command line. One table for every executable. */

export interface LastCall {
  /** As the registration names it. */
  readonly client: string | undefined
  readonly mode: 'open' | 'closed' | 'stop'
  /** A PowerShell stands between that makes 1 of exit 2, which these clients take for a warning. */
  readonly lost?: boolean
  /** What happened, in a word. */
  readonly what: string
}

interface LastAnswer {
  readonly stdout: string
  readonly stderr: string
  readonly code: 0 | 2
}

/** Clients whose form differs from everybody else's. */
export const ownForms: readonly string[] = ['cursor', 'cline', 'claude-code']

export const lastAnswer = ({ client, mode, lost: shell = false, what }: LastCall): LastAnswer => {
  // An agent that is about to stop would only be kept at work, and fail again.
  const open = mode !== 'closed'
  const cursor = client === 'cursor'
  // VS Code reads the file that names Copilot.
  const lost = shell && ['codex', 'vscode', 'copilot-cli'].includes(client ?? '')
  const through = `let through because ${mode === 'stop' ? 'a failure does not keep an agent from stopping' : 'this hook fails open'}`
  const reason = `tfy-hook [tfy.internal] No verdict: an internal ${what}; ${open ? `${through}. See: tfy-hook doctor` : 'stopped, since nothing could be checked. A person can look into it: tfy-hook doctor'}`
  const denial = { permission: 'deny', continue: false, user_message: reason, agent_message: reason }
  const flat = { decision: 'block', reason }
  const refusal =
    client === 'cline'
      ? { cancel: true, errorMessage: reason }
      : lost && client !== 'codex'
        ? { ...flat, permissionDecision: 'deny', permissionDecisionReason: reason, continue: false, stopReason: reason }
        : flat
  const said = cursor
    ? open
      ? { permission: 'allow', continue: true }
      : denial
    : open || client === 'claude-code'
      ? undefined
      : refusal
  return {
    stdout: said === undefined ? '' : `${JSON.stringify(said)}\n`,
    stderr: `${reason}\n`,
    code: open || cursor || lost ? 0 : 2,
  }
}
