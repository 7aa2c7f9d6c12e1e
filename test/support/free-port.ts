import { createServer } from 'node:net'

/** Below the ports that a system lends to whoever calls out (Linux: from 32768), which may be taken while ours starts. */
const FIRST = 12_000
/** Each worker of a run asks in a row of its own, so that none is told what another is about to use. */
const ROW = 4_000
const ROWS = 5

const row = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % ROWS) * ROW
let next = process.pid % ROW

/** A port of this machine that nobody uses, and that this process was not told before. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < ROW; tried += 1) {
    const port = row + next
    next = (next + 1) % ROW
    if (await isFree(port)) return port
  }
  throw new Error(`no port is free from ${row} on`)
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
