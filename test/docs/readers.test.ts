/** docs/README.md says which page is for whom: each page has its line there, or on the overview of its folder. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { readPage } from '../../scripts/docs/page.ts'

const linksOf = (file: string): readonly string[] =>
  readPage(readFileSync(posix.join('docs', file), 'utf8')).links.map(({ target }) => target)

const home = linksOf('README.md')
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.md') && file !== 'README.md' && !file.startsWith('.vitepress'))

it.each(pages)('%s has a reader', page => {
  const overview = posix.join(posix.dirname(page), 'README.md')
  if (home.includes(page)) return
  expect(existsSync(posix.join('docs', overview)), overview).toBe(true)
  expect(home).toContain(overview)
  expect(linksOf(overview)).toContain(posix.basename(page))
})
