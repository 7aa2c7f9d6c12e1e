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
/** The baseline's time, as a share of the shop's. */
const YARDSTICK_SHARE = 1 / 3

/** Alternates between the shop and its baseline, so that other load on the machine hits both. */
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
