/** A condition as people write it: one or a list, or its contrary. */

import type { WrittenRule } from './schema.ts'

export type WrittenWhen = NonNullable<WrittenRule['when']>

export type Tested<T> = T | readonly T[] | { readonly not: T | readonly T[] }

export const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

export const isNot = <T>(value: Tested<T>): value is { readonly not: T | readonly T[] } =>
  typeof value === 'object' && value !== null && 'not' in value
