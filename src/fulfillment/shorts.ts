import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { boxShorts, offers, type WaveLine } from '#db/schema/index.ts'

const readShorts = (db: Db, waveId: number, orderIds: number[]) =>
  db
    .select({
      orderId: boxShorts.orderId,
      token: offers.token,
      quantity: boxShorts.quantity,
      itemsCents: boxShorts.itemsCents,
    })
    .from(boxShorts)
    .innerJoin(offers, eq(offers.id, boxShorts.offerId))
    .where(
      and(
        eq(boxShorts.waveId, waveId),
        sql`${boxShorts.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`,
      ),
    )
    .all()

export type Short = ReturnType<typeof readShorts>[number]

/** By order. */
export function shortsOf(db: Db, waveId: number, orderIds: number[]): Map<number, Short[]> {
  const shorts = new Map<number, Short[]>()
  for (const short of readShorts(db, waveId, orderIds))
    shorts.set(short.orderId, [...(shorts.get(short.orderId) ?? []), short])
  return shorts
}

export function withoutShorts(lines: WaveLine[], shorts: Short[] = []): WaveLine[] {
  if (shorts.length === 0) return lines
  return lines.map((line) => withoutShort(line, shorts)).filter(({ quantity }) => quantity > 0)
}

function withoutShort(line: WaveLine, shorts: Short[]): WaveLine {
  const ours = shorts.filter(({ token }) => token === line.bid_item_token)
  return {
    ...line,
    quantity: line.quantity - ours.reduce((sum, { quantity }) => sum + quantity, 0),
    line_cents: line.line_cents - ours.reduce((sum, { itemsCents }) => sum + itemsCents, 0),
  }
}
