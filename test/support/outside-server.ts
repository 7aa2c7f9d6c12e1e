import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeWithFile } from './close-afterwards.ts'

export type Asked = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }

/** How a third-party server behaves: correctly, or in one of several broken ways. */
export type Mood =
  | 'right'
  | 'silent'
  | 'half'
  | 'broken'
  | 'garbage'
  | 'other'
  | 'endless'
  | 'redirect'
  | 'reset'

export const BAD_MOODS: Mood[] = [
  'silent',
  'half',
  'broken',
  'garbage',
  'other',
  'endless',
  'redirect',
  'reset',
]

/** A real HTTP server on a free port, in any mood; in `right` it responds with `answer`'s result. */
export async function outsideServer(answer: (asked: Asked) => unknown) {
  const asked: Asked[] = []
  const state: { mood: Mood } = { mood: 'right' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const url = new URL(request.url ?? '/', 'http://outside.example')
    asked.push({ method: request.method ?? '', url, headers: request.headers, body })
    inMood(state.mood, response, () => JSON.stringify(answer(asked.at(-1)!)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeWithFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, state }
}

function inMood(mood: Mood, response: ServerResponse, right: () => string) {
  response.setHeader('content-type', 'application/json')
  switch (mood) {
    case 'right':
      return response.end(right())
    case 'silent':
      return // and never responds
    case 'half':
      response.write(right().slice(0, 20))
      return
    case 'broken':
      return response.writeHead(500).end('{"error":"somewhere inside"}')
    case 'garbage':
      return response.end('<html>not what you asked for')
    case 'other':
      return response.end('{"candidates":"none","suggestions":[{"placePrediction":7}]}')
    case 'endless':
      return response.end(`["${'x'.repeat(600_000)}"]`)
    case 'redirect':
      return response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
    case 'reset':
      return response.socket?.destroy()
  }
}
