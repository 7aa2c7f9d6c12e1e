import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { orders, type SavedAddress, savedAddresses, type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { DEFAULT_RENEW_PERIOD } from '../orders/recurring-rules.ts'
import { recurringWords } from '../orders/recurring-words.ts'
import { keepCard } from '../payments/cards.ts'
import { MEMBER_CARD, providerCard } from '../providers/payments/demo-cards.ts'
import { type Buyer, linesOf, nearestDay } from './boxes.ts'
import { bringBox } from './place-box.ts'

const PLACED_BEFORE_MS = 20 * 24 * 3600_000

export type DemoShop = {
  storeName: string
  /** Only the embedded provider knows the cards of the demo's people. */
  hasEmbeddedPayments: boolean
}

/** What makes the demo's member one: a box that came, the word that more may follow, and the card that pays for them. */
export function seedMembersBox(tx: DurableTx, { storeName, hasEmbeddedPayments }: DemoShop, now: Instant) {
  const at = now - PLACED_BEFORE_MS
  const buyer = member(tx)
  const lines = linesOf(tx, ['grass-fed-ground-beef', 'maple-smoked-bacon', 'wildflower-honey'], 2)
  const { kept, card } = providerCard(MEMBER_CARD)
  const { id } = bringBox(tx, buyer, lines, {
    state: 'delivered',
    day: nearestDay(tx, buyer, at),
    at,
    recurring: { period: DEFAULT_RENEW_PERIOD, words: recurringWords(storeName) },
    charge: { flow: 'sub-paid', cardBrand: card.brand, cardLast4: card.last4 },
  })
  if (!hasEmbeddedPayments) return
  tx.update(orders).set({ providerCustomerId: kept.customerId }).where(eq(orders.id, id)).run()
  keepCard(tx, orderById(tx, id), { id: `pi_demo_${id}`, kept, card }, at)
}

/** With the place that her box goes to: not in reach of the first center, whose boxes are counted on. */
function member(db: Db): Buyer {
  const found = db
    .select({ user: users, address: savedAddresses })
    .from(users)
    .innerJoin(savedAddresses, eq(savedAddresses.userId, users.id))
    .where(eq(users.email, MEMBER_CARD.email))
    .all()
    .find(({ address }) => !address.isDefault)
  if (!found) throw new Error('the demo has no member with two addresses')
  return buyerOf(found.user, found.address)
}

const buyerOf = ({ id, email, firstName, lastName }: User, to: SavedAddress): Buyer => ({
  userId: id,
  email,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  place: { street: to.street1, city: to.city, state: to.state, zip: to.zip },
})
