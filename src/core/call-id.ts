/** A name for one call, short enough to be read out and typed: what a refusal shows, and what its audit line is found by. */

// Without i, l, o and u, which are taken for 1, 1, 0 and v.
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 7
const all = letters.length ** length

let last = 0

/**
 * Made of the time in tenths of a second and the process, so that nothing has to be loaded or drawn: within eleven weeks two calls share a name
 * only if their processes differ by a multiple of 512 at the same moment. Neighbours are spread, so that no two look alike.
 */
export const callId = (now: number, process: number): string => {
  last = Math.max(last + 1, Math.floor(now / 100) * 512 + (process % 512))
  let rest = ((last % all) * 100_003) % all
  let id = ''
  for (let i = 0; i < length; i++) {
    id += letters[rest % letters.length]
    rest = Math.floor(rest / letters.length)
  }
  return id
}

/** As it was typed or heard, or undefined for what is no such name. */
export const readCallId = (text: string): string | undefined => {
  const read = text.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1').replaceAll('u', 'v')
  return /^[0-9a-z]{3,7}$/.test(read) ? read : undefined
}
