import { type Measured, median } from './load.ts'
import type { Row } from './report.ts'
import type { Yardstick, YardstickName } from './yardstick-process.ts'

const ROUNDS = 3

type Comparison = {
  name: string
  yardstick: Yardstick
  beside: YardstickName
  connections: number
  seconds: number
  measure(seconds: number): Promise<Measured>
}

/** The shop and its yardstick, turn about, so that what else goes on at the machine falls on both. */
export async function inTurns({
  name,
  yardstick,
  beside,
  connections,
  seconds,
  measure,
}: Comparison): Promise<Row> {
  const shop: Measured[] = []
  const bare: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await yardstick.ask(beside, connections, seconds / ROUNDS / 3))
    shop.push(await measure(seconds / ROUNDS))
  }
  return { name, measured: median(shop), yardstick: { name: beside, measured: median(bare) } }
}
