/** Lists of plain words. A pattern of them costs a call more to make ready than to be asked. */

/** Whether a word is one of a list, which begins and ends with a space. */
export const isOneOf = (list: string, word: string): boolean => list.includes(` ${word} `) && !word.includes(' ')
