/** The pinned engine, without the data that the image holds anyway. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { at, stop } from '../project/project.ts'

const file = 'node_modules/quickjs-wasi/quickjs.wasm'
const digest = 'd4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9'

export const readEngine = (): Uint8Array => {
  const wasm = readFileSync(at(file))
  const found = createHash('sha256').update(wasm).digest('hex')
  return found === digest ? wasm : stop(`${file} is another one: ${found}`)
}

const data = 11
const dataCount = 12

/** Sections behind the magic number and the version: a kind, a length, and so many bytes. */
export const withoutData = (wasm: Uint8Array): Uint8Array => {
  const parts = [wasm.subarray(0, 8)]
  for (let at = 8; at < wasm.length; ) {
    const kind = wasm[at]
    let [end, length, shift] = [at + 1, 0, 0]
    for (let more = true; more; end++, shift += 7) {
      const byte = wasm[end] ?? 0
      length += (byte & 0x7f) * 2 ** shift
      more = byte >= 0x80
    }
    end += length
    if (kind !== data && kind !== dataCount) parts.push(wasm.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}
