import { expect, it } from 'vitest'
import { numbersIn } from './client-version.ts'

it.each<[string, readonly number[] | undefined]>([
  ['2.1.329 (Claude Code)', [2, 1, 329]],
  ['codex-cli 0.151.0-alpha.2', [0, 151, 0]],
  ['1.18', [1, 18]],
  ['v20.11.1\n', [20, 11, 1]],
  ['2026.01.05-abc', [2026, 1, 5]],
  ['Version: 3', undefined],
  ['', undefined],
])('%j', (text, want) => {
  expect(numbersIn(text)).toEqual(want)
})
