/** Lists of plain words. A pattern of them costs a call more to make ready than to be asked. */

/** Whether a word is one of a list, which begins and ends with a space. */
export const isOneOf = (list: string, word: string): boolean => list.includes(` ${word} `) && !word.includes(' ')

/** The parts of a list with a comma between; one inside braces divides nothing. */
export const outsideBraces: RegExp = /(?:\{[^{}]*\}|[^,])+/g

/** Rows by each of their words, which stand with a space between. */
export const rowsByWord = <T>(rows: readonly T[], wordsOf: (row: T) => string): ReadonlyMap<string, readonly T[]> => {
  const found = new Map<string, T[]>()
  for (const row of rows)
    for (const word of wordsOf(row).split(' ')) {
      const others = found.get(word)
      if (others === undefined) found.set(word, [row])
      else others.push(row)
    }
  return found
}

/** A table whose keys are lists of words, by word. The loops are plain: it is made before the first command is read. */
export const byWord = <T>(table: Readonly<Record<string, T>>): ReadonlyMap<string, T> => {
  const rows = new Map<string, T>()
  for (const words in table) for (const word of words.split(' ')) rows.set(word, table[words] as T)
  return rows
}

/** A key without case and separators: `workingDirectory` and `working_directory` are one. */
export const bare = (key: string): string => (/^[a-z0-9]+$/.test(key) ? key : key.toLowerCase().replace(/[^a-z0-9]+/g, ''))

/** Of the names that were asked about last: everything that looks at a call asks for its tool's and its server's. */
const told = new Map<string, readonly string[]>()
const kept = 8

/** The words of a name in any of the usual spellings. */
export const wordsOf = (name: string): readonly string[] => {
  const known = told.get(name)
  if (known !== undefined) return known
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  if (told.size >= kept) told.clear()
  told.set(name, words)
  return words
}
