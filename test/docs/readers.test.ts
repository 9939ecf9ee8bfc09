/** docs/README.md says which page is for whom: each page lies in the folder of one reader, and has its line there. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readPage } from '../../scripts/docs/page.ts'

const linked = readPage(readFileSync('docs/README.md', 'utf8')).links.map(({ target }) => target)
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.md') && file !== 'README.md',
)

it.each(pages)('%s has a reader', page => {
  const [folder = '', name] = page.replaceAll('\\', '/').split('/')
  expect(linked).toContain(['adr', 'clients'].includes(folder) ? folder : `${folder}/${name}`)
})
