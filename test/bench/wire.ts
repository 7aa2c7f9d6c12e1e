import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type Answered = { status: number; head: string; body: Buffer }

export type Wire = { ask(request: Buffer): Promise<Answered>; close(): void }

/** What Chrome sends. */
export const AS_BROWSERS_ASK = 'Accept-Encoding: gzip, deflate, br, zstd'

const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n')

/**
 * One keep-alive connection with one request at a time. Much lighter than Node's own client, so that the load generator
 * doesn't distort the measurement: it frames responses and parses nothing else.
 */
export async function openWire(port: number): Promise<Wire> {
  let socket = await connected(port)
  const parts: Buffer[] = []
  let waiting: { resolve(answer: Answered): void; reject(error: Error): void } | null = null
  listen()

  function listen() {
    socket.on('data', take)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed the connection')))
  }

  function take(part: Buffer) {
    parts.push(part)
    const answer = frame(parts.length === 1 ? part : Buffer.concat(parts))
    if (!answer || !waiting) return
    parts.length = 0
    const { resolve } = waiting
    waiting = null
    resolve(answer)
  }

  function fail(error: Error) {
    waiting?.reject(error)
    waiting = null
  }

  return {
    async ask(request) {
      if (socket.destroyed) {
        // Servers close connections that were idle for some seconds; browsers open a new one.
        socket = await connected(port)
        listen()
      }
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      })
    },
    close: () => void socket.destroy(),
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** The response, once it's complete. */
function frame(bytes: Buffer): Answered | null {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const from = end + HEAD_END.length
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const to = from + Number(length)
    return bytes.length >= to ? { status, head, body: bytes.subarray(from, to) } : null
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return { status, head, body: Buffer.alloc(0) }
  return bytes.subarray(-CHUNKS_END.length).equals(CHUNKS_END)
    ? { status, head, body: unchunked(bytes.subarray(from)) }
    : null
}

function unchunked(bytes: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!size) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

/** The body as text, decompressed if needed. */
export function textOf({ head, body }: Answered): string {
  const [, encoding] = /\r\ncontent-encoding: (\S+)/i.exec(head) ?? []
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8')
  if (encoding === 'gzip') return gunzipSync(body).toString('utf8')
  return body.toString('utf8')
}

/** A request as bytes. `headers` are lines without line breaks. */
export function request(method: string, path: string, headers: string[] = [], body = ''): Buffer {
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, ...length]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
