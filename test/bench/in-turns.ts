import { type Measured, median } from './measured.ts'
import type { Yardstick, YardstickName } from './yardstick-process.ts'

type Comparison = {
  yardstick: Yardstick
  beside: YardstickName
  connections: number
  seconds: number
  rounds?: number
  measure(seconds: number): Promise<Measured>
}

const ROUNDS = 3
/** What the yardstick gets of the time that the shop gets. */
const YARDSTICK_SHARE = 1 / 3

/** The shop and its yardstick, turn about, so that what else goes on at the machine falls on both. */
export async function inTurns({
  yardstick,
  beside,
  connections,
  seconds,
  rounds = ROUNDS,
  measure,
}: Comparison) {
  const shop: Measured[] = []
  const bare: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await yardstick.ask(beside, connections, (seconds / rounds) * YARDSTICK_SHARE))
    shop.push(await measure(seconds / rounds))
  }
  return { measured: median(shop), yardstick: { name: beside, measured: median(bare) } }
}
