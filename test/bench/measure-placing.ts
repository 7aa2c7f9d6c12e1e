import type { Measured } from './load.ts'
import { finish, SERVED } from './processes.ts'
import type { Row } from './report.ts'

type Placed = { shop: Measured; full: Measured; normal: Measured; prepareMs: number }

/** Orders without HTTP and without a provider: what the two durable transactions of a paid order cost. */
export async function measurePlacing(file: string, seconds: number): Promise<{ rows: Row[]; shop: Measured }> {
  const line = await finish(SERVED, ['--import', 'tsx', 'test/bench/placing.ts', String(seconds), file], {
    NODE_ENV: 'production',
  })
  const { shop, full, normal } = JSON.parse(line) as Placed
  return {
    shop,
    rows: [
      { name: 'in process: bare order, NORMAL', measured: normal },
      { name: 'in process: bare order, FULL', measured: full },
      { name: 'in process: order placed and paid', measured: shop, yardstick: { name: 'bare order, FULL', measured: full } },
    ],
  }
}
