import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'

type Api = { fetch(request: Request): Response | Promise<Response> }

/** On a free loopback port. `exclusive`: of several processes of a shop, each calls its own. */
export function listen(api: Api): Promise<{ server: Server; port: number }> {
  const server = createAdaptorServer({ fetch: api.fetch }) as Server
  return new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () =>
      resolve({ server, port: (server.address() as AddressInfo).port }),
    )
  })
}
