import type { Earlier } from '../../core/earlier.ts'

/** What the file system says, injected so that the engine stays pure. Every member must be quick and must not throw. */
export interface Host {
  readonly home: string
  readonly platform: 'linux' | 'darwin' | 'win32'
  /** Resolves links of the longest existing prefix; returns the path unchanged when it cannot. */
  readonly realpath: (path: string) => string
  /** File text up to `limit` bytes, or undefined. */
  readonly readText: (path: string, limit: number) => string | undefined
  /** Names in a folder, each link with a `/` behind it; undefined when it cannot be seen, or holds more than `limit`. */
  readonly names?: (folder: string, limit: number) => readonly string[] | undefined
  readonly env: (name: string) => string | undefined
  /** Milliseconds of the processor that this process has had. Without it time is what the clock says. */
  readonly busy?: () => number
  /** Where this guard's own files really are here, beside the usual places: files and directories, absolute. */
  readonly guarded?: readonly string[]
  /** What calls of the same session did before this one; looked up when it is asked for. */
  readonly earlier?: () => Earlier
}
