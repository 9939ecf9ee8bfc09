/** What the parts of an address say in other letters: percent signs, base64, and hexadecimal digits of a name. */

/** Letters, signs and line ends, and no bytes of a picture or a hash. */
const isText = /^[\t\n\r\x20-\x7e]+$/

export const spelledOut = (address: string): string => {
  const whole = unescaped(unescaped(address))
  // A slash is a letter of base64 as well.
  const parts = [/[/?&=#.:,|\s]+/, /[?&=#.:,|\s]+|(?<=\w)\/\/?(?=[^/]*\.)/].flatMap(edge => whole.split(edge))
  const said = parts.flatMap(part => [base64(part), hexadecimal(part)]).filter(text => isText.test(text))
  return [whole, ...new Set(said)].join('\n')
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const base64 = (part: string): string => {
  if (!/^[\w+/-]{20,}$/.test(part)) return ''
  const letters = part.replaceAll('-', '+').replaceAll('_', '/')
  return atob(letters.slice(0, letters.length % 4 === 1 ? -1 : undefined))
}

const hexadecimal = (part: string): string =>
  /^(?:[\da-f]{2}){10,}$/i.test(part) ? part.replace(/../g, pair => String.fromCharCode(Number.parseInt(pair, 16))) : ''
