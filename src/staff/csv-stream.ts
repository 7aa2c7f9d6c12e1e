import { Readable } from 'node:stream'

export const webStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream

/** A file that is sent while it is written. */
export const csvStream = (parts: AsyncIterable<string>) => webStream(Readable.from(encoded(parts)))

async function* encoded(parts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
