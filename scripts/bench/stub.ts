/** A gateway that always allows, at once. Prints its port; `GET /hits` tells how often it was asked for a verdict. */

import { createServer } from 'node:http'

const flat = JSON.stringify({ continue: true, permission: 'allow', guardrail_checks: [] })
const claude = JSON.stringify({ continue: true })

let hits = 0
const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end(String(hits))
    return
  }
  hits++
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(request.url?.includes('claude') ? claude : flat)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`)
})
