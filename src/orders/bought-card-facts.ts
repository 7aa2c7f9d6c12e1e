import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { deliveryWords } from '../pricing/bought-card-words.ts'
import { type IssuedCard, issuedCardsOf } from '../pricing/bought-cards.ts'
import { printPath } from './gift-card-mails.tsx'
import { cardLeftCents } from './returned-money.ts'

export type BoughtCardFacts = ReturnType<typeof factsOf>

type CardState = 'ended' | 'frozen' | 'waiting' | 'sent' | 'to_post'

export const RETURN_DAYS = 14

export const isTooLateToReturn = ({ placedAt }: Pick<Order, 'placedAt'>, now: Instant) =>
  now > (placedAt ?? 0) + RETURN_DAYS * DAY_MS

/** Those with a code. */
const hasCode = ({ bought }: IssuedCard) => bought.deliveryMethod !== 'box'

/** For the buyer. Someone with only the receipt's link doesn't get to the codes. */
export const boughtCardFacts = (
  db: Db,
  config: Pick<Config, 'sessionSecret'>,
  order: Order,
  { isOwn, now }: { isOwn: boolean; now: Instant },
) => {
  const cards = issuedCardsOf(db, order.id).filter(hasCode)
  if (cards.length === 0) return []
  const paidCents = cardLeftCents(db, order)
  const isReturnable = order.state !== 'review' && !isTooLateToReturn(order, now)
  return cards.map((card) => factsOf(config, card, { isOwn, leftCents: isReturnable ? paidCents : 0 }))
}

/** `leftCents`: what can still go back to the card that paid. */
type Shown = { isOwn: boolean; leftCents: number }

function factsOf(config: Pick<Config, 'sessionSecret'>, card: IssuedCard, { isOwn, leftCents }: Shown) {
  const { bought, balanceCents } = card
  const state = stateOf(card)
  const isPrint = bought.deliveryMethod === 'print'
  const isSent = state === 'sent'
  const isWhole = state !== 'ended' && state !== 'frozen' && balanceCents === bought.amountCents
  return {
    token: bought.token,
    cents: bought.amountCents,
    words: deliveryWords(bought),
    isPrint,
    state,
    sendAt: bought.sendAt as Instant | null,
    sentAt: bought.sentAt as Instant | null,
    printPath: isOwn && isSent ? printPath(config, bought.token) : null,
    /** What giving it back now brings; 0 where that isn't possible. */
    returnCents: isWhole ? Math.min(bought.amountCents, leftCents) : 0,
  }
}

function stateOf({ bought, frozenAt }: IssuedCard): CardState {
  if (bought.endedAt !== null) return 'ended'
  if (frozenAt !== null) return 'frozen'
  if (bought.deliveryMethod === 'ship') return 'to_post'
  return bought.sentAt === null ? 'waiting' : 'sent'
}
