import { expect, it } from 'vitest'
import { bytesOf, isVast } from './sizes.ts'

it.each([
  ['512', 512],
  ['2b', 1024],
  ['10K', 10_240],
  ['10MB', 1e7],
  ['10MiB', 10_485_760],
  ['1T', 2 ** 40],
  ['+3k', 3072],
])('%s is %i', (size, bytes) => expect(bytesOf(size)).toBe(bytes))

it.each(['', 'M', '10X', '1.5G', '-5', '$N'])('%s is none', size => expect(bytesOf(size)).toBeNaN())

it('knows what is too much', () =>
  expect(['99GB', '100GB', '100G', '1T'].map(size => isVast(bytesOf(size)))).toEqual([false, true, true, true]))
