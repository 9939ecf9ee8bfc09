/** Texts that end by themselves, a bounded number of them: in this process, or where all replicas of a server have them. */

export interface Shelf {
  /** False where it could not be kept, and with `first` where there is one of this name. */
  readonly put: (name: string, text: string, lastsMs: number, first?: 'first') => Promise<boolean>
  /** Undefined where there is none, false where nobody can say now. */
  readonly read: (name: string) => Promise<string | undefined | false>
  /** The same, and of all who ask one has it. */
  readonly take: (name: string) => Promise<string | undefined | false>
}

/** Beyond `most` the oldest goes. */
export const shelfHere = (most: number, now: () => number = Date.now): Shelf => {
  const held = new Map<string, { readonly text: string; readonly until: number }>()
  const read = (name: string): string | undefined => {
    const found = held.get(name)
    return found !== undefined && now() <= found.until ? found.text : undefined
  }
  return {
    put: async (name, text, lastsMs, first) => {
      if (first && read(name) !== undefined) return false
      held.delete(name)
      held.set(name, { text, until: now() + lastsMs })
      for (const oldest of held.keys()) {
        if (held.size <= most) break
        held.delete(oldest)
      }
      return true
    },
    read: async name => read(name),
    take: async name => {
      const text = read(name)
      held.delete(name)
      return text
    },
  }
}
