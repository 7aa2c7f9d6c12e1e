import { connect, type Socket } from 'node:net'
import type { Asked, Client, Reply } from './buyers.ts'

/**
 * Last-byte synchronization: the server gets all requests but the last byte of their bodies, and then that byte on
 * every connection at once. Exposes checks that run before the body is read.
 */
export async function sendSimultaneously(requests: (Asked & { client: Client })[]): Promise<Reply[]> {
  const held = await Promise.all(requests.map((one) => holdResponses(one.client, one)))
  for (const { release } of held) release()
  return Promise.all(held.map(({ reply }) => reply))
}

/**
 * A request that the server has begun, having asked for its body, but whose last byte it lacks.
 * @param behind a whole request sent right behind that byte on the same connection
 */
export async function holdResponses(
  client: Client,
  { method, path, headers = {}, body = '' }: Asked,
  behind = '',
) {
  const socket = connect(client.port, '127.0.0.1').setNoDelay()
  const lines = Object.entries({
    host: client.host,
    connection: behind ? 'keep-alive' : 'close',
    'content-length': String(Buffer.byteLength(body)),
    expect: '100-continue',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = Buffer.from(body)
  const { begun, replies } = readReplies(socket)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await begun
  await new Promise<void>((resolve) => void socket.write(bytes.subarray(0, -1), () => resolve()))
  return {
    reply: replies.then((all) => all[0] ?? { status: 0, headers: {}, text: '' }),
    replies,
    release: () => void socket.write(Buffer.concat([bytes.subarray(-1), Buffer.from(behind)])),
  }
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Reads to the end of the connection. Responses are whole and in order; the text is what follows their headers. */
function readReplies(socket: Socket): { begun: Promise<void>; replies: Promise<Reply[]> } {
  let text = ''
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const replies = new Promise<Reply[]>((resolve) => {
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.startsWith(CONTINUE)) begin()
    })
    // A dropped connection ends here too, with what came before; so does one that never got a response.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      begin()
      resolve(repliesIn(text.replace(CONTINUE, '')))
    })
  })
  return { begun, replies }
}

const repliesIn = (text: string): Reply[] =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter(Boolean)
    .map((one) => ({
      status: Number(one.slice(9, 12)),
      headers: {},
      text: one.slice(one.indexOf('\r\n\r\n') + 4),
    }))
