import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { StandInProcess } from './stand-in-process.ts'

/** The network between a shop and its provider: latency, and a rate limit. */
export type Throttle = { latencyMs: number; callsPerSecond: number }

export type ThrottledProvider = StandInProcess & {
  /** The most calls allowed within one second, and how many were refused. */
  most(): number
  refused(): number
  close(): Promise<void>
}

const SECOND_MS = 1_000
const TOO_MANY =
  '{"error":{"code":"rate_limit","message":"Too many requests.","type":"invalid_request_error"}}'

/** Puts the provider behind a rate limit. */
export async function throttled(
  provider: StandInProcess,
  { latencyMs, callsPerSecond }: Throttle,
): Promise<ThrottledProvider> {
  let recent: number[] = []
  let most = 0
  let refused = 0
  const isAllowed = () => {
    const now = performance.now()
    recent = recent.filter((at) => now - at < SECOND_MS)
    if (recent.length >= callsPerSecond) return false
    recent.push(now)
    most = Math.max(most, recent.length)
    return true
  }
  const server = createServer(async (incoming, answer) => {
    const allowed = isAllowed()
    await pause(latencyMs)
    if (allowed) return pass(provider.port, incoming, answer)
    refused += 1
    incoming.resume()
    answer.writeHead(429, { 'content-type': 'application/json' }).end(TOO_MANY)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...provider,
    origin: `http://127.0.0.1:${port}`,
    most: () => most,
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pass(port: number, incoming: IncomingMessage, answer: ServerResponse) {
  const { method, url, headers } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  onward.once('error', () => answer.destroy())
  incoming.pipe(onward)
}
