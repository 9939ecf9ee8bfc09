import { expect, it } from 'vitest'
import { deedsOf, mutationsIn } from './deeds.ts'

it.each([
  ['create refund', '', ['cloud.irreversible']],
  ['create payments payouts', 'api-m.paypal.com', ['cloud.irreversible']],
  ['update user password', '', ['cloud.access-change']],
  ['create repos acme shop issues', 'api.github.com', []],
  ['list payouts', 'api-m.paypal.com', []],
])('%s at %s', (name, server, deeds) => {
  expect(deedsOf(name.split(' '), server, '')).toEqual(deeds)
})

it('names what a mutation calls, and not what a query asks', () => {
  expect(mutationsIn('mutation { deleteRef(input: {refId: "x"}) { id } }')).toEqual(['deleteRef'])
  expect(mutationsIn('query { mutation(id: 1) { id } }')).toEqual([])
})
