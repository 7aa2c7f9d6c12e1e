import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { MINUTE_MS, SECOND_MS } from '../day.ts'

const SLOW_CLIENT_MS = 10 * SECOND_MS
/** What an upload must bring in that time: 80 kbit/s, and photos from a phone still arrive. */
const MIN_UPLOAD_BYTES = 100_000

/** Node's own limit ends the longest uploads; `endSlowBody` ends other bodies sooner. */
export const SLOW_CLIENT_OPTIONS = {
  requestTimeout: 3 * MINUTE_MS,
  headersTimeout: SLOW_CLIENT_MS,
  connectionsCheckingInterval: SECOND_MS,
}

/** Disconnects a client whose body takes too long, or whose upload hardly moves. @returns a way to stop watching */
export function endSlowBody(c: Context, isUpload: boolean): () => void {
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  const socket = incoming?.socket
  if (!socket?.on) return () => {}
  let bytes = socket.bytesRead
  const timer = setInterval(() => {
    const came = socket.bytesRead - bytes
    bytes = socket.bytesRead
    if (isUpload && came >= MIN_UPLOAD_BYTES) return
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroySoon()
  }, SLOW_CLIENT_MS)
  return () => clearInterval(timer)
}
