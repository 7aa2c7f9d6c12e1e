import type { DurableTx } from '#db/client.ts'
import type { BoughtGiftCard, Order } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import { instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { formatCents } from '../money.ts'
import { boughtCardsOf, cardsPaidWith, issueCard, sumCards } from '../pricing/bought-cards.ts'
import { isKnownBuyer } from './cards-readiness.ts'
import { mailGiftCard } from './gift-card-mails.tsx'

/** Cards with a send date go out at this hour in the shop's zone. */
const SEND_HOUR = 9

/** A stranger's larger purchase waits, so that a stolen card is noticed before its value is gone. */
export const AT_ONCE_CENTS = 20_000
export const STRANGERS_WAIT_MS = HOUR_MS

/** In the transaction that places the order, once. */
export function issueCards(
  tx: DurableTx,
  order: Order,
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  now: Instant,
) {
  const cards = cardsPaidWith(tx, order)
  const waits = sumCards(cards) > AT_ONCE_CENTS && !isKnownBuyer(tx, order, now)
  for (const card of cards) {
    const sendAt = Math.max(sendTime(card, now), waits ? now + STRANGERS_WAIT_MS : now)
    const buyerState = order.deliveryState ?? card.buyerState
    issueCard(tx, card, { sessionSecret, sendAt, buyerState, now })
    if (card.deliveryMethod === 'ship') askForPost(tx, order, card, now)
    else if (card.deliveryMethod !== 'box')
      enqueue(
        tx,
        mailGiftCard,
        { boughtId: card.id, press: null },
        { key: `gift_card:${card.token}`, now, runAt: sendAt },
      )
  }
}

/** Those whose day came while they were frozen. */
export function sendUnsentCards(tx: DurableTx, orderId: number, now: Instant) {
  for (const { id: boughtId, token, deliveryMethod, sendAt, sentAt, endedAt } of boughtCardsOf(tx, orderId)) {
    const isDue = sendAt !== null && sendAt <= now && sentAt === null && endedAt === null
    if (isDue && deliveryMethod !== 'ship' && deliveryMethod !== 'box')
      enqueue(tx, mailGiftCard, { boughtId, press: null }, { key: `gift_card_thawed:${token}`, now })
  }
}

const sendTime = ({ sendOn }: BoughtGiftCard, now: Instant): Instant =>
  sendOn === null ? now : instantOf(sendOn, SEND_HOUR, SHOP_ZONE)

function askForPost(tx: DurableTx, { id: orderId, identifier }: Order, card: BoughtGiftCard, now: Instant) {
  flagForStaff(tx, {
    kind: 'gift_card_to_post',
    key: `gift_card_to_post:${card.token}`,
    orderId,
    subjectId: card.id,
    detail: `A gift card of ${formatCents(card.amountCents)} from order ${identifier} goes out by mail.`,
    now,
  })
}
