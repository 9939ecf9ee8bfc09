/** One thing that must be true of every client, told without naming one. */

import type { Seen } from '../../../src/setup/prove/model/server.ts'
import type { Call, E2eClient, Moment } from '../client.ts'
import type { Ended } from '../sandbox.ts'
import type { Around } from '../wrap.ts'

export interface Scenario {
  /** Permanent: clients declare exceptions by it. */
  readonly name: string
  /** What holds, as a sentence. */
  readonly title: string
  /** `policy.yaml` of the user. */
  readonly policy: string
  /** The hook asks a gateway alone, which has the policy, or is not there. */
  readonly gateway?: { readonly state: 'up' | 'down'; readonly fail: 'open' | 'closed' }
  readonly moments: readonly Moment[]
  readonly closed?: boolean
  readonly times?: 2
  /** Registered by `tfy-hook init` instead, and played again when `tfy-hook uninstall` took it out. */
  readonly byInit?: true
  /** Registered by `tfy-hook init`; then every switch of the client is thrown. */
  readonly switched?: true
  /** Registered by `tfy-hook init` with an older version of the client. */
  readonly upgraded?: true
  /** By nothing but what `tfy-hook init --scope managed` makes, put where the system keeps it; with `mdm`, through TrueFoundry's own tool. */
  readonly deployed?: 'files' | 'mdm'
  /** What the model was told names the call; `tfy-hook explain` is asked about that. */
  readonly explained?: true
  /** A program around the hook. */
  readonly around?: Exclude<Around['around'], undefined>
  /** Only for clients that reach the hook through a bridge. */
  readonly bridged?: true
  readonly timeoutSeconds?: number
  /** A person removes the project between the first call and the second. */
  readonly projectRemoved?: true
  readonly prompt?: string
  /** What the model wants, turn by turn; then it is done. */
  readonly calls: (paths: Paths) => readonly Call[]
  /** Files of the project before the run. */
  readonly files?: Readonly<Record<string, string>>
  readonly checks: (evidence: Evidence, paths: Paths) => readonly Check[]
}

export interface Paths {
  readonly project: string
  /** An absolute path in the project. */
  readonly at: (name: string) => string
  /** An absolute path beside the project. */
  readonly beside: (name: string) => string
}

export interface Check {
  /** Permanent: a declared limit names the checks that fail. */
  readonly name: string
  readonly ok: boolean
  /** Something got through when it fails; other checks are about what is told and what goes on. */
  readonly guard: boolean
}

/** What is left after a run. */
export interface Evidence {
  readonly ended: Ended
  /** Everything that was sent to the model. */
  readonly seen: readonly Seen[]
  /** The conversation alone. */
  readonly main: readonly Seen[]
  /** In the project, or at an absolute path. */
  readonly exists: (name: string) => boolean
  /** Lines of the audit log. */
  readonly audit: readonly string[]
  /** These when the scenario asks for them. */
  readonly byInit?: ByInit
  readonly switched?: Switched
  readonly upgraded?: Upgraded
  readonly explained?: Explained
  readonly deployed?: Deployed
}

/** What our own commands said of a deployment, before the client ran and after somebody had changed a file of it. */
export interface Deployed {
  readonly made: boolean
  readonly inOrder: boolean
  readonly driftSeen: boolean
  readonly takenOut: boolean
  /** Every switch of the client, thrown by the account or the project: whether the command ran, and whether it is declared to. */
  readonly thrown: readonly { readonly name: string; readonly off: boolean; readonly declared: boolean }[]
  /** The run after that. */
  readonly freed: Evidence
  readonly said: string
}

export interface Switched {
  readonly registered: boolean
  readonly thrown: readonly {
    readonly name: string
    /** The command ran, so it is a switch. */
    readonly off: boolean
    /** Another answer than "guarded", and exit 1: of `status` only where it is certain. */
    readonly doctor: boolean
    readonly status: boolean
  }[]
  readonly said: string
}

export interface Upgraded {
  readonly registered: boolean
  readonly drilled: boolean
  /** `init` would write something else for the newer version. */
  readonly stale: boolean
  /** `doctor` finds something to fix in the registration. */
  readonly warned: boolean
  readonly said: string
}

export interface Explained {
  readonly id: string
  readonly code: number | null
  readonly text: string
}

/** What our own commands said and did around two runs of the client. */
export interface ByInit {
  /** `init` did what it was asked, and had nothing to object. */
  readonly registered: boolean
  /** `doctor` saw a refusal and a consent come from what is registered, and found nothing to fix. */
  readonly drilled: boolean
  readonly removed: boolean
  /** Files that `init` touched and that are not, byte by byte, what they were. */
  readonly unlike: readonly string[]
  /** The run after `uninstall`. */
  readonly freed: Evidence
  /** For a person, when something is wrong. */
  readonly said: string
}

export const concerns = (
  { bridged, deployed }: Scenario,
  { setup, deployable }: Pick<E2eClient, 'setup' | 'deployable'>,
): boolean => (bridged !== true || setup !== undefined) && (deployed === undefined || (deployable?.includes(deployed) ?? false))

export const check = (name: string, ok: boolean): Check => ({ name, ok, guard: false })

/** For what must not get through. */
export const guard = (name: string, ok: boolean): Check => ({ name, ok, guard: true })

/** Whether a text reached the model in any request. */
export const told = ({ seen }: Evidence, text: string): boolean => seen.some(request => request.text.includes(text))

/** The model made its last move, was answered, and the client ended by itself. */
export const finished = ({ ended, main }: Evidence, turns: number): Check =>
  check('finished', !ended.timedOut && main.some(({ turn }) => turn >= turns))

/** Whether the hook wrote a text into its log. */
export const audited = ({ audit }: Evidence, text: string): boolean => audit.some(line => line.includes(text))
