/** fish, as other shells write it: blocks that end with `end`, substitutions in brackets, `set`, `and`, `or`. */

/** What begins each statement of a block, and what ends it in other shells. */
const blocks: Readonly<Record<string, readonly [behind: string, end: string]>> = {
  for: ['; do', 'done'],
  while: ['; do', 'done'],
  if: ['; then', 'fi'],
  begin: ['', '}'],
  function: ['', '}'],
}

/** The text for another shell; unchanged where its blocks do not end. */
export function ofFish(text: string): string {
  const ends: string[] = []
  let out = ''
  for (const { said, mark } of statementsIn(text)) {
    const [word = '', rest = ''] = [/^\S*/.exec(said)?.[0], said.replace(/^\S*\s*/, '')]
    const block = Object.hasOwn(blocks, word) ? blocks[word] : undefined
    if (word === 'switch' || word === 'case') return substituted(text)
    let statement = said
    let isOpen = false
    if (block !== undefined) {
      ends.push(block[1])
      isOpen = true
      const name = /^(?:-\S+\s+)*([\w-]+)/.exec(rest)?.[1] ?? ''
      // What waits for an event, or has a name that fish looks for, is called by nobody here.
      const isBlock = word === 'begin' || (word === 'function' && /^fish_|\s(?:--on-|-[evspj]\b)/.test(rest))
      statement = isBlock ? '{' : word === 'function' ? `${name}() {` : `${word} ${rest}${block[0]}`
    } else if (word === 'else') {
      isOpen = true
      statement = /^if\s/.test(rest) ? `elif ${rest.slice(3)}; then` : 'else'
    } else if (word === 'end') {
      const end = ends.pop()
      if (end === undefined) return substituted(text)
      statement = `${end}${rest === '' ? '' : ` ${rest}`}`
    } else if (word === 'and' || word === 'or') {
      out = out.trimEnd().replace(/;$/, '')
      statement = ` ${word === 'and' ? '&&' : '||'} ${rest}`
    } else if (word === 'not') statement = `! ${rest}`
    else if (word === 'set') statement = assigned(rest) ?? said
    out += statement + (isOpen ? ' ' : mark)
  }
  return ends.length > 0 ? substituted(text) : substituted(out)
}

/** `set -gx name value value` */
function assigned(rest: string): string | undefined {
  const [, options = '', name, values = ''] =
    /^((?:-\S+\s+)*)(\w+)(?:\s+([\w./~@:$+=,%-]+(?:\s+[\w./~@:$+=,%-]+)*|'[^']*'|"[^"]*"))?$/.exec(rest) ?? []
  if (name === undefined) return undefined
  if (/-\w*e|--erase/.test(options)) return `unset ${name}`
  if (/-\w*q|--query/.test(options)) return `[ -n "\${${name}+x}" ]`
  const value = /^['"]/.test(values) ? values : `"${values}"`
  return `${/-\w*x|--export/.test(options) ? 'export ' : ''}${name}=${value}`
}

/** `echo (date)` */
const substituted = (text: string): string => text.replace(/([^\s;|&({][ \t]+)\((?=[\w./~])/g, '$1$(')

/** Statements with what ends each: not in quotes, nor in brackets. */
function statementsIn(text: string): readonly { readonly said: string; readonly mark: string }[] {
  const found: { said: string; mark: string }[] = []
  let from = 0
  let depth = 0
  let quote = ''
  for (let at = 0; at <= text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\\') at++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '(') depth++
    else if (char === ')') depth--
    if (at < text.length && (quote !== '' || depth > 0 || (char !== ';' && char !== '\n'))) continue
    const said = text.slice(from, at).trim()
    if (said !== '') found.push({ said, mark: at < text.length ? char : '' })
    from = at + 1
  }
  return found
}
