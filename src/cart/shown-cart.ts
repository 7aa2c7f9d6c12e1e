import type { Services } from '../services.ts'
import { deliveryEstimate } from './delivery-estimate.ts'
import { offeredSentence } from './promotion-offer.ts'
import { type CartContents, cartContents } from './queries.ts'

type CartViewer = {
  sessionHash: string
  user: { id: number; email: string } | null
  postalCode: string | null
  promotionOffer: string | null
}

/** Everything that the views of a box show of it, for its own visitor. */
export function shownCart({ db, clock }: Pick<Services, 'db' | 'clock'>, visitor: CartViewer) {
  const now = clock.now()
  const cart: CartContents = cartContents(db, visitor, now)
  return {
    cart,
    delivery: deliveryEstimate(db, cart, visitor.postalCode),
    offered: offeredSentence(db, cart.order, visitor, now),
  }
}
