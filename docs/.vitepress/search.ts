/** What the search of the site finds first: pages for readers, before rules, records and lists. */

export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  /** VitePress sends the text of this function to the browser, so it knows nothing outside itself. An address of a section begins with that of its page. */
  boostDocument: (id: string): number => {
    if (/\/docs\/(?:rules|adr|decide)\/|\/(?:CHANGELOG|TESTING|CONTRIBUTING)\b/.test(id)) return 0.2
    if (/\/docs\/(?:use\/reference|operate\/(?:messages|failing-tables))\b/.test(id)) return 0.3
    if (/\/docs\/clients\//.test(id)) return 0.6
    return /\/docs\/use\//.test(id) ? 1.5 : 1
  },
}
