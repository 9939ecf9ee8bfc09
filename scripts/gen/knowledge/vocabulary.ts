/** The words that the analysis of scripting languages knows, as its own source and tables have them. */

import { readdirSync, readFileSync } from 'node:fs'
import { parse } from '@babel/parser'
import { at } from '../../project/project.ts'
import { header } from '../registry.ts'

const folder = 'src/engine/analysis/languages'
export const vocabularyFile = `${folder}/vocabulary.gen.ts`
/** What these look for is not told by single names: `deeds` of records.ts and `services` of clients.ts say whether they may find something. */
const others = /(?:^|\/)(?:records|clients|doubles|plain|vocabulary|loose-ends)\b.*\.ts$|^lisp\.ts$/

/** Letters of a pattern that are no words: classes of characters, and what may be there or not. */
const classes = /\\[bBwWsSdDntr0]|\\u[\da-f]{4}|\[[^\]]*\]|\(\?<?[=!:]/g

const wordsOf = (pattern: string): readonly string[] => {
  const bare = pattern.replace(classes, ' ')
  // `https?` is two words.
  const forms = [bare, bare.replace(/\w\?/g, ''), bare.replace(/(\w)\?/g, '$1')]
  return forms.flatMap(form => form.match(/[A-Za-z_]\w+/g) ?? [])
}

interface Node {
  readonly type?: string
  readonly pattern?: string
  readonly value?: unknown
  readonly key?: { readonly type?: string; readonly name?: string }
}

const wordsIn = (file: string): readonly string[] => {
  const found: string[] = []
  const isTable = file.endsWith('.gen.ts')
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
      return
    }
    const node = value as Node
    if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return
    if (node.type === 'RegExpLiteral') found.push(...wordsOf(node.pattern ?? ''))
    const text = node.type === 'TemplateElement' ? (node.value as { cooked?: string }).cooked : node.value
    if (/^(?:StringLiteral|TemplateElement)$/.test(node.type ?? '')) found.push(...wordsOf(String(text ?? '')))
    if (node.type === 'ObjectProperty' && isTable && node.key?.name !== undefined) found.push(node.key.name)
    for (const [key, inner] of Object.entries(node)) if (key !== 'loc' && !/omments$/.test(key)) visit(inner)
  }
  visit(parse(readFileSync(at(`${folder}/${file}`), 'utf8'), { sourceType: 'module', plugins: ['typescript'] }).program)
  return found
}

export const vocabularyTable = (): string => {
  const files = readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map(name => name.replaceAll('\\', '/'))
  const words = new Set(files.filter(name => name.endsWith('.ts') && !others.test(name)).flatMap(wordsIn))
  return `${header}\n\nexport const vocabulary =\n  '${[...words].sort().join(' ')}'\n`
}
