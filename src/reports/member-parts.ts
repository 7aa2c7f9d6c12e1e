import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import type { SumPart } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'

export type CountedMember = { id: number; period: string; createdAt: Instant; canceledAt: Instant | null }

type Box = { state: string; rhythmOn: Day; tries: number; cents: number }

/**
 * All that a membership and its boxes add to the sums. A box counts on the day of its rhythm, whenever it came. One
 * that was placed after a charge had failed is recovered.
 */
export function memberPartsOf(tx: Tx, { id, period, createdAt, canceledAt }: CountedMember): SumPart[] {
  return [
    ['member_began', dayIn(SHOP_ZONE, createdAt), period, 1, 0, 0],
    ...(canceledAt === null ? [] : [leftPart(canceledAt, period)]),
    ...boxesOf(tx, id).flatMap(boxParts),
  ]
}

const leftPart = (at: Instant, period: string): SumPart => [
  'member_left',
  dayIn(SHOP_ZONE, at),
  period,
  1,
  0,
  0,
]

function boxParts({ state, rhythmOn, tries, cents }: Box): SumPart[] {
  if (state === 'planned') return []
  const box: SumPart = [`box_${state}`, rhythmOn, '', 1, tries, cents]
  const isRecovered = state === 'placed' && tries > 0
  return isRecovered ? [box, ['box_recovered', rhythmOn, '', 1, tries, cents]] : [box]
}

const boxesOf = (tx: Tx, membershipId: number): Box[] =>
  tx.all<Box>(sql`
    select membership_boxes.state, rhythm_on as rhythmOn, tries, coalesce(total_cents, 0) as cents
    from membership_boxes left join orders on orders.id = order_id
    where membership_boxes.membership_id = ${membershipId}`)
