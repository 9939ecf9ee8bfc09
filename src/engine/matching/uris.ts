/** Addresses that mean a file: `file:` in every spelling, and the editors' own schemes around a path. */

const network = /^(?:https?|wss?|ftps?|mailto|data|javascript|about|chrome|git\+\w+|tel|blob|urn|doi):/i

/** Whether an address names a file of this machine. */
export const isFileUrl = (text: string): boolean => /^(?:view-source:|jar:)?file:/i.test(text)

/** Something on another machine. */
export const isAddress = (text: string): boolean =>
  network.test(text) || (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) && !isFileUrl(text))

/** The path that a text means; undefined when it is an address of the network. */
export const pathOf = (written: string): string | undefined => {
  const text = written.trim().replace(/^(?:view-source|jar):/i, '')
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)
  if (scheme === null) return text
  if (network.test(text)) return undefined
  const rest = text.slice(scheme[0].length)
  // `name: text` and `host:path` are no addresses; `C:` has one letter only.
  if (!/^file$/i.test(scheme[1] ?? '') && !/^[/\\]/.test(rest)) return text
  return decoded(isFileUrl(text) ? ownPath(rest) : rest.replace(/^\/\/[^/]*/, '').replace(/[?#].*$/s, ''))
}

const ownPath = (rest: string): string => {
  const local = rest.replaceAll('\\', '/').replace(/^\/\/(?:localhost)?(?=\/)/i, '')
  return local.replace(/[?#].*$/s, '')
}

const decoded = (text: string): string => {
  let path = text
  try {
    path = decodeURIComponent(text)
  } catch {
    // Left as it is written.
  }
  return path.replace(/^\/+(?=[A-Za-z]:)/, '')
}
