/** What both grammars draw with. */

/** From 0 to 1. */
export type Random = () => number

export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
export const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T
