import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { DAY_MS, type Instant } from '#src/day.ts'
import { isQuiet, MEMBERS_EMAIL } from './members.ts'

type Found = { box: number; email: string | null }

const PERIOD_DAYS = sql`case m.renew_period_type when 'two_weeks' then 14 when 'four_weeks' then 28
  when 'six_weeks' then 42 else 56 end`

const placedBoxes = sql`membership_boxes b join memberships m on m.id = b.membership_id
  join orders o on o.id = b.order_id and o.placed_at is not null
  left join users u on u.id = m.user_id`

const boxesAfterAnother = sql`${placedBoxes}
  join membership_boxes e on e.membership_id = b.membership_id and e.number = b.number - 1`
const sinceLast = sql`(julianday(b.rhythm_on) - julianday(e.rhythm_on))`

/** Price increases are announced this long before the charge, so a period that starts sooner is skipped. */
const NOTICE_DAYS = 8

/** Otherwise the member paid for it in person before its day. */
const isCharged = sql`b.first_tried_at is not null`

/** Invariants of members' boxes, no matter what happened: one sentence per violation. */
export function memberFaults(db: Db, now: Instant): string[] {
  const find = (sentence: string, query: SQL, whose: (email: string) => boolean = () => true) =>
    db
      .all<Found>(query)
      .filter(({ email }) => whose(email ?? ''))
      .map(({ box, email }) => `box ${box} of ${email} ${sentence}`)
  return [
    ...find(
      'was charged without a consent',
      sql`select b.id as box, u.email from ${placedBoxes} where not exists (
        select 1 from recurring_consents c where c.order_id = m.first_order_id and c.given_at <= o.placed_at
        and coalesce(c.withdrawn_at, o.placed_at) >= o.placed_at)`,
    ),
    ...find(
      'was charged without its reminders, or above the last',
      sql`select b.id as box, u.email from ${placedBoxes} where ${isCharged} and (b.first_reminded_at is null
        or b.last_reminded_at is null or b.last_reminded_at > o.placed_at or o.total_cents > b.reminded_cents)`,
    ),
    ...find(
      'was charged less than a day after its last reminder',
      sql`select b.id as box, u.email from ${placedBoxes} where b.last_reminded_at > o.placed_at - ${DAY_MS}`,
      isQuiet,
    ),
    ...find(
      'was charged, and its reminder is not among the mails',
      sql`select b.id as box, u.email from ${placedBoxes} where not exists (select 1 from outbox_messages
        where key = 'membership_box:' || b.id || ':last:' || b.last_reminded_at)
        and not exists (select 1 from jobs where state in ('queued', 'running') and kind = 'mail_membership_box'
        and key = 'membership_box:' || b.id || ':' || b.number || ':last:' || b.last_reminded_at)`,
      isQuiet,
    ),
    ...find(
      'came twice for one period, or before the one before it',
      sql`select b.id as box, u.email from ${placedBoxes} where exists (
        select 1 from membership_boxes e join orders p on p.id = e.order_id and p.placed_at is not null
        where e.membership_id = b.membership_id and e.number < b.number
        and (e.rhythm_on >= b.rhythm_on or p.arrival_on >= o.arrival_on))`,
    ),
    ...find(
      'is not whole periods after the one before it',
      sql`select b.id as box, u.email from ${boxesAfterAnother}
        where b.rhythm_on <= e.rhythm_on or ${sinceLast} % ${PERIOD_DAYS} <> 0`,
      isQuiet,
    ),
    ...find(
      'left out a period that could still be announced',
      sql`select b.id as box, u.email from ${boxesAfterAnother} where ${sinceLast} > ${PERIOD_DAYS}
        and julianday(b.rhythm_on) - ${PERIOD_DAYS} - julianday(b.created_at / 1000, 'unixepoch')
          >= ${NOTICE_DAYS} + julianday(o.arrival_on) - julianday(o.charge_at / 1000, 'unixepoch')`,
      isQuiet,
    ),
    ...find(
      'is paid, and no box of its membership says so',
      sql`select o.id as box, u.email from orders o join memberships m on m.id = o.membership_id
        left join users u on u.id = m.user_id where o.placed_at is not null
        and not exists (select 1 from membership_boxes b where b.order_id = o.id and b.state = 'placed')`,
    ),
    ...find(
      'is planned, and its day to be charged is long over',
      sql`select b.id as box, u.email from membership_boxes b join memberships m on m.id = b.membership_id
        join orders o on o.id = b.order_id left join users u on u.id = m.user_id
        where b.state = 'planned' and m.state = 'active' and o.lock_at < ${now - 2 * DAY_MS}`,
    ),
    ...find(
      'has no successor',
      sql`select max(b.id) as box, u.email from memberships m join membership_boxes b on b.membership_id = m.id
        join users u on u.id = m.user_id where m.state = 'active' and u.email like ${MEMBERS_EMAIL}
        group by m.id having sum(b.state = 'planned') = 0 and max(b.updated_at) < ${now - 2 * DAY_MS}`,
    ),
  ]
}

/** What happened in that time, since a quiet one proves nothing. */
export function memberTally(db: Db) {
  const count = (from: SQL) => db.get<{ rows: number }>(sql`select count(*) as rows from ${from}`).rows
  const boxes = (state: string) => count(sql`membership_boxes where state = ${state}`)
  return {
    placed: boxes('placed'),
    skipped: boxes('skipped'),
    failed: boxes('failed'),
    canceled: boxes('canceled'),
    moved: count(sql`membership_boxes where moved = 1`),
    troubled: count(sql`membership_boxes where tries > 0`),
    paused: count(sql`memberships where state = 'paused'`),
    ended: count(sql`memberships where state = 'canceled'`),
    changed: count(sql`outbox_messages where key like 'membership_box:%:changed:%'`),
    dearer: count(sql`outbox_messages where key like 'membership_box:%:price:%'`),
  }
}
