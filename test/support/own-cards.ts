import { eq } from 'drizzle-orm'
import { storedCards } from '#db/schema/index.ts'
import { signedIn, userOf } from './account.ts'
import { expectOk, orderOf, prepareToPay, readyToPay } from './buying.ts'
import { makeRecurring, nameCard } from './paying-by-card.ts'
import type { Shopper } from './shopper.ts'
import { type World, world } from './world.ts'

export type Added = {
  status: number
  path?: string
  message?: string
  error?: string
  reason?: string | null
  code?: string
  card?: { id: number; brand: string; last4: string; is_default: boolean }
}

/** Sends a card token as the page does. */
export async function sendCard(who: Shopper, stripeToken: unknown, more: object = {}): Promise<Added> {
  const answer = await who.call('POST', '/v1/add_credit_card', { stripeToken, ...more })
  return { status: answer.status, ...((await answer.json()) as object) }
}

/** Creates a card token and keeps the card. @returns its id */
export async function addCard(made: World, who: Shopper, card = 'pm_card_visa'): Promise<number> {
  const { status, card: kept } = await sendCard(who, await nameCard(made, card))
  if (status !== 200 || !kept) throw new Error(`the card was not kept: ${status}`)
  return kept.id
}

export const cardsOf = ({ db }: World, email: string) =>
  db
    .select()
    .from(storedCards)
    .where(eq(storedCards.userId, userOf({ db }, email).id))
    .all()

/** Places a recurring order. @returns its token */
export async function placeRecurring(made: World, who: Shopper, email: string): Promise<string> {
  const token = await readyToPay(who, made.db, { slug: 'st-louis-ribs', quantity: 2, email })
  await expectOk(makeRecurring(who, token))
  const { clientSecret } = await prepareToPay(who, token)
  await who.confirm(clientSecret)
  await made.settleDown()
  if (orderOf(made.db, token).placedAt === null) throw new Error('the box was not placed')
  return token
}

/** A shop with a signed-in shopper who has no card yet. */
export async function cardless(email: string, wishes: Parameters<typeof world>[0] = {}) {
  const made = await world(wishes)
  const who = await signedIn(made, email)
  return { made, who, cards: () => cardsOf(made, email) }
}
