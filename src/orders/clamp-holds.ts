import { and, gt, inArray, sql } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { dayHolds, holds, orderGiftCards, orderPromotions, orderRewards, orders } from '#db/schema/index.ts'
import type { Services } from '../services.ts'

/** A hold that lasts longer than a new one was made while the clock was ahead, so it ends when a new one would. */
export async function clampHolds({ db, clock, config }: Services) {
  const latest = clock.now() + config.holdSeconds * 1000
  const isTooLong = and(sql`state = 'payment_pending'`, gt(orders.holdExpiresAt, latest))
  const tooLong = db.select({ id: orders.id }).from(orders).where(isTooLong)
  if (!tooLong.limit(1).get()) return
  await durably(db, (tx) => {
    const ids = tx
      .select({ id: orders.id })
      .from(orders)
      .where(isTooLong)
      .all()
      .map(({ id }) => id)
    tx.update(holds).set({ expiresAt: latest }).where(inArray(holds.orderId, ids)).run()
    tx.update(dayHolds).set({ expiresAt: latest }).where(inArray(dayHolds.orderId, ids)).run()
    for (const table of [orderPromotions, orderRewards, orderGiftCards]) {
      const isHeld = and(inArray(table.orderId, ids), gt(table.heldUntil, latest))
      tx.update(table).set({ heldUntil: latest }).where(isHeld).run()
    }
    tx.update(orders).set({ holdExpiresAt: latest }).where(inArray(orders.id, ids)).run()
  })
}
