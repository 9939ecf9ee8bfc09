/**
 * Whether a text has one pattern behind the other, in time linear in the text. As one expression, `first[\s\S]*second` starts anew at
 * every `first`, and with a bounded gap a longer text slips through.
 */
export const inOrder = (text: string, ...patterns: readonly RegExp[]): boolean => {
  let rest = text
  for (const pattern of patterns) {
    const match = pattern.exec(rest)
    if (match === null) return false
    rest = rest.slice(match.index + match[0].length)
  }
  return true
}
