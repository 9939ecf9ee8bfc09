import { expect, it } from 'vitest'
import { fixturesOf } from '../../../../test/clients/oracles/fixtures.ts'
import { registered } from '../../../adapters/clients/claude-code/registration.ts'
import { isObject } from '../../../core/json.ts'
import { trialOf, tried } from './http-trials.ts'

it('has every event that is registered over HTTP', () => {
  expect(tried.toSorted()).toEqual(
    registered([9])
      .filter(name => name !== 'SessionStart')
      .toSorted(),
  )
})

it.each(tried)('%s has the fields that the client sent', event => {
  const recorded = fixturesOf('claude-code').filter(
    ({ file, stdin }) => stdin.hook_event_name === event && !file.includes('seed'),
  )
  const fields = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([key, inner]) => [key, fields(inner)]),
        )
      : typeof value
  expect(recorded.map(({ stdin }) => fields(stdin))).toContainEqual(fields(trialOf(event)))
})
