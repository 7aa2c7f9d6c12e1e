import { createServer, type Server } from 'node:net'

/** Below the ephemeral ports (Linux: from 32768), any of which may be taken while ours starts. */
const FIRST = 12_000
const ROW = 500
const ROWS = 40

/**
 * The first port of a range that this process holds for its lifetime, so that concurrent processes never hand out the
 * same port. Vitest's pool ids don't work for this: two concurrent workers may have the same one.
 */
let row: Promise<number> | undefined
let next = process.pid % (ROW - 1)

/** A free port of this machine that this process hasn't handed out before. */
export async function freePort(): Promise<number> {
  row ??= takeRow()
  const first = (await row) + 1
  for (let tried = 1; tried < ROW; tried += 1) {
    const port = first + next
    next = (next + 1) % (ROW - 1)
    if (await isFree(port)) return port
  }
  throw new Error(`no port is free from ${first} on`)
}

async function takeRow(): Promise<number> {
  for (let at = 0; at < ROWS; at += 1) {
    const held = await listenOn(FIRST + at * ROW)
    held?.unref()
    if (held) return FIRST + at * ROW
  }
  throw new Error(`no row of ports is free from ${FIRST} on`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port)
  await new Promise((resolve) => (probe ? probe.close(resolve) : resolve(null)))
  return probe !== null
}

const listenOn = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer().once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
