/** Functions as declarations, for Bun: it makes a declared function when it is first asked for, and a constant one while its module is loaded. */

import { parse } from '@babel/parser'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** `const twice = n => n * 2` as `function twice(n){return(n * 2)}`, at the top of a module and where nothing asks for `this`. */
export const declared = (text: string): string => {
  const of = ({ start, end }: { readonly start?: number | null; readonly end?: number | null }): string =>
    text.slice(start ?? 0, end ?? 0)
  const edits: Edit[] = []
  for (const node of parse(text, { sourceType: 'module' }).program.body) {
    if (node.type !== 'VariableDeclaration') continue
    const [functions, rest]: [string[], string[]] = [[], []]
    for (const one of node.declarations) {
      const { id, init } = one
      if (id.type !== 'Identifier' || init?.type !== 'ArrowFunctionExpression' || /\b(?:this|arguments)\b/.test(of(init)))
        rest.push(of(one))
      else {
        const body = init.body.type === 'BlockStatement' ? of(init.body) : `{return(${of(init.body)})}`
        functions.push(`${init.async ? 'async ' : ''}function ${id.name}(${init.params.map(of).join(',')})${body}`)
      }
    }
    if (functions.length === 0) continue
    const left = rest.length === 0 ? '' : `${node.kind} ${rest.join(',')};`
    edits.push({ start: node.start ?? 0, end: node.end ?? 0, text: functions.join('') + left })
  }
  return edits.reduceRight((made, { start, end, text: put }) => made.slice(0, start) + put + made.slice(end), text)
}
