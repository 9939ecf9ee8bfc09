import { expect, it } from 'vitest'
import { policyStore } from './policies.ts'

const places = { home: '/nowhere', managed: [], user: [], redirected: [], state: '/nowhere/state', bundle: '/nowhere/bundle' }

it.each([
  ['more places than anybody works in', Array.from({ length: 65 }, (_, i) => `/w/${i}`), undefined],
  ['a place longer than any', ['/w'], `/${'x'.repeat(20_000)}`],
])('does not look for %s', async (_name, roots, cwd) => {
  const store = policyStore(places, () => {})
  expect(await store.read(roots, cwd)).toMatchObject({ files: [], failure: { kind: 'engine-limit' } })
  expect(await store.read(['/w'], '/w/a')).toEqual({ files: [], failure: undefined })
})
