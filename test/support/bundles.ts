import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orderLines, stock, varieties } from '#db/schema/index.ts'
import { bundleByHandle } from '#src/catalog/bundles.ts'
import { expectOk, offerToken, orderOf, SEATTLE } from './buying.ts'
import { NOW } from './now.ts'
import type { Shopper } from './shopper.ts'

export const bundleIn = (db: Db, handle: string) => {
  const bundle = bundleByHandle(db, handle, { now: NOW, fcId: 1 })
  if (!bundle) throw new Error(`no bundle ${handle}`)
  return bundle
}

/** One token per slot, taking each group's choices in rotation, starting at the `nth`. */
export const choicesFor = (db: Db, handle: string, nth = 0): string[] =>
  bundleIn(db, handle).groups.flatMap(({ slots, choices }) =>
    Array.from({ length: slots }, (_, slot) => choices[(slot + nth) % choices.length]!.token),
  )

export const addBundleTo = (shopper: Shopper, handle: string, choices: string[]) =>
  shopper.call('POST', `/cart/bundles/${handle}`, { choices })

/** Sets every center's units on hand of a variety's offer. */
export const stockUp = (db: Db, slug: string, units: number, position = 0) => {
  const offerId = offerIdOf(db, slug, position)
  db.update(stock).set({ onHand: units }).where(eq(stock.offerId, offerId)).run()
  return offerId
}

export function offerIdOf(db: Db, slug: string, position = 0): number {
  const token = offerToken(db, slug, position)
  const row = db.query.offers.findFirst({ where: (offer, { eq: is }) => is(offer.token, token) }).sync()
  if (!row) throw new Error(`no offer of ${slug}`)
  return row.id
}

export const hideVariety = (db: Db, slug: string) =>
  db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, slug)).run()

/** Puts the bundle into a shopper's cart and goes to the payment step. @returns the order's token */
export async function bundleReadyToPay(
  shopper: Shopper,
  db: Db,
  { handle = 'family', email = 'ana@example.com', choices = choicesFor(db, handle) } = {},
): Promise<string> {
  await expectOk(addBundleTo(shopper, handle, choices))
  const order_token = (await shopper.visit('/checkout')).headers.get('location')!.split('/').at(-1)!
  await expectOk(shopper.call('POST', '/v1/stripe_update_email', { order_token, email }))
  await expectOk(shopper.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE }))
  return order_token
}

export const linesIn = (db: Db, orderToken: string) =>
  db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderOf(db, orderToken).id))
    .orderBy(orderLines.id)
    .all()
