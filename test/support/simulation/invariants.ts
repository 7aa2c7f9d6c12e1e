import { type SQL, sql } from 'drizzle-orm'
import { integrityProblems } from '#db/client.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { balanceOf } from '#src/payments/money.ts'
import { NOW as START } from '../now.ts'
import type { World } from '../world.ts'
import { boxFaults, boxTally } from './box-faults.ts'
import { changeFaults, changeTally } from './change-faults.ts'

type Found = { identifier: string }

/** Invariants at the end of every day, no matter what happened: one sentence per violation. */
export function faultsOf({ db, standIn, clock }: World): string[] {
  const named = (sentence: string, found: Found[]) =>
    found.map(({ identifier }) => `order ${identifier} ${sentence}`)
  return [
    ...integrityProblems(db),
    ...ledgerProblems(db),
    ...boxFaults(db),
    ...changeFaults(db, clock.now()),
    ...standIn.ledger().chargedTwice.map((intent) => `${intent} was charged twice`),
    ...differenceToProvider({ db, standIn }),
    ...named(
      'is placed, and nothing paid for it',
      db.all<Found>(sql`select identifier from orders o where placed_at is not null and total_cents > 0
        and state in ('paid', 'in_wave', 'shipped', 'delivered')
        and not exists (select 1 from money_movements m where m.order_id = o.id and m.kind = 'charge')`),
    ),
    ...named(
      'is placed, and has no receipt, sent or still to be sent',
      db.all<Found>(sql`select identifier from orders o where placed_at is not null and placed_at >= ${START}
        and not ${isSentAgain} and id not in (select order_id from gift_boxes where order_id is not null)
        and not exists (select 1 from outbox_messages where key = 'receipt:' || o.token)
        and not exists (select 1 from jobs where kind = 'mail_receipt' and key like '%' || o.token and state <> 'failed')`),
    ),
    ...named(
      'renews without consent',
      db.all<Found>(sql`select identifier from orders o where recurring = 1 and placed_at >= ${START}
        and not exists (select 1 from recurring_consents c where c.order_id = coalesce(
          (select m.first_order_id from memberships m where m.id = o.membership_id), o.id))`),
    ),
    ...named(
      'is a box of a membership, and was charged without two reminders or above the last',
      db.all<Found>(sql`select identifier from orders o join membership_boxes b on b.order_id = o.id
        where o.placed_at is not null and b.first_tried_at is not null and (b.first_reminded_at is null or b.last_reminded_at is null
          or b.last_reminded_at > o.placed_at or o.total_cents > b.reminded_cents)`),
    ),
    ...named(
      'is one of two boxes of a membership on the same day',
      db.all<Found>(sql`select identifier from orders where placed_at is not null and membership_id is not null
        group by membership_id, arrival_on having count(*) > 1`),
    ),
    ...named(
      'was canceled, and its units are still taken',
      db.all<Found>(sql`select o.identifier from orders o join stock_movements m on m.order_id = o.id
        where o.state = 'canceled' group by o.id having sum(m.delta) <> 0`),
    ),
    ...named(
      'still holds units although it is not being paid',
      db.all<Found>(sql`select distinct identifier from orders o join holds h on h.order_id = o.id
        where o.state <> 'payment_pending'`),
    ),
    ...db
      .all<{ kind: string; error: string }>(sql`select kind, error from jobs where state = 'failed'`)
      .map(({ kind, error }) => `the job ${kind} failed: ${error}`),
    ...db
      .all<{ kind: string }>(sql`select kind from jobs where state = 'running'`)
      .map(({ kind }) => `the job ${kind} still runs, and its process is gone`),
    ...db
      .all<{ id: number }>(sql`select offer_id as id from stock where on_hand < 0`)
      .map(({ id }) => `offer ${id} is below zero`),
  ]
}

/** A replacement box for a claim costs nothing, and the answer to the claim announces it. Canceled, it may be replaced itself. */
const isSentAgain = sql`(exists (select 1 from claims where reship_order_id = o.id)
  or (o.state = 'canceled' and o.items_cents = 0 and coalesce(o.bought_cards_cents, 0) = 0))`

/**
 * Compares our ledger to the provider's, to the cent. Theirs is the independent side: the shop sets the signs in ours.
 * A payment from before the season is in theirs once something is asked about it; ours has only its consequences.
 */
function differenceToProvider({ db, standIn }: Pick<World, 'db' | 'standIn'>): string[] {
  const { chargedCents, refundedCents, disputedCents, paid } = standIn.ledger()
  const [ours] = db.all<{ cents: number }>(
    sql`select ${balanceOf('provider')} as cents from money_movements where at >= ${START}`,
  )
  const before = paid
    .filter(({ intent }) => intent.startsWith('pi_demo'))
    .reduce((sum, { amount }) => sum + amount, 0)
  const theirs = chargedCents - before - refundedCents - disputedCents
  return ours?.cents === theirs
    ? []
    : [`we hold ${ours?.cents} cents by our books, ${theirs} by the provider's`]
}

/** What the season consisted of, since a quiet one proves nothing. */
export function tally({ db }: World) {
  const count = (query: SQL) => db.all<{ count: number }>(query)[0]?.count ?? 0
  return {
    placed: count(
      sql`select count(*) as count from orders o where placed_at >= ${START} and not ${isSentAgain}`,
    ),
    refunds: count(sql`select count(*) as count from refunds where created_at >= ${START}`),
    failedRefunds: count(
      sql`select count(*) as count from refunds where status = 'failed' and created_at >= ${START}`,
    ),
    receipts: count(sql`select count(*) as count from outbox_messages where key like 'receipt:%'`),
    giftBoxes: count(sql`select count(*) as count from gift_boxes where state = 'placed'`),
    ...boxTally(db),
    ...changeTally(db),
  }
}
