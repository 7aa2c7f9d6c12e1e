import { createServer, type Server } from 'node:net'

/** Below the ports that a system lends to whoever calls out (Linux: from 32768), which may be taken while ours starts. */
const FIRST = 12_000
const ROW = 500
const ROWS = 40

/**
 * The first port of a row, held by this process for as long as it lives, so that of processes that run at once none is
 * told what another is about to use. What Vitest calls its workers does not do: two at once may have one pool id.
 */
let row: Promise<number> | undefined
let next = process.pid % (ROW - 1)

/** A port of this machine that nobody uses, and that this process was not told before. */
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
