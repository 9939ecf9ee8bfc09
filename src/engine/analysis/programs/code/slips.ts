/** Names that are one slip away from another. */

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-_.'

/** One letter more, less, another, or two exchanged. */
export function* slipsOf(name: string): Generator<string> {
  for (let at = 0; at <= name.length; at++) {
    const [front, back] = [name.slice(0, at), name.slice(at)]
    if (back !== '') yield front + back.slice(1)
    if (back.length > 1) yield `${front}${back[1]}${back[0]}${back.slice(2)}`
    for (const letter of letters) {
      yield front + letter + back
      if (back !== '') yield front + letter + back.slice(1)
    }
  }
}

/** The one of a few names that this is a slip of. */
export function slipOf(name: string, names: ReadonlySet<string>): string | undefined {
  if (names.has(name) || name.length < 5) return undefined
  for (const slip of slipsOf(name)) if (slip.length > 4 && names.has(slip)) return slip
  return undefined
}

const forges: ReadonlySet<string> = new Set(['github', 'gitlab', 'bitbucket', 'codeberg', 'githubusercontent'])

/** The forge that a host is one slip away from, `githb.com`. */
export function likelyForge(host: string): string | undefined {
  const [, front = '', name = '', end] = /^((?:[\w-]+\.)*)([\w-]+)\.(com|org)$/.exec(host.toLowerCase()) ?? []
  const likely = slipOf(name, forges)
  return likely === undefined ? undefined : `${front}${likely}.${end}`
}
