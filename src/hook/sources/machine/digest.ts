/** SHA-256 in hexadecimal, by the quickest means that the runtime has. */

declare const Bun:
  | { readonly CryptoHasher: new (name: 'sha256') => { update(data: string): { digest(form: 'hex'): string } } }
  | undefined

export const hasher = async (): Promise<(text: string) => string> => {
  // `node:crypto` costs Bun 1.6 ms.
  if (typeof Bun !== 'undefined') {
    const { CryptoHasher } = Bun
    return text => new CryptoHasher('sha256').update(text).digest('hex')
  }
  const { createHash } = await import('node:crypto')
  return text => createHash('sha256').update(text).digest('hex')
}
