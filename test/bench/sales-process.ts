import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../support/child.ts'
import { cpuMs } from './process-usage.ts'
import { ASKING, start } from './processes.ts'
import type { Shop } from './shop.ts'

export const SALES_A_SECOND = 10
const FIRST_WITHIN_MS = 30_000
/** Until as many sales are in progress as there will be at any time. */
const SETTLES_MS = 2_000

export type Sales = { paid(): number; failed(): number }

/** Runs ten sales a second from a separate process, for as long as `use` takes. */
export async function withSales<T>(shop: Shop, file: string, use: (sales: Sales) => Promise<T>): Promise<T> {
  const args = [shop.port, shop.standInPort, file, SALES_A_SECOND].map(String)
  const process = start(ASKING, ['--import', 'tsx', 'test/bench/sales.ts', ...args])
  let told = { paid: 0, failed: 0 }
  process.child.stdout?.on('data', (part: Buffer) => {
    const line = String(part).trim().split('\n').at(-1)
    if (line) told = JSON.parse(line) as typeof told
  })
  try {
    await process.firstLine
    await until('somebody who has paid', () => told.paid > 0, FIRST_WITHIN_MS)
    await pause(SETTLES_MS)
    return await use({ paid: () => told.paid, failed: () => told.failed })
  } finally {
    await process.stop()
  }
}

/** The server's CPU time per sale, while nothing else is going on. */
export async function saleCpu(shop: Shop, sales: Sales, seconds: number): Promise<number> {
  const before = { paid: sales.paid(), cpu: cpuMs(shop.pid) }
  await pause(seconds * 1000)
  return (cpuMs(shop.pid) - before.cpu) / Math.max(1, sales.paid() - before.paid)
}
