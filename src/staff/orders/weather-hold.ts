import type { DurableTx } from '#db/client.ts'
import type { Instant } from '../../day.ts'
import { changeHold, openHold } from '../../weather/holds.ts'

/** An order that was canceled waits for no weather. */
export function endWeatherHoldOf(tx: DurableTx, orderId: number, now: Instant) {
  const hold = openHold(tx, orderId)
  if (hold) changeHold(tx, hold, { answer: 'canceled', answeredAt: now, endedAt: now })
}
