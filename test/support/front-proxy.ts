import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FrontProxy = Awaited<ReturnType<typeof startFrontProxy>>

/** A reverse proxy in front of the shop: passes each request to one process, which can be switched at runtime. */
export async function startFrontProxy(port: number, first: number) {
  const agent = new Agent({ keepAlive: true })
  const inHand = new Map<number, number>()
  const answered = new Map<number, number>()
  const lost: string[] = []
  let upstream = first
  const count = (counts: Map<number, number>, at: number, change: number) =>
    counts.set(at, (counts.get(at) ?? 0) + change)

  function pass(asked: IncomingMessage, reply: ServerResponse) {
    const at = upstream
    const name = `${asked.method} ${asked.url} at ${at}`
    count(inHand, at, 1)
    reply.once('close', () => count(inHand, at, -1))
    const lose = (why: string) => {
      lost.push(`${name}: ${why}`)
      reply.destroy()
    }
    const { method, url: path, headers } = asked
    const passed = request({ agent, host: '127.0.0.1', port: at, method, path, headers }, (answer) => {
      if ((answer.statusCode ?? 0) >= 500) lost.push(`${name}: ${answer.statusCode}`)
      count(answered, at, 1)
      answer.once('error', ({ message }) => lose(message))
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.once('error', ({ message }) => lose(message))
    asked.pipe(passed)
  }

  const server = createServer(pass)
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests that a visitor got no response to, or a 5xx. */
    lost: lost as readonly string[],
    answeredBy: (at: number) => answered.get(at) ?? 0,
    isDoneWith: (at: number) => (inHand.get(at) ?? 0) === 0,
    leadTo(at: number) {
      upstream = at
    },
    stop() {
      agent.destroy()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
