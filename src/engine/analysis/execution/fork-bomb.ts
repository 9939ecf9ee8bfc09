/** Functions and scripts that start themselves without an end. */

import type { CompoundList, SyntaxNode } from 'unbash'

/** A function that starts itself twice, or in the background, without an end. */
export function isForkBomb(body: SyntaxNode, name: string): boolean {
  const seen = { calls: 0, background: false, piped: false }
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > 100) return
    if (node.type === 'Command') {
      if (node.name?.value === name) seen.calls++
    } else if (node.type === 'Statement') {
      if (node.background === true && calls(node.command, name)) seen.background = true
      visit(node.command, depth + 1)
    } else if (node.type === 'Pipeline') {
      if (node.commands.filter(command => calls(command, name)).length > 1) seen.piped = true
      for (const command of node.commands) visit(command, depth + 1)
    } else if (node.type === 'BraceGroup' || node.type === 'Subshell') visit(node.body, depth + 1)
    else if (node.type === 'CompoundList') for (const command of node.commands) visit(command, depth + 1)
    else if (node.type === 'AndOr') for (const command of node.commands) visit(command, depth + 1)
    else if (node.type === 'Redirected') visit(node.command, depth + 1)
    else if (node.type === 'While') visit(node.body, depth + 1)
  }
  visit(body, 0)
  return seen.piped || seen.background || (seen.calls > 1 && name.length === 1)
}

/** A script that starts itself twice each time, and waits for neither. */
export function startsItself({ commands }: Pick<CompoundList, 'commands'>): boolean {
  let times = 0
  for (const { background, command } of commands) {
    if (background !== true) continue
    const parts = command.type === 'Pipeline' ? command.commands : [command]
    for (const part of parts)
      if (
        part.type === 'Command' &&
        [part.name, ...part.args].some(word => word?.type === 'Word' && /^"?\$\{?0\}?"?$/.test(word.text))
      )
        times++
  }
  return times > 1
}

function calls(node: SyntaxNode, name: string): boolean {
  if (node.type === 'Command') return node.name?.value === name
  if (node.type === 'Pipeline' || node.type === 'AndOr') return node.commands.some(command => calls(command, name))
  return false
}
