/**
 * The words of each page, by who wrote them. A word has a letter or a digit, so that marks of Markdown are none. Pages that are generated as a whole are
 * in the sum alone.
 */

/** `page`: prose and tables written by hand. `code`: fenced blocks among them. `generated`: what `npm run gen` or `npm run e2e` writes. */
interface Words {
  readonly page: number
  readonly code: number
  readonly generated: number
}

interface Counted extends Words {
  readonly file: string
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

/** What a page may not pass with all others: half of what there was when nobody counted. */
export const mostWords = 36_600

/** By hand: prose, tables and code. */
export const byHand = (pages: readonly Counted[]): number => pages.reduce((sum, { page, code }) => sum + page + code, 0)

export const counted = (files: ReadonlyMap<string, string>): readonly Counted[] =>
  [...files].map(([file, text]) => ({ file, ...wordsOf(file, text) })).sort((a, b) => b.page - a.page)

export const wordTable = (pages: readonly Counted[]): string => {
  const line = (name: string, { page, code, generated }: Words): string =>
    `${[page, code, generated].map(words => String(words).padStart(9)).join('')}  ${name}`
  const sum = (of: keyof Words): number => pages.reduce((all, page) => all + page[of], 0)
  const own = pages.filter(({ page, code }) => page + code > 0)
  const all = line('all', { page: sum('page'), code: sum('code'), generated: sum('generated') })
  return ['     page     code  generated', ...own.map(one => line(one.file, one)), all].join('\n')
}
