/**
 * Constants that are made when they are first asked for, for Bun: a bundle has a thousand patterns and tables, and a call needs few of them. Where
 * `words` stands, `(words ??= new Set([…]))` does, and its declaration has no value: what is made of literals alone is the same whenever it is made.
 */

import { parse } from '@babel/parser'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
const all = (node: Node, key: string): boolean => nodesIn(node[key]).every(isConstant)

/** Made of literals, by nothing that anybody could have replaced. A pattern that keeps where it is, is not the same for all. */
const isConstant = (node: Node): boolean => {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
    case 'NullLiteral':
      return true
    case 'RegExpLiteral':
      return !/[gy]/.test(String(node.flags))
    case 'TemplateLiteral':
      return nodesIn(node.expressions).length === 0
    case 'UnaryExpression':
      return all(node, 'argument')
    case 'ArrayExpression':
      return all(node, 'elements')
    case 'ObjectExpression':
      return nodesIn(node.properties).every(one => one.type === 'ObjectProperty' && one.computed !== true && all(one, 'value'))
    case 'NewExpression':
      return nodesIn(node.callee).some(({ name }) => name === 'Set' || name === 'Map') && all(node, 'arguments')
    case 'CallExpression':
      return nodesIn(node.callee).some(isSplit) && all(node, 'arguments')
    default:
      return false
  }
}

const isSplit = (node: Node): boolean =>
  node.type === 'MemberExpression' &&
  node.computed !== true &&
  nodesIn(node.property).some(({ name }) => name === 'split') &&
  all(node, 'object')

/** What costs nothing to make is made at once. */
const isWork = ({ type }: Node): boolean =>
  /^(?:RegExpLiteral|ArrayExpression|ObjectExpression|NewExpression|CallExpression)$/.test(type)

/** More places than that, and the value would stand in the text too often. */
const mostUses = 4

interface Constant {
  readonly declarator: Node
  readonly value: string
  readonly uses: Node[]
  /** Something else has the name as well, or it is seen from outside. */
  isShared: boolean
}

/** Places where a name is none of a variable. */
const isKey = (parent: Node, key: string): boolean =>
  parent.type === 'PrivateName' ||
  ((key === 'property' || key === 'key') && parent.computed !== true && parent.shorthand !== true)

/** Places where a name is given to something, or leaves the module. */
const names = (parent: Node, key: string): boolean =>
  /^(?:Export|Import)\w*Specifier$|^(?:RestElement|ArrayPattern|UpdateExpression|LabeledStatement|BreakStatement|ContinueStatement)$/.test(
    parent.type,
  ) ||
  (key === 'id' && /Declarator$|Function|Class/.test(parent.type)) ||
  (/^params?$/.test(key) && /Function|Method|CatchClause/.test(parent.type)) ||
  (key === 'left' && /^(?:Assignment(?:Expression|Pattern)|For(?:In|Of)Statement)$/.test(parent.type)) ||
  parent.shorthand === true

/** The text of a module, in which its constants come late. */
export const late = (text: string): string => {
  const body = parse(text, { sourceType: 'module' }).program.body as unknown as readonly Node[]
  const declarations = body.filter(({ type }) => type === 'VariableDeclaration')
  const constants = new Map<unknown, Constant>()
  for (const declarator of declarations.flatMap(one => nodesIn(one.declarations))) {
    const [id, value] = [...nodesIn(declarator.id), ...nodesIn(declarator.init)]
    if (id?.type === 'Identifier' && value !== undefined && isWork(value) && isConstant(value))
      constants.set(id.name, {
        declarator,
        value: text.slice(value.start, value.end),
        uses: [],
        isShared: constants.has(id.name),
      })
  }
  const visit = (node: Node, parent: Node, key: string, isPattern: boolean): void => {
    const constant = node.type === 'Identifier' && !isKey(parent, key) ? constants.get(node.name) : undefined
    if (constant !== undefined && parent !== constant.declarator) {
      if (isPattern || names(parent, key)) constant.isShared = true
      else constant.uses.push(node)
    }
    const within =
      node.type === 'ObjectPattern' || (isPattern && (node.type === 'ObjectProperty' || node.type === 'AssignmentPattern'))
    for (const inner of Object.keys(node))
      for (const child of nodesIn(node[inner])) visit(child, node, inner, within && inner !== 'key' && inner !== 'right')
  }
  for (const node of body) visit(node, node, 'body', false)
  const moved = [...constants.values()].filter(({ isShared, uses }) => !isShared && uses.length > 0 && uses.length <= mostUses)
  const declared = new Set(moved.map(({ declarator }) => declarator))
  const edits = [
    ...moved.flatMap(({ declarator, value, uses }) => {
      const name = String(nodesIn(declarator.id)[0]?.name)
      return [
        { start: declarator.start, end: declarator.end, put: name },
        ...uses.map(({ start, end }) => ({ start, end, put: `(${name}??=${value})` })),
      ]
    }),
    // A constant could not be given its value.
    ...declarations
      .filter(one => one.kind === 'const' && nodesIn(one.declarations).some(declarator => declared.has(declarator)))
      .map(({ start }) => ({ start, end: start + 'const'.length, put: 'var' })),
  ]
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((made, { start, end, put }) => made.slice(0, start) + put + made.slice(end), text)
}
