import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { deliveryWords } from '../pricing/bought-card-words.ts'
import { type IssuedCard, issuedCardsOf } from '../pricing/bought-cards.ts'
import { printPath } from './gift-card-mails.tsx'

export type BoughtCardFacts = ReturnType<typeof factsOf>

type CardState = 'ended' | 'frozen' | 'waiting' | 'sent' | 'to_post'

/** Those with a code. */
const hasCode = ({ bought }: IssuedCard) => bought.deliveryMethod !== 'box'

/** For the buyer. Someone with only the receipt's link doesn't get to the codes. */
export const boughtCardFacts = (
  db: Db,
  config: Pick<Config, 'sessionSecret'>,
  order: Order,
  isOwn: boolean,
) =>
  issuedCardsOf(db, order.id)
    .filter(hasCode)
    .map((card) => factsOf(config, order, card, isOwn))

function factsOf(config: Pick<Config, 'sessionSecret'>, order: Order, card: IssuedCard, isOwn: boolean) {
  const { bought, balanceCents } = card
  const state = stateOf(card)
  const isPrint = bought.deliveryMethod === 'print'
  const isSent = state === 'sent'
  return {
    token: bought.token,
    cents: bought.amountCents,
    words: deliveryWords(bought),
    isPrint,
    state,
    sendAt: bought.sendAt as Instant | null,
    sentAt: bought.sentAt as Instant | null,
    printPath: isOwn && isSent ? printPath(config, bought.token) : null,
    canReturn:
      state !== 'ended' &&
      state !== 'frozen' &&
      order.state !== 'review' &&
      balanceCents === bought.amountCents,
  }
}

function stateOf({ bought, frozenAt }: IssuedCard): CardState {
  if (bought.endedAt !== null) return 'ended'
  if (frozenAt !== null) return 'frozen'
  if (bought.deliveryMethod === 'ship') return 'to_post'
  return bought.sentAt === null ? 'waiting' : 'sent'
}
