import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { orders, type SavedAddress, savedAddresses, type User, users } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { recurringConsentText } from '../orders/recurring-consent.ts'
import { DEFAULT_RENEW_PERIOD } from '../orders/recurring-rules.ts'
import { saveCard } from '../payments/cards.ts'
import { MEMBER_CARD, providerCard } from '../providers/payments/demo-cards.ts'
import { type Buyer, firstPackLines, nearestDay } from './boxes.ts'
import { addPlacedBox } from './placed-box.ts'
import { demoIntent } from './seeded-payments.ts'

const PLACED_AGO_MS = 20 * DAY_MS

export type DemoShop = {
  storeName: string
  /** Only the embedded provider has the demo's cards. */
  hasEmbeddedPayments: boolean
}

/** The demo member: a delivered recurring box, her consent to more, and the card that pays for them. */
export function seedMembersBox(tx: DurableTx, { storeName, hasEmbeddedPayments }: DemoShop, now: Instant) {
  const at = now - PLACED_AGO_MS
  const buyer = member(tx)
  const lines = firstPackLines(tx, ['grass-fed-ground-beef', 'maple-smoked-bacon', 'wildflower-honey'], 2)
  const { savedCard, card } = providerCard(MEMBER_CARD)
  const { id } = addPlacedBox(tx, buyer, lines, {
    state: 'delivered',
    day: nearestDay(tx, buyer, at),
    at,
    recurring: { period: DEFAULT_RENEW_PERIOD, words: recurringConsentText(storeName) },
    charge: { flow: 'sub-paid', cardBrand: card.brand, cardLast4: card.last4 },
  })
  if (!hasEmbeddedPayments) return
  tx.update(orders).set({ providerCustomerId: savedCard.customerId }).where(eq(orders.id, id)).run()
  saveCard(tx, orderById(tx, id), { id: demoIntent(id, 1), savedCard, card }, at)
}

/** Ships to her second address: the first center has exactly 120 placed orders, by the demo's contract. */
export function member(db: Db): Buyer {
  const row = db
    .select({ user: users, address: savedAddresses })
    .from(users)
    .innerJoin(savedAddresses, eq(savedAddresses.userId, users.id))
    .where(eq(users.email, MEMBER_CARD.email))
    .all()
    .find(({ address }) => !address.isDefault)
  if (!row) throw new Error('the demo has no member with two addresses')
  return buyerOf(row.user, row.address)
}

const buyerOf = ({ id, email, firstName, lastName }: User, address: SavedAddress): Buyer => ({
  userId: id,
  email,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  address: { street: address.street1, city: address.city, state: address.state, zip: address.zip },
})
