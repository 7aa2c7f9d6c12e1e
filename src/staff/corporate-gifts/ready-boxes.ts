import type { DurableTx } from '#db/client.ts'
import type { GiftBox } from '#db/schema/index.ts'
import { formatDay, type Instant } from '../../day.ts'
import { placesLeft } from '../../delivery/ship-days.ts'
import { orderById } from '../../orders/orders.ts'
import { type Readiness, readiness } from '../../orders/readiness.ts'
import { availableByOffer } from '../../stock/stock.ts'
import { boxesOf, updateBox } from './gifts.ts'

type Ready = Extract<Readiness, { ok: true }>
type ReadyBox = { box: GiftBox; ready: Ready }

/** `lockAt`: when the first box can no longer be ordered for its day. */
export type Checked = { ok: true; lockAt: Instant } | { ok: false; message: string }

/** Each box by itself, as when its line was checked, and then all of them together: they share days and packs. */
export function checkReadyBoxes(tx: DurableTx, giftId: number, now: Instant): Checked {
  const boxes = boxesOf(tx, giftId).filter(({ state }) => state === 'ready')
  const ready: ReadyBox[] = []
  for (const box of boxes) {
    const checked = readyAgain(tx, box, now)
    if (typeof checked === 'string') updateBox(tx, box.id, { state: 'refused', problem: checked })
    else ready.push({ box, ready: checked })
  }
  const lost = boxes.length - ready.length
  if (lost > 0) {
    const many = lost === 1 ? '1 box can' : `${lost} boxes can`
    return { ok: false, message: `${many} no longer be sent as planned. The list says why.` }
  }
  const problem = dayProblem(tx, ready, now) ?? stockProblem(tx, ready, now)
  if (problem) return { ok: false, message: problem }
  return { ok: true, lockAt: Math.min(...ready.map((one) => one.ready.delivery?.day.lockAt ?? Infinity)) }
}

function readyAgain(tx: DurableTx, { orderId }: GiftBox, now: Instant): Ready | string {
  if (orderId === null) return 'Its draft order is deleted.'
  const order = orderById(tx, orderId)
  const checked = readiness(tx, { ...order, termsAcceptedAt: now }, now)
  return checked.ok ? checked : checked.refusal.message
}

function dayProblem(tx: DurableTx, boxes: ReadyBox[], now: Instant): string | null {
  const days = grouped(boxes, ({ ready: { delivery } }) => `${delivery?.fcId} ${delivery?.day.shipOn}`)
  for (const group of days.values()) {
    const delivery = group[0]?.ready.delivery
    if (!delivery) continue
    const places = placesLeft(tx, { orderId: 0, fcId: delivery.fcId, shipOn: delivery.day.shipOn, now })
    if (places < group.length)
      return `${group.length} boxes would ship ${formatDay(delivery.day.shipOn, 'short')}, which has room for ${places}. Please choose other days for some.`
  }
  return null
}

function stockProblem(tx: DurableTx, boxes: ReadyBox[], now: Instant): string | null {
  const centers = grouped(boxes, ({ ready: { delivery } }) => delivery?.fcId ?? 0)
  for (const [fcId, group] of centers) {
    const items = group[0]?.ready.items ?? []
    const available = availableByOffer(
      tx,
      items.map(({ offerId }) => offerId),
      fcId,
      now,
    )
    for (const { offerId, quantity, name, label } of items) {
      const left = available.get(offerId) ?? 0
      if (left < quantity * group.length)
        return `${group.length} boxes need ${quantity * group.length} of ${name}, ${label}, and there are ${left}.`
    }
  }
  return null
}

function grouped<Key>(boxes: ReadyBox[], keyOf: (box: ReadyBox) => Key): Map<Key, ReadyBox[]> {
  const groups = new Map<Key, ReadyBox[]>()
  for (const box of boxes) groups.set(keyOf(box), [...(groups.get(keyOf(box)) ?? []), box])
  return groups
}
