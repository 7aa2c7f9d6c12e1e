import type { Db } from '#db/client.ts'
import { carrierHolidays, type TextKind } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { zonesOfZip } from '../delivery/zip-zones.ts'
import { nextDeliveryTextAt, nextMarketingTextAt } from './quiet-hours.ts'

/** From `now` on; a reply to someone who waits for it goes out at any hour. */
export function nextTextAt(
  db: Db,
  { kind, zip }: { kind: TextKind; zip: string | null },
  now: Instant,
): Instant {
  if (kind === 'code' || kind === 'answer') return now
  const zones = zonesOfZip(zip)
  return kind === 'marketing'
    ? nextMarketingTextAt(now, zones, holidaysOf(db))
    : nextDeliveryTextAt(now, zones)
}

const holidaysOf = (db: Db): ReadonlySet<string> =>
  new Set(
    db
      .select({ day: carrierHolidays.day })
      .from(carrierHolidays)
      .all()
      .map(({ day }) => day),
  )
