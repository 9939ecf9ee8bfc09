/** Runs a command in a terminal of a given width, so that it prints what a person would see, colours included. */

/** The part of Bun that is used; its types are not installed. */
declare const Bun: {
  readonly spawn: (
    command: readonly string[],
    options: {
      readonly cwd: string
      readonly env: Readonly<Record<string, string>>
      readonly terminal: {
        readonly cols: number
        readonly rows: number
        readonly data: (terminal: unknown, bytes: Uint8Array) => void
      }
    },
  ) => { readonly exited: Promise<number> }
}

export interface Setting {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly columns: number
}

/** Everything that appears, progress lines included. */
export const inTerminal = async (script: string, { cwd, env, columns }: Setting): Promise<string> => {
  const decoder = new TextDecoder()
  let output = ''
  const { NO_COLOR: _, ...colourful } = env
  const child = Bun.spawn(['bash', '--noprofile', '--norc', '-c', script], {
    cwd,
    env: { ...colourful, TERM: 'xterm-256color' },
    terminal: {
      cols: columns,
      rows: 50,
      data: (_, bytes) => {
        output += decoder.decode(bytes, { stream: true })
      },
    },
  })
  await child.exited
  return output
}
