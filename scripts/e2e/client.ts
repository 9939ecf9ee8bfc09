/** What the harness needs to know about one coding agent. One file per agent in `clients/`: its default is such an object, or one for each way to drive it. */

import type { Json, Move } from '../../src/setup/prove/model/script.ts'

/** What a scenario wants the agent to do. The client turns it into a call of its own tool. */
export type Call =
  /** `cwd` where the client's tool takes one: in place of a working directory that is gone. */
  | { readonly kind: 'shell'; readonly command: string; readonly cwd?: string }
  /** Paths are absolute. */
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  /** A tool of the MCP server `e2e` (mcp.ts): `touch` { path }, `echo` { text }. */
  | { readonly kind: 'mcp'; readonly tool: 'touch' | 'echo'; readonly args: Json }

/** Moments at which a hook can be called. A client registers those of a scenario that it has. */
export type Moment = 'prompt' | 'before-tool' | 'after-tool' | 'session' | 'stop'

/** How the hook is to be registered. */
export interface Hook {
  /** Absolute path: the built executable, or a program around it. */
  readonly program: string
  readonly moments: readonly Moment[]
  /** The closed form of the client's page, or (false) none of the client's and our own switches. */
  readonly closed: boolean
  /** 2: registered twice, in two files of the client where it reads more than one. */
  readonly times: 1 | 2
  /** The client's own timeout for the hook, when a scenario needs one. */
  readonly timeoutSeconds: number | undefined
  /** `tfy-hook serve`, when the client asked for it by `serves`. */
  readonly url: string | undefined
}

/** Folders and addresses of one run. Everything stands below a scratch folder of its own. */
export interface Place {
  readonly home: string
  readonly project: string
  /** Where the packages are installed: `<install>/node_modules/.bin`. */
  readonly install: string
  /** `http://127.0.0.1:<port>`, without a path: the scripted model, in every dialect of `model/`. */
  readonly model: string
  /** Starts the MCP server over stdio. */
  readonly mcp: { readonly command: string; readonly args: readonly string[] }
  /** The Node to run scripts with. */
  readonly node: string
}

/** Files to write, by absolute path. An object is written as JSON. */
export type Files = Readonly<Record<string, string | Json>>

export interface Start {
  readonly command: string
  readonly args: readonly string[]
  /** Beside PATH, HOME, XDG_*, TMPDIR and LANG, which the sandbox sets. */
  readonly env?: Readonly<Record<string, string>>
  /** Closed and empty when not given. */
  readonly stdin?: string
}

export interface Init {
  readonly client: string
  readonly scope?: 'project'
  /** More flags, with the address of `tfy-hook serve` for a client that asked for it. */
  readonly flags?: (url: string) => readonly string[]
  /** What the notes of `init` leave to a person, as commands. */
  readonly byHand?: (place: Place) => readonly Start[]
  /** Or as files, as they are afterwards. */
  readonly filesByHand?: (place: Place) => Files
}

/** A documented way to keep a client from asking a hook that stays registered. */
export interface Switch {
  /** As a person would write it. */
  readonly name: string
  /** Files as they are then; `read` gives what stands in one now, or nothing. */
  readonly files?: (place: Place, read: (path: string) => string) => Files
  /** In the shell from which the client and `doctor` are started. */
  readonly env?: Readonly<Record<string, string>>
  /** It takes the hooks of an administrator off as well. */
  readonly overManaged?: true
}

/**
 * A declared difference from what every client is expected to do.
 * - `impossible`: there is no such channel; the scenario does not run.
 * - `limit`: it runs, and exactly these checks fail. The day they pass, the declaration is wrong.
 */
export type Exception =
  | { readonly impossible: string }
  | { readonly limit: string; readonly fails: readonly [string, ...string[]] }

export interface E2eClient {
  /** The id of its adapter; with a suffix when it is driven in a second way (`claude-code-http`). */
  readonly id: string
  readonly title: string
  /** Its page in docs/clients, when that has another name than the id. */
  readonly page?: string
  /** npm package; `version` is the one this harness was last proved on, `before` one from which a person may come. */
  readonly package: { readonly name: string; readonly version: string; readonly before?: string }
  /** Packages beside it that its start needs, by exact version. */
  readonly beside?: Readonly<Record<string, string>>
  /** Its package holds all that it runs, but for these dependencies. The others are left out, since npm may not have every one. */
  readonly bundled?: readonly string[]
  /** Needs Node 24: it comes from the npm package `node`. */
  readonly node24?: true
  /** Its binary is put in place by an install script. */
  readonly installScripts?: true
  /** For a whole scenario, when the usual minute is not enough. */
  readonly limitSeconds?: number
  /** Runs `tfy-hook serve` beside it and hands its address over in `Hook.url`. */
  readonly serves?: true
  /** Its own configuration: model endpoint, permissions (everything is allowed), MCP server. Nothing of ours. */
  readonly settings: (place: Place) => Files
  /** The hooks, as on its page. Where a file is among the settings too, these keys are added there. */
  readonly hooks: (place: Place, hook: Hook) => Files
  /** Commands that its page tells to run after that. A client with them has a bridge: it starts no hook commands itself. */
  readonly setup?: (place: Place, hook: Hook) => readonly Start[]
  /** How `tfy-hook init` registers with it, when that is not by its id alone. */
  readonly init?: Init
  readonly switches?: readonly Switch[]
  /** It takes hooks that an administrator deploys; with `mdm`, TrueFoundry's tool writes them, too. */
  readonly deployable?: readonly ('files' | 'mdm')[]
  /** One headless run with this prompt. The working directory is the project. */
  readonly start: (place: Place, prompt: string) => Start
  /** Each kind of call in the client's own words. */
  readonly tools: { readonly [K in Call['kind']]: (call: Extract<Call, { readonly kind: K }>) => Move }
  readonly exceptions?: Readonly<Record<string, Exception>>
}
