// A stub for a chat system: takes what `serve` says of refused calls (Standard Webhooks), checks who says it, and prints a message.
// Node 20 or newer, no package: WEBHOOK_SECRET=whsec_… PORT=8788 node approval-receiver.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64')
if (key.length < 24) throw new Error('WEBHOOK_SECRET is no secret of Standard Webhooks')
const seen = new Set()

const isSigned = (headers, body) => {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => String(headers[name] ?? ''))
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const wanted = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  return signatures.split(' ').some(one => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

// What an agent wrote must not become a link, a mention or a line of its own in the chat.
const plain = text => JSON.stringify(String(text).slice(0, 500)).replaceAll('`', "'")

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isSigned(request.headers, body)) return response.writeHead(401).end()
  // The same message comes again when our answer was lost.
  const id = request.headers['webhook-id']
  if (!seen.has(id)) {
    seen.add(id)
    const { type, data } = JSON.parse(body)
    if (type === 'tfy_hook.approval')
      console.log(
        `${data.client} was stopped by ${data.rules.join(', ')}: ${data.reason}\n` +
          `  ${plain(data.content)} in ${plain(data.folder)}\n` +
          `  look at it, and permit it once, until ${data.until}: ${data.link}`,
      )
  }
  response.writeHead(204).end()
})
server.listen(Number(process.env.PORT ?? 8788), '127.0.0.1', () => console.log(`listening on ${server.address().port}`))
