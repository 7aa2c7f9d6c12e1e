import type { Measured } from './load.ts'
import { finish, SERVED } from './processes.ts'
import type { Row } from './report.ts'

type Placed = { placed: Measured; full: Measured; normal: Measured; prepareMs: number }

/** Orders without HTTP and without a provider: what the two durable transactions of a paid order cost. */
export async function measurePlacing(
  file: string,
  seconds: number,
): Promise<{ rows: Row[]; placed: Measured }> {
  const args = ['--import', 'tsx', 'test/bench/placing.ts', String(seconds), file]
  const { placed, full, normal, prepareMs } = JSON.parse(
    await finish(SERVED, args, { NODE_ENV: 'production' }),
  ) as Placed
  const name = `in process: order placed (of it ${prepareMs.toFixed(2)} ms to prepare)`
  return {
    placed,
    rows: [
      { name: 'in process: bare order, NORMAL', measured: normal },
      { name: 'in process: bare order, FULL', measured: full },
      { name, measured: placed, yardstick: { name: 'bare order, FULL', measured: full } },
    ],
  }
}
