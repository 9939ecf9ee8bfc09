/** What the parts of an address say in other letters: percent signs, base64, and hexadecimal digits of a name. */

const most = 20_000
/** Letters, signs and line ends, and no bytes of a picture or a hash. */
const isText = /^[\t\n\r\x20-\x7e]+$/

export const spelledOut = (address: string): string => {
  const whole = unescaped(unescaped(address.slice(0, most)))
  const parts = whole.split(/[/?&=#.:,|\s]+/)
  return [whole, ...parts.flatMap(part => readAs(part, 'base64')), ...parts.flatMap(part => readAs(part, 'hex'))].join('\n')
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const shapes = { base64: /^[\w+-]{20,}$/, hex: /^(?:[\da-f]{2}){10,}$/i } as const

function readAs(part: string, how: keyof typeof shapes): readonly string[] {
  if (!shapes[how].test(part)) return []
  const bytes = how === 'hex' ? (part.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16)) : decoded(part)
  const text = String.fromCharCode(...bytes)
  return isText.test(text) ? [text] : []
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The engine has no `Buffer` behind the door. */
function decoded(part: string): readonly number[] {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of part.replaceAll('-', '+').replaceAll('_', '/')) {
    held = (held << 6) | letters.indexOf(letter)
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
      held &= (1 << bits) - 1
    }
  }
  return bytes
}
