import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { enteredCodes } from '../pricing/entered-codes.ts'
import { totalsWithDelivery } from '../pricing/facts.ts'
import { giftInBox } from '../pricing/gifts.ts'
import { walletOf } from '../pricing/reward-wallet.ts'
import type { Services } from '../services.ts'
import { type CartContents, cartContents } from './cart-contents.ts'
import { type DeliveryEstimate, deliveryEstimate } from './delivery-estimate.ts'
import { offeredPromotion, offeredSentence } from './promotion-offer.ts'

type CartVisitor = {
  sessionHash: string
  user: { id: number; email: string } | null
  postalCode: string | null
  promotionOffer: string | null
}

/** Everything that the views of a box show of it, for its own visitor. */
export function cartView({ db, clock }: Pick<Services, 'db' | 'clock'>, visitor: CartVisitor) {
  const now = clock.now()
  const found = cartContents(db, visitor, now)
  const delivery = deliveryEstimate(db, found, visitor.postalCode, now)
  const cart = withGuess(db, found, delivery, now)
  const promotion = offeredPromotion(db, cart.order, visitor, now)
  return {
    cart,
    delivery,
    offered: promotion && offeredSentence(promotion),
    codes: {
      entered: cart.order ? enteredCodes(db, cart.order, cart.items, now) : [],
      offeredCode: promotion?.code ?? null,
    },
    rewards: rewardsFor(db, found, visitor, now),
  }
}

/** The rewards that a box may have or has; a guest has none. */
function rewardsFor(db: Db, { order, items }: CartContents, { user, postalCode }: CartVisitor, now: Instant) {
  if (!user || !order) return { gift: null, choices: [] }
  const wallet = walletOf(db, { userId: user.id, order, items, postalCode }, now)
  return {
    gift: giftInBox(db, order, now),
    choices: wallet.filter(({ state }) => state === 'on_box' || state === 'ready'),
  }
}

/** What delivery will probably cost is in the total, so that a gift card pays for it too. */
function withGuess(db: Db, cart: CartContents, delivery: DeliveryEstimate, now: Instant): CartContents {
  if (!cart.order || !delivery || delivery.certain) return cart
  return { ...cart, totals: totalsWithDelivery(db, cart.order, delivery.cents, now) }
}
