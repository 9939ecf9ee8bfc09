/** The least a server on Bun can do with a hook: parse the body, answer a constant. Prints its port. */

declare const Bun: {
  serve(options: { hostname: string; port: number; fetch: (request: Request) => Promise<Response> }): { readonly port: number }
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async request => {
    JSON.parse(await request.text())
    return new Response('{}\n', { headers: { 'content-type': 'application/json' } })
  },
})
process.stdout.write(`${server.port}\n`)
