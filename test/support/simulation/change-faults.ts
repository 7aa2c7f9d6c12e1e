import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { NOW as START } from '../now.ts'

/** Invariants of changes to placed boxes, of claims and of notices at the end of every day. */
export function changeFaults(db: Db, now: number): string[] {
  const of = (sentence: string, query: ReturnType<typeof sql>) =>
    db.all<{ identifier: string }>(query).map(({ identifier }) => `${identifier} ${sentence}`)
  return [
    ...of(
      'was changed, and no mail says so',
      sql`select o.identifier from order_changes c join orders o on o.id = c.order_id
        where c.at >= ${START} and c.kind <> 'canceled' and not ${isTold(sql`
          iif(c.kind = 'edited', 'order_edited:', 'delivery_changed:') || o.token || ':' || c.version`)}`,
    ),
    ...of(
      'was canceled, and no mail says so',
      sql`select o.identifier from order_changes c join orders o on o.id = c.order_id
        where c.at >= ${START} and c.kind = 'canceled' and not ${isTold(sql`'order_refunded:' || o.token`)}`,
    ),
    ...of(
      'was canceled twice',
      sql`select o.identifier from order_changes c join orders o on o.id = c.order_id
        where c.kind = 'canceled' group by o.id having count(*) > 1`,
    ),
    ...of(
      'got back more than it paid',
      sql`select o.identifier from orders o join money_movements m on m.order_id = o.id
        group by o.id having sum(iif(m.kind = 'charge', m.amount_cents, 0)) <
          sum(case m.kind when 'refund' then m.amount_cents when 'refund_failed' then -m.amount_cents else 0 end)`,
    ),
    ...of(
      'still waits for the money of a change',
      sql`select o.identifier from extra_charges e join orders o on o.id = e.order_id
        where e.expires_at < ${now} - 3600000`,
    ),
    ...of(
      'moved, and no mail says where it is',
      sql`select o.identifier from shipment_notices n join orders o on o.id = n.order_id
        where n.at >= ${START} and (n.word not in ('shipped', 'delayed', 'out_for_delivery') or o.state = 'shipped')
          and not (n.word in ('shipped', 'out_for_delivery', 'delivered')
            and o.id in (select order_id from gift_boxes where order_id is not null))
          and not ${isTold(sql`'shipment:' || n.id`)}`,
    ),
    ...of(
      'was made good, and no mail says how',
      sql`select o.identifier from claims c join orders o on o.id = c.order_id
        where c.answered_at >= ${START} and not ${isTold(sql`'claim_answered:' || c.id || ':' || c.answered_at`)}`,
    ),
    ...of(
      'was made good with more than it cost',
      sql`select o.identifier from claims c join orders o on o.id = c.order_id
        group by o.id having sum(c.card_cents + c.gift_cents + c.credit_cents) > o.items_cents + o.tax_cents`,
    ),
    ...textFaults(db),
  ]
}

/** Sent, or still to be sent: a mail's job is named after its key. */
const isTold = (key: ReturnType<typeof sql>) => sql`(
  exists (select 1 from outbox_messages where key = ${key})
  or exists (select 1 from jobs where state in ('queued', 'running') and key like '%' || ${key}))`

/** Wall-clock time in Seattle, where everyone lives. */
const HOUR = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
})

type Sent = { key: string; sentAt: number }

function textFaults(db: Db): string[] {
  const sent = db.all<Sent>(sql`select key, sent_at as sentAt from text_messages
    where sent_at is not null and kind in ('shipment', 'weather')`)
  const isQuiet = ({ sentAt }: Sent) => Number(HOUR.format(sentAt)) < 8 || Number(HOUR.format(sentAt)) >= 21
  const named = (sentence: string, query: ReturnType<typeof sql>) =>
    db.all<{ key: string }>(query).map(({ key }) => `the text ${key} ${sentence}`)
  return [
    ...sent.filter(isQuiet).map(({ key }) => `the text ${key} woke somebody up`),
    ...named(
      'was sent after a STOP',
      sql`select t.key from text_messages t join text_subscriptions s on s.id = t.subscription_id
        where t.kind in ('shipment', 'weather') and s.state = 'off' and s.end_reason in ('stop', 'person')
          and t.sent_at > s.ended_at`,
    ),
    ...named(
      'was sent twice',
      sql`select min(key) as key from outbox_messages where kind = 'text' and text like '%/tracking-info%'
        group by recipient, text having count(*) > 1`,
    ),
  ]
}

/** What happened after purchases, since a quiet season proves nothing. */
export function changeTally(db: Db) {
  const count = (query: ReturnType<typeof sql>) => db.get<{ count: number }>(query)?.count ?? 0
  const changes = (kind: string, sign: string) =>
    count(sql`select count(*) as count from order_changes
      where at >= ${START} and kind = ${kind} and ${sql.raw(`difference_cents ${sign} 0`)}`)
  return {
    dearerEdits: changes('edited', '>'),
    cheaperEdits: changes('edited', '<'),
    dearerMoves: changes('moved', '>'),
    moves: changes('moved', '<='),
    cancels: count(
      sql`select count(*) as count from order_changes where kind = 'canceled' and by = 'shopper'`,
    ),
    claims: count(sql`select count(*) as count from claims where answered_at >= ${START}`),
    texts: count(
      sql`select count(*) as count from text_messages where kind = 'shipment' and sent_at is not null`,
    ),
    stops: count(sql`select count(*) as count from text_subscriptions where end_reason = 'stop'`),
  }
}
