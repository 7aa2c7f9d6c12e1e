import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { Day, Instant } from '../day.ts'
import type { Risk } from './member-risks.ts'

export const MEMBERS_PER_PAGE = 25

export type MemberAtRisk = {
  token: string
  risk: Risk
  email: string | null
  orderToken: string
  identifier: string
  skipsInRow: number
  pausedUntil: Instant | null
  trouble: string | null
  /** Of the box that is waiting, if one is. */
  arrivalOn: Day | null
  since: Instant
}

export type MemberList = ReturnType<typeof listMembersAtRisk>

const isPaused = sql`memberships.state = 'paused'`
const isSkipping = sql`memberships.state = 'active' and memberships.skips_in_row >= 3`

/** One risk each: a failing card counts before a pause, which counts before skips. */
const risk = sql`case
  when memberships.state = 'active' and box.trouble is not null then 'card'
  when ${isPaused} then 'paused'
  when ${isSkipping} then 'skipping' end`

const atRisk = sql`memberships
  inner join orders began on began.id = memberships.first_order_id
  left join membership_boxes box on box.membership_id = memberships.id and box.state = 'planned'
  left join orders coming on coming.id = box.order_id
  left join users on users.id = memberships.user_id`

/** Each risk by an index of its own, because the members without one are many. */
const isAtRisk = sql`memberships.id in (
    select id from memberships where ${isPaused}
    union all select id from memberships where ${isSkipping}
    union all select membership_id from membership_boxes where state = 'planned' and trouble is not null
  ) and ${risk} is not null`

/** Who waits longest comes first. */
export function listMembersAtRisk(db: Db, which: Risk | null, page: number) {
  const isShown = which ? sql`${isAtRisk} and ${risk} = ${which}` : isAtRisk
  const total =
    db.get<{ total: number }>(sql`select count(*) as total from ${atRisk} where ${isShown}`)?.total ?? 0
  const members = db.all<MemberAtRisk>(sql`
    select memberships.token, ${risk} as risk, coalesce(users.email, began.email) as email,
      began.token as orderToken, began.identifier, memberships.skips_in_row as skipsInRow,
      memberships.paused_until as pausedUntil, box.trouble, coming.arrival_on as arrivalOn,
      memberships.updated_at as since
    from ${atRisk} where ${isShown}
    order by memberships.updated_at, memberships.id
    limit ${MEMBERS_PER_PAGE} offset ${(page - 1) * MEMBERS_PER_PAGE}`)
  return { members, total, page, pages: Math.max(1, Math.ceil(total / MEMBERS_PER_PAGE)) }
}

export const atRiskCount = (db: Db): number =>
  db.get<{ total: number }>(sql`select count(*) as total from ${atRisk} where ${isAtRisk}`)?.total ?? 0

export type LeavingReason = { reason: string; members: number }

const MAX_REASONS = 25

/** In the members' own words, the same ones counted together however they are typed. */
export const reasonsForLeaving = (db: Db): LeavingReason[] =>
  db.all<LeavingReason>(sql`
    select coalesce(nullif(trim(min(cancel_reason)), ''), 'No reason given') as reason, count(*) as members
    from memberships where state = 'canceled'
    group by lower(trim(coalesce(cancel_reason, ''))) order by 2 desc, 1 limit ${MAX_REASONS}`)
