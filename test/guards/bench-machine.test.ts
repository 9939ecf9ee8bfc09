import { expect, it } from 'vitest'
import { dearer } from '../../scripts/bench/machine.ts'

const machine = (medians: Readonly<Record<string, number>>) => (subject: string) => medians[subject] ?? Number.NaN
const reference = machine({ curl: 10, empty: 7, yardstick: 18 })
const dear = machine({ curl: 10, empty: 8, yardstick: 22 })
const ratios = [
  'offline_vs_curl',
  'gateway_vs_curl',
  'offline_vs_empty',
  'door_shell_vs_curl',
  'long_edit_vs_curl',
  'door_vs_empty',
]

it('a machine on which a runtime is dearer against curl explains that much of a ratio', () => {
  expect(ratios.map(name => dearer(name, dear).toFixed(2))).toEqual(['1.22', '1.22', '1.08', '1.22', '1.22', '1.08'])
})

it.each([
  ['the machine of the holds', reference],
  ['a kinder one', machine({ curl: 10, empty: 5, yardstick: 12 })],
  ['one that measured neither', machine({})],
])('%s explains nothing', (_, time) => {
  for (const name of ratios) expect(dearer(name, time)).toBeCloseTo(1, 1)
})

it('no machine explains what is measured against the yardstick, in pages or in memory, nor more than a third', () => {
  for (const name of ['offline_vs_yardstick', 'warm_vs_yardstick', 'door_faults', 'memory_vs_empty'])
    expect(dearer(name, dear)).toBe(1)
  expect(dearer('offline_vs_curl', machine({ curl: 10, empty: 30, yardstick: 90 }))).toBe(1.3)
})
