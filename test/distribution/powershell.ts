/** Syntax errors of a PowerShell script, by the tree-sitter grammar that VS Code ships: it parses, and runs nothing. */

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as TreeSitter from '@vscode/tree-sitter-wasm'

const require = createRequire(import.meta.url)

const parser = async (): Promise<TreeSitter.Parser> => {
  const main = require.resolve('@vscode/tree-sitter-wasm')
  const { Parser, Language } = require(main) as typeof TreeSitter
  await Parser.init()
  const made = new Parser()
  made.setLanguage(await Language.load(join(dirname(main), 'tree-sitter-powershell.wasm')))
  return made
}

let loaded: Promise<TreeSitter.Parser> | undefined

export const powershellFaults = async (script: string): Promise<readonly string[]> => {
  loaded ??= parser()
  const tree = (await loaded).parse(script)
  const faults: string[] = []
  const visit = (node: TreeSitter.Node): void => {
    if (node.isError || node.isMissing) faults.push(`line ${node.startPosition.row + 1}: ${node.text.split('\n')[0]}`)
    for (const child of node.children) if (child?.hasError || child?.isMissing) visit(child)
  }
  if (tree?.rootNode.hasError !== false) {
    if (tree === null) faults.push('no tree')
    else visit(tree.rootNode)
  }
  return faults
}
