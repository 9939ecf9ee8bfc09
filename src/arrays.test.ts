import { expect, it } from 'vitest'
import { methods } from './arrays.ts'

class Own extends Array<unknown> {}

const holes: unknown[] = [3, 1, 2]
delete holes[1]
holes.length = 5

/** Every kind of list, made anew for each call. */
const lists: readonly (() => unknown)[] = [
  () => [],
  () => [1, 'a', undefined, [1, [2]], null],
  () => [[1], [[2], 3], holes, 'b'],
  () => [...holes],
  () => holes.slice(),
  () => Own.from([1, 2, [3]]),
  () => ({ length: 2, 0: 'a', 1: ['b'] }),
  () => 'text',
  () => undefined,
]

/** What a visitor may answer, and may do to the list that is being visited. */
const visitors: readonly unknown[] = [
  (value: unknown) => value,
  (value: unknown) => typeof value === 'number',
  (value: unknown) => value === undefined,
  (_: unknown, at: number, list: ArrayLike<unknown>) => [at, list.length],
  (_: unknown, at: number) => at % 2 === 0,
  function (this: unknown, value: unknown) {
    return value === this
  },
  (value: unknown, at: number, list: unknown[]) => {
    if (at === 0 && Array.isArray(list)) list.push('late', list.shift())
    return value
  },
  () => {
    throw new Error('visited')
  },
  'no function',
]

const answer = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return (error as Error).name
  }
}

it.each(Object.keys(methods) as (keyof typeof methods)[])('%s does what its namesake does', name => {
  const [ours, theirs]: ((...args: unknown[]) => unknown)[] = [methods[name], Array.prototype[name]] as never
  for (const list of lists)
    for (const visit of visitors)
      for (const rest of [[], [2]]) {
        const [one, other] = [list(), list()]
        const made = answer(() => Reflect.apply(ours as never, one, [visit, ...rest]))
        expect(made).toStrictEqual(answer(() => Reflect.apply(theirs as never, other, [visit, ...rest])))
        expect(one).toStrictEqual(other)
      }
  expect([ours?.name, ours?.length]).toEqual([theirs?.name, theirs?.length])
})

it('leaves other runtimes their own', () => {
  for (const [name, method] of Object.entries(methods)) expect(Array.prototype[name as 'map']).not.toBe(method)
})
