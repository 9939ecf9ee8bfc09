/** Names for files that belong to a text. */

const { imul } = Math

/** 53 bits of a text for the name of a file, not for secrets: what is trusted stands inside the file. */
export const hash = (text: string): string => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = imul(a ^ code, 2654435761)
    b = imul(b ^ code, 1597334677)
  }
  return (4294967296 * (2097151 & (b >>> 0)) + (a >>> 0)).toString(36)
}
