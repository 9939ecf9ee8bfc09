/** What an oracle is: a small simulator of one client's reading of a hook's answer, written from contracts and measurements, not from src. */

export interface Heard {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** What stands around the answer: the registration, the client's version, and the call that the answer is about. */
export interface Situation {
  /** Cursor's registration. */
  readonly failClosed?: boolean
  /** Claude Code's registration. */
  readonly onFailure?: 'block' | 'continue'
  readonly version?: string
  readonly platform?: 'linux' | 'darwin' | 'win32'
  /** Somebody sits in front of the client. */
  readonly attended?: boolean
  /** The tool's name, input and result, for what a client applies only to some of them. */
  readonly tool?: string
  readonly input?: unknown
  readonly output?: unknown
  /** `source` of the event, where it changes what can be blocked. */
  readonly source?: string
}

export interface Reading {
  /** The action the event is about happens: the tool runs, the prompt is sent, the result reaches the model. */
  readonly goesOn: boolean
  /** The client stops and asks a person. */
  readonly asks?: true
  /** The client's own question to the person is skipped. */
  readonly skipsPrompt?: true
  /** The agent is kept at work although it wanted to stop. */
  readonly keepsWorking?: true
  /** Nothing in the answer is rejected, and nothing in it is dropped. */
  readonly legal: boolean
  readonly problems: readonly string[]
  readonly modelTold?: string
  readonly personTold?: string
  readonly rewritten?: { readonly of: 'input' | 'output'; readonly value: unknown }
  readonly context?: string
}

export type Read = (event: string, heard: Heard, situation?: Situation) => Reading

/** What a client's file exports. */
export interface Oracle {
  readonly read: Read
  /** The plainest objection the client knows: the most that a hook can reach on any event. */
  readonly utmost: Heard
  /** What a hook without an opinion says; `{}` at exit 0 when not given. */
  readonly neutral?: Heard | ((event: string) => Heard)
  /** What it hears on stdout is text for the model, not JSON. */
  readonly plain?: true
  /** Exit codes that mean something to it; 0 and 2 when not given. */
  readonly codes?: readonly number[]
  /** What its payload says about the call, where the keys are not `tool_name`, `tool_input` and `tool_response`. */
  readonly situation?: (stdin: Plain, env: Readonly<Record<string, string>>) => Situation
}

export type Plain = Readonly<Record<string, unknown>>

export const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

export const textAt = (object: Plain, key: string): string | undefined => {
  const value = object[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Loose = { readonly [Key in keyof Reading]?: Reading[Key] | undefined }

/** Leaves out what is undefined, as exact optional types want it. */
export const reading = ({ goesOn, problems, ...rest }: Omit<Loose, 'legal'> & Pick<Reading, 'goesOn' | 'problems'>): Reading => ({
  ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<Reading>),
  goesOn,
  legal: problems.length === 0,
  problems: [...problems],
})
