import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { offers, orderLines, type WaveLine } from '#db/schema/index.ts'

/** What these orders hold that is sold by weight and not weighed yet: the tokens of its offers, by order. */
export function unweighedIn(db: Db, orderIds: number[]): Map<number, string[]> {
  const rows = db
    .select({ orderId: orderLines.orderId, token: offers.token })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(
      sql`order_lines.pound_cents is not null and order_lines.packed_grams is null
        and ${orderLines.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`,
    )
    .all()
  const unweighed = new Map<number, string[]>()
  for (const { orderId, token } of rows) unweighed.set(orderId, [...(unweighed.get(orderId) ?? []), token])
  return unweighed
}

type Weighed = { orderId: number; token: string; grams: number; cents: number }

/** What was weighed into the boxes of these orders, by order. */
export function weighedIn(db: Db, orderIds: number[]): Map<number, Weighed[]> {
  const rows = db
    .select({
      orderId: orderLines.orderId,
      token: offers.token,
      grams: sql<number>`order_lines.packed_grams`,
      cents: sql<number>`coalesce(order_lines.packed_cents, 0)`,
    })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(
      sql`order_lines.packed_grams is not null
        and ${orderLines.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`,
    )
    .all()
  const weighed = new Map<number, Weighed[]>()
  for (const row of rows) weighed.set(row.orderId, [...(weighed.get(row.orderId) ?? []), row])
  return weighed
}

/** Lines sold by weight, with what their packs weighed and cost. */
export const withWeights = (lines: WaveLine[], weighed: Weighed[] = []): WaveLine[] =>
  weighed.length === 0 ? lines : lines.map((line) => withWeight(line, weighed))

function withWeight(line: WaveLine, weighed: Weighed[]): WaveLine {
  const ours = weighed.find(({ token }) => token === line.bid_item_token)
  return ours ? { ...line, unit_grams: ours.grams / line.quantity, line_cents: ours.cents } : line
}
