import type { Order } from '#db/schema/index.ts'
import type { CheckoutSummaryProps } from '#views/checkout/summary.tsx'
import { offeredPromotion } from '../cart/promotion-offer.ts'
import { cardFacts, giftFacts, zoneOf } from '../orders/placed.ts'
import { pricedOrder } from '../orders/priced-order.ts'
import { shownLines } from '../orders/shown-lines.ts'
import { isOpen } from '../orders/states.ts'
import { unsoldIn } from '../orders/unsold.ts'
import { enteredCodes } from '../pricing/entered-codes.ts'
import { giftInBox } from '../pricing/gifts.ts'
import { carriedRewardProblem } from '../pricing/reward-problem.ts'
import type { Services } from '../services.ts'
import type { Visitor } from '../web/env.ts'
import { isDayPassed } from './closed-day.ts'

export function summaryProps(
  { db, clock }: Services,
  visitor: Visitor,
  order: Order,
  priced = pricedOrder(db, order, clock.now()),
): CheckoutSummaryProps {
  const now = clock.now()
  const { items, extras, totals } = priced
  const gift = giftInBox(db, order, now, extras.gift)
  return {
    lines: [
      ...shownLines(db, order.id, items),
      ...(gift ? [giftFacts(gift)] : []),
      ...extras.boughtCards.map(cardFacts),
    ],
    totals,
    unsold: unsoldIn(db, order, items, visitor.postalCode, now),
    ...(isOpen(order.state) &&
      items.length > 0 && {
        codes: {
          orderToken: order.token,
          entered: enteredCodes(db, order, items, extras, now),
          offeredCode: offeredPromotion(db, order, visitor, now)?.code ?? null,
        },
      }),
    rewardNote: isOpen(order.state) ? carriedRewardProblem(db, order, items, extras, now) : null,
    addressKnown: order.transitDays !== null || items.length === 0, // a wallet's city and ZIP code are enough
    arrivesOn: items.length === 0 || isDayPassed(order, now) ? null : order.arrivalOn,
    lockAt: order.lockAt,
    zone: order.fcId === null ? null : zoneOf(db, order.fcId),
  }
}
