/** A command as words, and as the text from which each shell makes those words again. */

export interface CommandLine {
  readonly executable: string
  /** The name it was found by on the PATH, where the command says no more. */
  readonly named?: string
  readonly args: readonly string[]
  /** Variables and the value with which they do nothing, for POSIX shells: whoever sets them could put other code into the program. */
  readonly clears?: Readonly<Record<string, string>>
}

export type Shell = 'posix' | 'powershell' | 'cmd'

/** Throws `RangeError` for a word that this shell could not be given. */
export const shellText = ({ executable, args, clears = {} }: CommandLine, shell: Shell): string => {
  const words = [executable, ...args]
  for (const word of words) if (/[\0\r\n]/.test(word)) throw new RangeError('a line break in a path or argument')
  switch (shell) {
    case 'posix':
      return [...Object.entries(clears).map(([name, value]) => `${name}=${value}`), ...words.map(posix)].join(' ')
    case 'powershell':
      // Without `&` a quoted path is a string, and nothing runs.
      return `& ${words.map(powershell).join(' ')}`
    case 'cmd':
      return words.map(cmd).join(' ')
    default:
      return shell satisfies never
  }
}

const plain = /^[\w@+=:,./-]+$/

const posix = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const powershell = (word: string): string => (/^[\w-][\w.=-]*$/.test(word) ? word : `'${word.replace(/['‘’‚‛]/g, '$&$&')}'`)

const cmd = (word: string): string => {
  if (plain.test(word) || /^[\w:.\\/-]+$/.test(word)) return word
  // cmd expands these even between quotes.
  if (/["%!^]/.test(word)) throw new RangeError(`cmd.exe cannot be given ${JSON.stringify(word)}`)
  return `"${word}"`
}
