import type { Db } from '#db/client.ts'
import type { CorporateGift, GiftBox } from '#db/schema/index.ts'
import { itemsOf } from '../../orders/items.ts'
import { placeWords } from '../../orders/order-address.ts'
import { orderById } from '../../orders/orders.ts'
import { shownLines } from '../../orders/shown-lines.ts'
import { isOpen } from '../../orders/states.ts'
import { boxesOf, patternOf, payerOf } from './gifts.ts'
import { quotedCents } from './quote.ts'
import { restCents } from './return-rest.ts'

export type GiftFacts = ReturnType<typeof giftFactsOf>

/** All that staff see of one corporate gift. */
export function giftFactsOf(db: Db, gift: CorporateGift) {
  const pattern = patternOf(db, gift)
  const all = boxesOf(db, gift.id)
  const boxes = gift.state === 'paid' ? all.filter(({ boughtId }) => boughtId !== null) : all
  return {
    gift,
    pattern,
    payer: payerOf(db, gift),
    lines: pattern ? shownLines(db, pattern.id, itemsOf(db, pattern.id)) : [],
    boxes: boxes.map((box) => boxFacts(db, box)),
    counts: countsOf(boxes),
    quotedCents: quotedCents(boxes.filter(({ state }) => state === 'ready' || gift.state === 'paid')),
    restCents: restCents(db, gift),
  }
}

export type GiftBoxFacts = ReturnType<typeof boxFacts>

function boxFacts(db: Db, { id, line, state, problem, typed, orderId, quotedCents: cents }: GiftBox) {
  const order = orderId === null ? null : orderById(db, orderId)
  return {
    id,
    line,
    state,
    problem,
    cents,
    name: order?.deliveryName || order?.giftRecipientName || typed?.name || '',
    place: order?.deliveryCity ? placeWords(order) : typed ? [typed.city, typed.state].join(', ') : '',
    arrivesOn: state === 'refused' ? null : (order?.arrivalOn ?? null),
    canMove: state === 'failed' && order !== null && isOpen(order.state),
    order: order && { token: order.token, identifier: order.identifier, state: order.state },
  }
}

function countsOf(boxes: GiftBox[]): Record<GiftBox['state'], number> {
  const counts = { checking: 0, refused: 0, ready: 0, placing: 0, failed: 0, placed: 0, returned: 0 }
  for (const { state } of boxes) counts[state] += 1
  return counts
}
