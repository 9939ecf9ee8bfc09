/** What the search of the site finds first: pages for readers, before rules, records and lists. */

/** The address of a section begins with that of its page. */
const weights: readonly (readonly [place: RegExp, weight: number])[] = [
  [/\/docs\/(?:rules|adr|decide)\/|\/(?:CHANGELOG|TESTING|CONTRIBUTING)\b/, 0.2],
  [/\/docs\/(?:use\/reference|operate\/(?:messages|failing-tables))\b/, 0.3],
  [/\/docs\/clients\//, 0.6],
  [/\/docs\/use\//, 1.5],
]

export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  boostDocument: (id: string): number => weights.find(([place]) => place.test(id))?.[1] ?? 1,
}
