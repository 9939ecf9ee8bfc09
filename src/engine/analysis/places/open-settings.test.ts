import { expect, it } from 'vitest'
import { yamlAt } from '../../../../scripts/gen/knowledge/literal.ts'
import { holds, type Opening } from './open-settings.ts'

interface Row extends Opening {
  /** The page that says so. */
  readonly source: string
  readonly examples: { readonly stop: string; readonly allow: string; readonly from?: string }
}

const { openings } = yamlAt('src/engine/knowledge/places/open-settings.yaml') as { readonly openings: readonly Row[] }

it.each(openings.map(one => [one.source, one] as const))(
  '%s: tells its own examples apart',
  (_, { examples: { stop, allow, from = '' }, ...one }) => {
    expect(holds(one, stop, from)).toBe(true)
    expect(holds(one, allow, from)).toBe(false)
  },
)
