/** So many random bytes, two digits each; never zeros alone. */
export const randomHex = (bytes: number): string => {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes))
  drawn[0] ||= 1
  return Array.from(drawn, byte => byte.toString(16).padStart(2, '0')).join('')
}
