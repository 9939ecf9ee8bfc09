/**
 * `npm run docs:words`: the words of each page, by who wrote them; pages that are generated as a whole are in the sum alone. A word has a letter or a
 * digit, so that marks of Markdown are none.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { at, say } from '../project/project.ts'

/** `page`: prose and tables written by hand. `code`: fenced blocks among them. `generated`: what `npm run gen` or `npm run e2e` writes. */
interface Words {
  readonly page: number
  readonly code: number
  readonly generated: number
}

const wholly = /^docs\/(?:rules\/|operate\/switches\.md|decide\/compatibility\.md)/
const region = /<!-- gen:\w+ -->[\s\S]*?<!-- \/gen -->/g
const fence = /^( *)```[\s\S]*?^ *```$/gm

const count = (text: string): number => (text.match(/[^\s|]*[\p{L}\p{N}][^\s|]*/gu) ?? []).length

const wordsOf = (file: string, text: string): Words => {
  if (wholly.test(file)) return { page: 0, code: 0, generated: count(text) }
  const written = text.replace(region, '')
  const page = count(written.replace(fence, '').replace(/<!--[\s\S]*?-->/g, ''))
  return { page, code: count((written.match(fence) ?? []).join('\n')), generated: count((text.match(region) ?? []).join('\n')) }
}

const inDocs = readdirSync(at('docs'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md'))
const files = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inDocs.map(file => `docs/${file}`)]
const rows = files.map(file => ({ file, ...wordsOf(file, readFileSync(at(file), 'utf8')) }))
const line = (name: string, { page, code, generated }: Words): void =>
  say(`${[page, code, generated].map(words => String(words).padStart(9)).join('')}  ${name}`)
say('     page     code  generated')
for (const row of rows.sort((a, b) => b.page - a.page)) if (row.page + row.code > 0) line(row.file, row)
const sum = (of: keyof Words): number => rows.reduce((all, row) => all + row[of], 0)
line('all', { page: sum('page'), code: sum('code'), generated: sum('generated') })
