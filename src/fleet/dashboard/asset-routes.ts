/** The pages themselves, which hold nothing of anybody. */

import { gunzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { assets } from './assets.ts'

export const assetRoutes = (app: Hono): void => {
  for (const { name, type, packed } of assets) {
    const headers = { 'content-type': type, ...(name !== '' && { 'cache-control': 'private, max-age=31536000, immutable' }) }
    // Unpacked once: whoever asks without a session must cost next to nothing.
    let text: Uint8Array | undefined
    app.get(`/${name}`, () => {
      text ??= gunzipSync(Buffer.from(packed, 'base64'))
      return new Response(text.slice(), { headers })
    })
  }
}
