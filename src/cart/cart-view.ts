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

export function cartView({ db, clock }: Pick<Services, 'db' | 'clock'>, visitor: CartVisitor) {
  const now = clock.now()
  const contents = cartContents(db, visitor, now)
  const delivery = deliveryEstimate(db, contents, visitor.postalCode, now)
  const cart = withEstimate(db, contents, delivery, now)
  const promotion = offeredPromotion(db, cart.order, visitor, now)
  return {
    cart,
    delivery,
    offered: promotion && offeredSentence(promotion),
    codes: {
      entered: cart.order ? enteredCodes(db, cart.order, cart.items, now) : [],
      offeredCode: promotion?.code ?? null,
    },
    rewards: rewardsFor(db, contents, visitor, now),
  }
}

function rewardsFor(db: Db, { order, items }: CartContents, { user, postalCode }: CartVisitor, now: Instant) {
  if (!user || !order) return { gift: null, choices: [] }
  const wallet = walletOf(db, { userId: user.id, order, items, postalCode }, now)
  return {
    gift: giftInBox(db, order, now),
    choices: wallet.filter(({ state }) => state === 'on_box' || state === 'ready'),
  }
}

/** Adds estimated shipping to the totals, so that the gift cards' share covers it too. */
function withEstimate(db: Db, cart: CartContents, delivery: DeliveryEstimate, now: Instant): CartContents {
  if (!cart.order || !delivery?.isEstimate) return cart
  return { ...cart, totals: totalsWithDelivery(db, cart.order, delivery.cents, now) }
}
