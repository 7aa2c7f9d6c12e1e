import { sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { addFarmEntry } from './post-order.ts'

/** A farm whose packs a claim is about. */
export type ClaimFarm = {
  farmId: number
  slug: string
  name: string
  orderId: number
  /** What the claimed lines cost, without discounts and tax. */
  atMostCents: number
  chargedCents: number
}

export const claimFarms = (db: Db, claimId: number): ClaimFarm[] =>
  db.all<ClaimFarm>(sql`
    select f.id as farmId, f.slug, f.name, c.order_id as orderId,
      sum(coalesce(l.packed_cents, (l.quantity - l.bundled_quantity) * l.price_cents + l.bundled_cents)) as atMostCents,
      (select coalesce(-sum(sold_cents), 0) from farm_entries where claim_id = c.id and farm_id = f.id) as chargedCents
    from claims c join claim_lines cl on cl.claim_id = c.id join order_lines l on l.id = cl.order_line_id
      join offers o on o.id = l.offer_id join varieties v on v.id = o.variety_id join farms f on f.id = v.farm_id
    where c.id = ${claimId} and c.answered_at is not null group by f.id order by f.name`)

export type ClaimCharged =
  | { ok: true; farm: ClaimFarm; isNew: boolean }
  | { ok: false; code: 'unknown' }
  | { ok: false; code: 'too_much'; farm: ClaimFarm }
  | { ok: false; code: 'changed'; farm: ClaimFarm }

type Charge = { claimId: number; slug: string; cents: number; seenCents: number }

/** What the farm bears of an answered claim, in all: 0 takes back what it was charged before. */
export function chargeClaim(
  tx: DurableTx,
  { claimId, slug, cents, seenCents }: Charge,
  now: Instant,
): ClaimCharged {
  const farm = claimFarms(tx, claimId).find((one) => one.slug === slug)
  if (!farm) return { ok: false, code: 'unknown' }
  const moreCents = cents - farm.chargedCents
  if (moreCents === 0) return { ok: true, farm, isNew: false }
  if (farm.chargedCents !== seenCents) return { ok: false, code: 'changed', farm }
  if (cents > farm.atMostCents) return { ok: false, code: 'too_much', farm }
  const entry = { ...NO_PACKS, orderId: farm.orderId, claimId, kind: 'claim' as const, soldCents: -moreCents }
  addFarmEntry(tx, farm.farmId, entry, now)
  return { ok: true, farm: { ...farm, chargedCents: cents }, isNew: true }
}

const NO_PACKS = { units: 0, grams: 0, goodsCents: 0, feeCents: 0 }
