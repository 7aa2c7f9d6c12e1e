import { existsSync, readFileSync } from 'node:fs'
import { desc, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { claimLines, claimPhotos, claims, orders } from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import { itemsOf } from '../orders/items.ts'
import { random } from '../tokens.ts'

/** Of the newest box that arrived, one cut came thawed. Its picture is the product's own. */
export function seedClaim(tx: DurableTx, now: Instant) {
  const box = tx
    .select({ id: orders.id, fcId: orders.fcId })
    .from(orders)
    .where(eq(orders.state, 'delivered'))
    .orderBy(desc(orders.arrivalOn), desc(orders.id))
    .limit(1)
    .get()
  const [line] = box ? itemsOf(tx, box.id) : []
  if (!box || !line) return
  const { id: claimId } = tx
    .insert(claims)
    .values({
      orderId: box.id,
      kind: 'thawed',
      note: 'Soft at the corners when I opened it.',
      carrier: 'UPS',
      service: 'Ground',
      fcId: box.fcId,
      createdAt: now - 5 * HOUR_MS,
    })
    .returning({ id: claims.id })
    .get()
  tx.insert(claimLines).values({ claimId, orderLineId: line.id }).run()
  const picture = `public/pictures/pack-${line.slug}-480.webp`
  if (existsSync(picture))
    tx.insert(claimPhotos)
      .values({ claimId, token: random.token(), bytes: readFileSync(picture) })
      .run()
}
