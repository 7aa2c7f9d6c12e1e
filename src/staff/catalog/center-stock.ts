import { asc, eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { fulfillmentCenters, type User } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { recordAction } from '../../audit/audit.ts'
import { offerSubject } from '../../catalog/prices.ts'
import type { Instant } from '../../day.ts'
import type { Services } from '../../services.ts'
import { type AdjustResult, adjustStock } from '../../stock/adjust.ts'
import { freeUnitsAt, onHandAt } from '../../stock/stock.ts'

export type CenterStock = { id: number; name: string; onHand: number; reserved: number }

/** An offer's units in every center, also where there never were any. */
export const stockByCenter = (db: Db, offerId: number, now: Instant): CenterStock[] =>
  db
    .select({ id: fulfillmentCenters.id, name: fulfillmentCenters.name })
    .from(fulfillmentCenters)
    .orderBy(asc(fulfillmentCenters.id))
    .all()
    .map((center) => {
      const onHand = onHandAt(db, offerId, center.id)
      return { ...center, onHand, reserved: onHand - freeUnitsAt(db, offerId, center.id, now) }
    })

const centerName = (db: Db, id: number) =>
  db
    .select({ name: fulfillmentCenters.name })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, id))
    .get()?.name

export type Correction = {
  offerId: number
  centerId: number
  change: number
  reason: string
  seen: number | null
}

export type CorrectionOutcome = AdjustResult | { ok: false; reason: 'changed'; onHand: number }

/** @param correction `seen`: the units on the page that this answers; null from scripts that saw none */
export const correctStock = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { offerId, centerId, change, reason, seen }: Correction,
  user: User,
): Promise<CorrectionOutcome> =>
  durably(db, (tx): CorrectionOutcome => {
    const now = clock.now()
    const before = onHandAt(tx, offerId, centerId)
    if (seen !== null && seen !== before) return { ok: false, reason: 'changed', onHand: before }
    const adjustment = { offerId, fcId: centerId, change, note: reason, userId: user.id, scaleGrams: null }
    const adjusted = adjustStock(tx, adjustment, now)
    if (!adjusted.ok) return adjusted
    recordAction(tx, {
      actor: actorOf(user),
      verb: 'offer.stock_corrected',
      subject: offerSubject(tx, { id: offerId }),
      detail: {
        before: { on_hand: before },
        after: { on_hand: before + change },
        center: centerName(tx, centerId),
      },
      reason,
      now,
    })
    return adjusted
  })
