import { eq } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { offers, stock } from '#db/schema/index.ts'
import { holdUnits } from '#src/stock/stock.ts'
import { boxesAt, CENTER } from './clerks.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

export const INVENTORY = `${CENTER}/inventory`

/** An offer with plenty of stock in the first center. */
export function stockedOffer({ db }: World) {
  const found = db
    .select({ id: offers.id, token: offers.token, label: offers.label, onHand: stock.onHand })
    .from(offers)
    .innerJoin(stock, eq(stock.offerId, offers.id))
    .where(eq(stock.fcId, 1))
    .all()
    .find(({ onHand }) => onHand >= 20)
  if (!found) throw new Error('every offer is scarce')
  return found
}

/** Reserves units for one of the center's orders. */
export function reserve(
  shop: World,
  offerId: number,
  quantity: number,
  expiresAt = shop.clock.now() + 600_000,
) {
  const [box] = boxesAt(shop)
  if (!box) throw new Error('no box')
  return durably(shop.db, (tx) =>
    holdUnits(tx, { id: box.id, fcId: 1 }, [{ offerId, quantity }], shop.clock.now(), expiresAt),
  )
}

export const adjust = (clerk: Shopper, token: string, fields: Record<string, unknown>) =>
  clerk.call('POST', `${INVENTORY}/${token}/adjust`, fields)

/** As the page's scripts send it while a scale shows a weight. */
export const adjustWithScale = (clerk: Shopper, token: string, weight: string) =>
  clerk.send(`${INVENTORY}/${token}/adjust`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrf-token': clerk.token,
      'x-current-scale-weight': weight,
    },
    body: JSON.stringify({ change: 1, reason: 'Weighed' }),
  })
