import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { farms, varieties } from '#db/schema/index.ts'
import { isLapsed, withoutLapsed } from '../catalog/badge-proofs.ts'
import { addDays, type Day, formatDate, type Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { flagForStaff } from '../flags/flags.ts'
import { attempt } from '../jobs/attempt.ts'
import type { Services } from '../services.ts'

const WARNED_DAYS_AHEAD = 30

/** Takes badges off whose proof has ended, from the farm and its cuts, and warns staff a month before. */
export async function endLapsedBadges(services: Services) {
  const { db, clock } = services
  const today = dayIn(SHOP_ZONE, clock.now())
  const failure = 'the badges of a farm could not be tended'
  for (const { id } of farmsWithEnds(db, addDays(today, WARNED_DAYS_AHEAD))) {
    await attempt(services, { failure, about: { farm: id } }, () =>
      durably(db, (tx) => tendBadges(tx, id, today, clock.now())),
    )
    await setImmediate()
  }
}

const farmsWithEnds = (db: Db, before: Day) =>
  db
    .select({ id: farms.id })
    .from(farms)
    .where(
      sql`exists (select 1 from json_each(${farms.badgeProofs})
        where value ->> 'validUntil' < ${before}
          and value ->> 'badge' in (select value from json_each(${farms.badges})))`,
    )
    .all()

function tendBadges(tx: DurableTx, farmId: number, today: Day, now: Instant) {
  const farm = tx.select().from(farms).where(eq(farms.id, farmId)).get()
  if (!farm) return
  const { badgeProofs } = farm
  for (const { badge, validUntil } of badgeProofs) {
    if (validUntil === null || !farm.badges.includes(badge)) continue
    const detail = isLapsed(badgeProofs, badge, today)
      ? `${badge} of ${farm.name} ended on ${formatDate(validUntil)} and was taken off.`
      : `${badge} of ${farm.name} ends on ${formatDate(validUntil)}.`
    const key = `badge:${farm.slug}:${badge}:${validUntil}`
    flagForStaff(tx, { kind: 'badge_ending', key, subjectId: farmId, detail, now })
  }
  const badges = withoutLapsed(farm.badges, badgeProofs, today)
  if (badges.length === farm.badges.length) return
  tx.update(farms).set({ badges }).where(eq(farms.id, farmId)).run()
  for (const cut of tx.select().from(varieties).where(eq(varieties.farmId, farmId)).all()) {
    const left = withoutLapsed(cut.badges, badgeProofs, today)
    if (left.length < cut.badges.length)
      tx.update(varieties).set({ badges: left }).where(eq(varieties.id, cut.id)).run()
  }
}
