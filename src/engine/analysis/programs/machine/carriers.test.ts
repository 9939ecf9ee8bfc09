import { expect, test } from 'vitest'
import { carriers, known } from './carriers.ts'

test('says which of them other families know', async () => {
  const parts = ['code', 'everyday', 'foreign', 'hosted', 'machine', 'remote']
  const others = new Set<string>()
  for (const part of parts) {
    const { families } = (await import(`../parts/${part}.ts`)) as { families: Record<string, Record<string, unknown>> }
    for (const [family, programs] of Object.entries(families))
      if (family !== 'carriers' && family !== 'fetchers')
        for (const row of Object.keys(programs)) for (const name of row.split(' ')) others.add(name)
  }
  expect([...known].sort()).toEqual(
    Object.keys(carriers)
      .filter(name => others.has(name))
      .sort(),
  )
})
