/** `tfy-hook contain`: whoever writes it chooses the cage, so what it runs is judged as if there were none. */

import { type Call, find, wrapped } from '../../values/analysis.ts'
import { HOLE, literal, nothing, type Stream, type Value } from '../../values/value.ts'

const single = /^--(?:profile|hide|shell|command|probe|forward)$/
/** Takes every word up to the next option. */
const several = /^--(?:write|network|workspace)$/

export function contained(call: Call): Stream {
  const words = call.args.slice(1)
  const values = new Map<string, Value>()
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] as Value
    const { text } = word
    if (text === '--') {
      at++
      break
    }
    if (text.includes(HOLE)) return unread(call)
    if (text[0] !== '-') break
    const equals = text.indexOf('=')
    const name = equals < 0 ? text : text.slice(0, equals)
    if (single.test(name)) {
      const value = equals < 0 ? words[++at] : { ...word, text: text.slice(equals + 1) }
      if (value !== undefined) values.set(name, value)
    } else if (several.test(name) && equals < 0) while (words[at + 1] !== undefined && words[at + 1]?.text[0] !== '-') at++
  }
  // What it does in a cage it does here as well: it is for the trial of cages only.
  if (values.has('--probe')) find(call, 'self.tamper')
  const rest = words.slice(at)
  const text = values.get('--command')
  const whole = text === undefined ? rest : [values.get('--shell') ?? literal('sh'), literal('-c'), text, ...rest]
  return whole.length === 0 ? nothing : call.analysis.words(whole, wrapped(call), call.stdin)
}

const unread = (call: Call): Stream => {
  find(call, 'self.tamper', { unknown: 'what is run in a cage' })
  return nothing
}
