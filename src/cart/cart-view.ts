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
  const delivery = deliveryEstimate(db, contents, visitor.postalCode)
  const cart = withEstimate(contents, delivery)
  const extras = contents.priced?.extras ?? null
  const promotion = offeredPromotion(db, cart.order, visitor, now)
  return {
    cart,
    delivery,
    offered: promotion && offeredSentence(promotion),
    codes: {
      entered: cart.order && extras ? enteredCodes(db, cart.order, cart.items, extras, now) : [],
      offeredCode: promotion?.code ?? null,
    },
    rewards: rewardsFor(db, contents, visitor, now),
  }
}

function rewardsFor(
  db: Db,
  { order, items, priced }: CartContents,
  { user, postalCode }: CartVisitor,
  now: Instant,
) {
  if (!user || !order) return { gift: null, choices: [] }
  const wallet = walletOf(db, { userId: user.id, order, items, postalCode }, now)
  return {
    gift: giftInBox(db, order, now, priced?.extras.gift),
    choices: wallet.filter(({ state }) => state === 'on_box' || state === 'ready'),
  }
}

/** Adds estimated shipping to the totals, so that the gift cards' share covers it too. */
function withEstimate(cart: CartContents, delivery: DeliveryEstimate): CartContents {
  if (!cart.priced || !delivery?.isEstimate) return cart
  return { ...cart, totals: totalsWithDelivery(cart.priced.facts, delivery.cents) }
}
