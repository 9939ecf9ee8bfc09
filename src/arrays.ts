/**
 * Methods of arrays, for Bun alone. Its own are JavaScript, too, but compiled when they are first called, at some 25 µs each; these come
 * compiled with the program. They do the same, and what is no plain array is left to Bun's own.
 */

type Visit = (value: unknown, at: number, list: readonly unknown[]) => unknown

const { some, every, filter, map, flatMap, find, findIndex, findLast } = Array.prototype

const isPlain = (list: unknown, visit: unknown): boolean =>
  Array.isArray(list) && list.constructor === Array && typeof visit === 'function'

export const methods = {
  some(this: readonly unknown[], visit: Visit, self: unknown = undefined): boolean {
    if (!isPlain(this, visit)) return Reflect.apply(some, this, [visit, self])
    const { length } = this
    for (let at = 0; at < length; at++) if (at in this && visit.call(self, this[at], at, this)) return true
    return false
  },
  every(this: readonly unknown[], visit: Visit, self: unknown = undefined): boolean {
    if (!isPlain(this, visit)) return Reflect.apply(every, this, [visit, self])
    const { length } = this
    for (let at = 0; at < length; at++) if (at in this && !visit.call(self, this[at], at, this)) return false
    return true
  },
  filter(this: readonly unknown[], visit: Visit, self: unknown = undefined): unknown[] {
    if (!isPlain(this, visit)) return Reflect.apply(filter, this, [visit, self])
    const { length } = this
    const kept: unknown[] = []
    for (let at = 0; at < length; at++) {
      if (!(at in this)) continue
      const value = this[at]
      if (visit.call(self, value, at, this)) kept.push(value)
    }
    return kept
  },
  map(this: readonly unknown[], visit: Visit, self: unknown = undefined): unknown[] {
    if (!isPlain(this, visit)) return Reflect.apply(map, this, [visit, self])
    const { length } = this
    const made: unknown[] = []
    for (let at = 0; at < length; at++) if (at in this) made[at] = visit.call(self, this[at], at, this)
    made.length = length
    return made
  },
  flatMap(this: readonly unknown[], visit: Visit, self: unknown = undefined): unknown[] {
    if (!isPlain(this, visit)) return Reflect.apply(flatMap, this, [visit, self])
    const { length } = this
    const made: unknown[] = []
    for (let at = 0; at < length; at++) {
      if (!(at in this)) continue
      const part = visit.call(self, this[at], at, this)
      if (Array.isArray(part)) for (let place = 0; place < part.length; place++) place in part && made.push(part[place])
      else made.push(part)
    }
    return made
  },
  find(this: readonly unknown[], visit: Visit, self: unknown = undefined): unknown {
    if (!isPlain(this, visit)) return Reflect.apply(find, this, [visit, self])
    const { length } = this
    for (let at = 0; at < length; at++) {
      const value = this[at]
      if (visit.call(self, value, at, this)) return value
    }
    return undefined
  },
  findIndex(this: readonly unknown[], visit: Visit, self: unknown = undefined): number {
    if (!isPlain(this, visit)) return Reflect.apply(findIndex, this, [visit, self])
    const { length } = this
    for (let at = 0; at < length; at++) if (visit.call(self, this[at], at, this)) return at
    return -1
  },
  findLast(this: readonly unknown[], visit: Visit, self: unknown = undefined): unknown {
    if (!isPlain(this, visit)) return Reflect.apply(findLast, this, [visit, self])
    const { length } = this
    for (let at = length - 1; at >= 0; at--) {
      const value = this[at]
      if (visit.call(self, value, at, this)) return value
    }
    return undefined
  },
}

if ('Bun' in globalThis) Object.assign(Array.prototype, methods)
