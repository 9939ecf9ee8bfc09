/** Links between files: the file is there, and so is the heading. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type Page, readPage } from './page.ts'

/** What is wrong with a page's links, as `file:line: ...`. Addresses on the network are not looked at. */
export const linkFaults = (file: string, page: Page, pages: ReadonlyMap<string, Page>): readonly string[] =>
  page.links.flatMap(({ line, target }) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return []
    const fault = faultOf(file, page, target, pages)
    return fault === undefined ? [] : [`${file}:${line}: ${target}: ${fault}`]
  })

const faultOf = (file: string, page: Page, target: string, pages: ReadonlyMap<string, Page>): string | undefined => {
  const [path = '', anchor] = target.split('#', 2)
  const to = path === '' ? file : normalize(join(dirname(file), decodeURIComponent(path)))
  if (to.startsWith('..')) return 'leads out of the repository'
  if (!existsSync(to)) return `there is no ${to}`
  if (anchor === undefined) return undefined
  if (!to.endsWith('.md') || statSync(to).isDirectory()) return 'only pages have anchors'
  const known = path === '' ? page : (pages.get(to) ?? readPage(readFileSync(to, 'utf8')))
  return known.anchors.has(anchor) ? undefined : `there is no heading for it in ${to}`
}
