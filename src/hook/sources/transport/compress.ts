/** A request body as gzip. Loaded only where the configuration asks for it. */

declare const Bun: { gzipSync(bytes: Uint8Array, options: { level: number }): Uint8Array } | undefined

/** The compressed bytes, or undefined when they would not be worth it. */
export const gzipped = async (text: string): Promise<Uint8Array | undefined> => {
  const bytes = new TextEncoder().encode(text)
  // Level 1: JSON shrinks to a few parts in a hundred already there, and the caller is waiting.
  const packed = typeof Bun === 'undefined' ? await byNode(bytes) : Bun.gzipSync(bytes, { level: 1 })
  return packed.length < bytes.length * 0.9 ? packed : undefined
}

const byNode = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const { gzipSync } = await import('node:zlib')
  return gzipSync(bytes, { level: 1 })
}
