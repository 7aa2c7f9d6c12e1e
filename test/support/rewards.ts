import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  type Order,
  offers,
  orderRewards,
  orders,
  rewardGifts,
  rewards,
  sessions,
  users,
} from '#db/schema/index.ts'
import { addDays, type Day } from '#src/day.ts'
import { offerToken, orderOf } from './buying.ts'
import { sessionHashOf } from './cable.ts'
import { NOW, TODAY } from './now.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

export const userNamed = (db: Db, name: string) =>
  db
    .select()
    .from(users)
    .where(eq(users.email, `${name}@example.com`))
    .get()!

/** A visitor with their own browser, signed in through the session's row. */
export async function signedIn(shop: World, name = 'shopper'): Promise<Shopper> {
  const visitor = await shop.shopper()
  await visitor.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const idHash = await sessionHashOf(shop.config, visitor)
  const { id: userId } = userNamed(shop.db, name)
  shop.db.update(sessions).set({ userId }).where(eq(sessions.idHash, idHash)).run()
  return visitor
}

type Given = { name?: string; amountCents?: number; gifts?: string[]; deliverBy?: Day; to?: string }

let given = 0

/** Gives a user a reward. @returns its token */
export function giveReward(db: Db, { to = 'shopper', gifts = [], ...reward }: Given = {}): string {
  const token = `${++given}`.padStart(22, 'R')
  const { id: rewardId } = db
    .insert(rewards)
    .values({
      name: 'A thank-you',
      deliverBy: addDays(TODAY, 40),
      ...reward,
      token,
      userId: userNamed(db, to).id,
      grantedAt: NOW,
    })
    .returning()
    .get()
  for (const [position, slug] of gifts.entries()) {
    const offer = db
      .select()
      .from(offers)
      .where(eq(offers.token, offerToken(db, slug)))
      .get()!
    db.insert(rewardGifts).values({ rewardId, offerId: offer.id, position }).run()
  }
  return token
}

export async function redeem(shopper: Shopper, orderToken: string, promotion_id: unknown, gift?: string) {
  const fields = { promotion_id, ...(gift === undefined ? {} : { bid_item_token: gift }) }
  const response = await shopper.call('PUT', `/cart/reward/${orderToken}.json`, fields)
  return { status: response.status, body: (await response.json()) as { message: string; error?: string } }
}

/** A page's text, without markup. */
export async function wordsOf(response: Response): Promise<string> {
  const html = await response.text()
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html
  return main
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')
}

export async function summaryOf(shopper: Shopper, orderToken: string): Promise<string> {
  const response = await shopper.call('GET', `/v1/checkout_summary?order_token=${orderToken}`)
  const { html } = (await response.json()) as { html: string }
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')
}

export const stateOf = (db: Db, orderToken: string): Order['state'] => orderOf(db, orderToken).state

/** Rewards on the test's own boxes: the demo's member has one on hers. */
export const ownRewards = (db: Db) =>
  db
    .select()
    .from(orderRewards)
    .all()
    .filter(
      ({ orderId }) =>
        db.select().from(orders).where(eq(orders.id, orderId)).get()?.userId !== userNamed(db, 'member').id,
    )
