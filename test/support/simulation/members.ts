import { and, eq, like } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Db, durably } from '#db/client.ts'
import { memberships, offers, storedCards, users, varieties } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '#src/day.ts'
import { RENEW_PERIODS } from '#src/orders/recurring-rules.ts'
import { receiveUnits } from '#src/stock/stock.ts'
import { random as tokens } from '#src/tokens.ts'
import { addMember, type ProviderCard } from '../members.ts'
import type { Draw } from '../random.ts'
import { offerOf } from '../shop-data.ts'
import type { Shopper } from '../shopper.ts'
import { Refused } from './asked.ts'

/** A shop with members, in this process or in others. */
export type MemberShop = {
  draw: Draw
  db(): Db
  now(): Instant
  stripe(): Stripe
  /** A browser in which this member is signed in. */
  enter(email: string): Promise<Shopper>
}

/** The second one sometimes runs out. */
export const KEPT_IN_STOCK = 'grass-fed-ribeye'
export const SCARCE = 'demo-fifty'

/** Every fourth member only pays: what happens to their boxes is all the shop's doing. */
export const isQuiet = (email: string) => Number(/\d+/.exec(email)?.[0]) % 4 === 0
const emailOf = (index: number) => `member-${index}@example.com`
export const MEMBERS_EMAIL = 'member-%@example.com'

const GOOD_CARDS = ['pm_card_visa', 'pm_card_mastercard']
const BAD_CARDS = ['pm_card_chargeCustomerFail', 'pm_card_authenticationRequired']

/** Members whose first boxes arrived in the last few weeks, most with a good card and some with a bad one. */
export async function gatherMembers(shop: MemberShop, count: number) {
  const db = shop.db()
  await restock(shop, KEPT_IN_STOCK, count * 200)
  for (let index = 0; index < count; index++) {
    const email = emailOf(index)
    const isBad = !isQuiet(email) && shop.draw.chance(0.15)
    const card = await cardOf(shop, email, shop.draw.pick(isBad ? BAD_CARDS : GOOD_CARDS))
    const at = shop.now() - (8 + shop.draw.below(28)) * DAY_MS
    await durably(db, (tx) => {
      const values = { token: tokens.token(), email, firstName: 'Member', emailVerifiedAt: at, createdAt: at }
      const { id: userId } = tx.insert(users).values(values).returning().get()
      const period = shop.draw.chance(0.6) ? 'four_weeks' : shop.draw.pick(RENEW_PERIODS)
      const offers = shop.draw.chance(0.3) ? [KEPT_IN_STOCK, SCARCE] : [KEPT_IN_STOCK]
      addMember(tx, { email, userId, card, period, varieties: offers, at })
    })
  }
}

async function cardOf(shop: MemberShop, email: string, name: string): Promise<ProviderCard> {
  const { id: customer } = await shop.stripe().customers.create({ email })
  const { id: method } = await shop.stripe().paymentMethods.attach(name, { customer })
  return { customer, method }
}

/** Adds a card to a member's account. @returns its id there */
export async function addCard(shop: MemberShop, email: string): Promise<number | null> {
  const { customer, method } = await cardOf(shop, email, shop.draw.pick(GOOD_CARDS)).catch((error) => {
    throw new Refused(`the provider did not take the card: ${error}`)
  })
  return durably(shop.db(), (tx) => {
    const user = tx.select().from(users).where(eq(users.email, email)).get()
    if (!user) return null
    const card = { providerCustomerId: customer, paymentMethodId: method, keptAt: shop.now() }
    const values = { userId: user.id, email, brand: 'visa', last4: '4242', ...card }
    return tx.insert(storedCards).values(values).returning().get().id
  })
}

export function restock(shop: MemberShop, slug: string, quantity: number) {
  const { id: offerId } = offerOf(shop.db(), slug)
  return durably(shop.db(), (tx) => receiveUnits(tx, 1, [{ offerId, quantity }], shop.now(), 'a delivery'))
}

/** Up or down by 5 or 10 percent, within fixed bounds. */
export async function changePrice({ db, draw }: MemberShop) {
  const offer = offerOf(db(), KEPT_IN_STOCK)
  const [first] = db().select().from(varieties).where(eq(varieties.slug, KEPT_IN_STOCK)).all()
  const factor = draw.pick([0.9, 0.95, 1.05, 1.1])
  const priceCents = Math.min(9_000, Math.max(2_500, Math.round(offer.priceCents * factor)))
  await durably(db(), (tx) => {
    tx.update(offers)
      .set({ priceCents })
      .where(and(eq(offers.id, offer.id), eq(offers.varietyId, first?.id ?? 0)))
      .run()
  })
}

/** The members who still have an account. */
export const memberEmails = (db: Db): string[] =>
  db
    .select({ email: users.email })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(like(users.email, MEMBERS_EMAIL))
    .all()
    .map(({ email }) => email)
