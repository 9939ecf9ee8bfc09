/** What the search of the site finds first, with the options that it has: one entry for each section, as VitePress makes them. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'
import { expect, it } from 'vitest'
import { searchOptions } from '../../docs/.vitepress/search.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = ['README.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md'].concat(
  readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
)

const slug = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')

const sections = files.flatMap(file => {
  const page = `/${file.replace(/(?:README)?\.md$/, '')}`
  const titles: string[] = []
  return readFileSync(root + file, 'utf8')
    .split(/^(?=#{1,6} )/m)
    .flatMap((part, n) => {
      const [, marks, title] = /^(#+) (.*)/.exec(part) ?? []
      if (marks === undefined || title === undefined) return []
      titles.splice(marks.length - 1)
      titles[marks.length - 1] = title
      const text = part.slice(part.indexOf('\n')).replace(/<!--[\s\S]*?-->|[`*|[\]]/g, ' ')
      return [{ id: `${page}#${n}-${slug(title)}`, title, titles: titles.slice(0, -1), text }]
    })
})

const index = new MiniSearch<{ id: string }>({ fields: ['title', 'titles', 'text'], storeFields: ['title'] })
index.addAll(sections)

it.each([
  ['uninstall', /use\/install#.*uninstall$/],
  ['disable for one repo', /use\/faq#.*disable-it-for-one-repository/],
  ['npm allow list', /use\/faq#.*allow-list-of-npm-packages/],
  ['recorded about me', /use\/faq#.*recorded-about-me/],
  ['permit once', /use\/permit-once#/],
  ['rewrite', /\/docs\/(?:use|govern|operate)\//],
  ['delete exception', /\/docs\/(?:use|govern|operate)\//],
  ['force push', /\/docs\/(?:use|govern|operate)\//],
])('%s', (asked, wanted) => {
  const found = index.search(asked, searchOptions).slice(0, 3)
  expect(found[0]?.id, found.map(({ id }) => id).join(' ')).toMatch(wanted)
})
