import { sql } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { inWindow, type Window, windowsOf } from '#db/windows.ts'
import { sharedProblems, statementProblems } from '../farm-money/ledger-problems.ts'
import { flagAgainForStaff } from '../flags/flags.ts'
import type { Services } from '../services.ts'
import { inSlices } from '../slices.ts'
import { lotProblems } from '../stock/lot-check.ts'
import { balanceOf } from './money.ts'
import { providerProblems } from './provider-problems.ts'

/**
 * The nightly audit. The ledgers and the tables must agree:
 * - Units on hand in a center equal the sum of the stock movements of that offer there, and cover its lots.
 * - A placed order holds exactly its total, less what staff refunded, here or in the dashboard; one that ended, what
 *   was spent of the gift cards it bought; any other order holds nothing.
 *   What we still have to refund doesn't count as held.
 * - What left as refunds and disputes, and what came back, is what their rows say.
 * - The balance of a gift card or of store credit is the sum of its entries, and an order's part of them is what it
 *   spent. A gift card that was bought began with what it cost, and never has more than is still paid for.
 * - What an order holds is shared by its farms, the shop, the tax and the gift cards that it bought.
 * - What the provider booked for an order is what we booked; its fees are in our ledger.
 */

export async function checkLedgers({ db, clock }: Services) {
  const problems: string[] = []
  await inSlices(collecting(ledgerSlices(db), problems))
  if (problems.length === 0) return
  const now = clock.now()
  const more = problems.length - MAX_FLAGS
  await durably(db, (tx) => {
    for (const problem of problems.slice(0, MAX_FLAGS))
      flagAgainForStaff(tx, { kind: 'ledger', key: `ledger:${problem}`, detail: problem, now })
    if (more > 0)
      flagAgainForStaff(tx, {
        kind: 'ledger',
        key: 'ledger:more',
        detail: `There are ${more} more like these.`,
        now,
      })
  })
}

/** One broken import breaks thousands of rows in the same way. Nobody reads as many flags. */
const MAX_FLAGS = 100

function* collecting(slices: Iterable<string[]>, problems: string[]) {
  for (const found of slices) {
    problems.push(...found)
    yield
  }
}

/** All at once: for commands, which hold up no shopper. */
export const ledgerProblems = (db: Db): string[] => [...ledgerSlices(db)].flat()

/** Each check is one statement per window, so a change between two windows is seen whole or not at all. */
export function* ledgerSlices(db: Db): Generator<string[]> {
  for (const window of windowsOf(db, sql`offers`, OFFERS_AT_ONCE)) yield stockProblems(db, window)
  yield* lotProblems(db)
  for (const window of windowsOf(db, sql`orders`, ORDERS_AT_ONCE))
    for (const check of ORDER_CHECKS) yield check(db, window)
  for (const window of windowsOf(db, sql`gift_cards`, CARDS_AT_ONCE)) yield cardProblems(db, window)
  yield boughtCardProblems(db)
  yield* statementProblems(db)
}

/** Five milliseconds each, with a million orders as with a thousand. */
const OFFERS_AT_ONCE = 5
const ORDERS_AT_ONCE = 500
const CARDS_AT_ONCE = 2_000

const ORDER_CHECKS: ((db: Db, window: Window) => string[])[] = [
  orderProblems,
  refundProblems,
  disputeProblems,
  spentProblems,
  (db, window) => sharedProblems(db, balanceOf('order'), window),
  providerProblems,
]

function stockProblems(db: Db, window: Window) {
  const rows = db.all<{ offerId: number; fcId: number; onHand: number; moved: number }>(sql`
    select s.offer_id as offerId, s.fc_id as fcId, s.on_hand as onHand, coalesce(sum(m.delta), 0) as moved
    from stock s left join stock_movements m on m.offer_id = s.offer_id and m.fc_id = s.fc_id
    where ${inWindow(sql`s.offer_id`, window)}
    group by s.offer_id, s.fc_id having s.on_hand <> coalesce(sum(m.delta), 0)`)
  return rows.map(
    ({ offerId, fcId, onHand, moved }) =>
      `offer ${offerId} in center ${fcId}: ${onHand} on hand, but ${moved} in the ledger`,
  )
}

function orderProblems(db: Db, window: Window) {
  const rows = db.all<{ identifier: string; held: number; due: number }>(sql`
    with moved as (
      select order_id, ${balanceOf('order')} as cents from money_movements where ${inWindow(sql`order_id`, window)} group by order_id
    ), returned as (
      select order_id,
        sum(iif(status in ('owed', 'asked') or (status = 'failed' and resolution is null), amount_cents, 0)) as owed,
        sum(iif(resolution = 'not_owed', amount_cents, 0)) as kept,
        sum(iif(cause in ('dashboard', 'staff') and resolution is not 'retried', amount_cents, 0)
          - iif(resolution = 'covered', amount_cents, 0)) as returned
      from refunds where ${inWindow(sql`order_id`, window)} group by order_id
    ), balances as (
      select o.identifier, coalesce(m.cents, 0) - coalesce(r.owed, 0) as held, coalesce(r.kept, 0) +
        iif(o.state in ('paid', 'in_wave', 'shipped', 'delivered', 'review'),
          coalesce(o.total_cents, 0) - coalesce(r.returned, 0), 0) +
        iif(o.state in ('canceled', 'refunded'),
          (select coalesce(sum(kept_cents), 0) from bought_gift_cards where order_id = o.id), 0) as due
      from orders o left join moved m on m.order_id = o.id left join returned r on r.order_id = o.id
      where ${inWindow(sql`o.id`, window)}
    )
    select identifier, held, due from balances where held <> due`)
  return rows.map(
    ({ identifier, held, due }) => `order ${identifier} holds ${held} cents, but should hold ${due}`,
  )
}

function refundProblems(db: Db, window: Window) {
  const rows = db.all<{ identifier: string; moved: number; recorded: number }>(sql`
    with moved as (
      select order_id, ${balanceOf('refunded')} as cents from money_movements where ${inWindow(sql`order_id`, window)} group by order_id
    ), recorded as (
      select order_id, sum(iif(status in ('pending', 'succeeded'), amount_cents, 0)) as cents from refunds
      where ${inWindow(sql`order_id`, window)} group by order_id
    )
    select o.identifier, coalesce(m.cents, 0) as moved, coalesce(r.cents, 0) as recorded
    from orders o left join moved m on m.order_id = o.id left join recorded r on r.order_id = o.id
    where ${inWindow(sql`o.id`, window)} and moved <> recorded`)
  return rows.map(
    ({ identifier, moved, recorded }) =>
      `order ${identifier}: ${moved} cents refunded in the ledger, but ${recorded} in its refunds`,
  )
}

function disputeProblems(db: Db, window: Window) {
  const rows = db.all<{ identifier: string; moved: number; recorded: number }>(sql`
    with moved as (
      select order_id, ${balanceOf('disputed')} as cents from money_movements where ${inWindow(sql`order_id`, window)} group by order_id
    ), recorded as (
      select order_id, sum(withdrawn_cents - reinstated_cents) as cents from disputes
      where ${inWindow(sql`order_id`, window)} group by order_id
    )
    select o.identifier, coalesce(m.cents, 0) as moved, coalesce(r.cents, 0) as recorded
    from orders o left join moved m on m.order_id = o.id left join recorded r on r.order_id = o.id
    where ${inWindow(sql`o.id`, window)} and moved <> recorded`)
  return rows.map(
    ({ identifier, moved, recorded }) =>
      `order ${identifier}: ${moved} cents in dispute by the ledger, but ${recorded} by its disputes`,
  )
}

function cardProblems(db: Db, window: Window) {
  const cards = db.all<{ id: number; balance: number; moved: number }>(sql`
    select c.id, c.balance_cents as balance, coalesce(sum(e.cents), 0) as moved
    from gift_cards c left join gift_card_entries e on e.gift_card_id = c.id
    where ${inWindow(sql`c.id`, window)}
    group by c.id having c.balance_cents <> coalesce(sum(e.cents), 0)`)
  return cards.map(
    ({ id, balance, moved }) => `gift card ${id} has ${balance} cents, but its entries add up to ${moved}`,
  )
}

function spentProblems(db: Db, window: Window) {
  const spent = db.all<{ identifier: string; spent: number; moved: number }>(sql`
    with spent as (
      select order_id, sum(spent_cents) as cents from order_gift_cards
      where ${inWindow(sql`order_id`, window)} group by order_id
    ), moved as (
      select order_id, -sum(cents) as cents from gift_card_entries
      where cause in ('spent', 'returned') and ${inWindow(sql`order_id`, window)} group by order_id
    )
    select o.identifier, coalesce(s.cents, 0) as spent, coalesce(m.cents, 0) as moved
    from orders o left join spent s on s.order_id = o.id left join moved m on m.order_id = o.id
    where ${inWindow(sql`o.id`, window)} and coalesce(s.cents, 0) <> coalesce(m.cents, 0)`)
  return spent.map(
    ({ identifier, spent, moved }) =>
      `order ${identifier} spent ${spent} cents of gift cards, but their entries say ${moved}`,
  )
}

function boughtCardProblems(db: Db) {
  const cards = db.all<{ id: number; paid: number; given: number }>(sql`
    select b.gift_card_id as id, b.amount_cents as paid, c.initial_cents as given
    from bought_gift_cards b join gift_cards c on c.id = b.gift_card_id
    where b.amount_cents <> c.initial_cents or (b.ended_at is not null and c.balance_cents > b.kept_cents)`)
  const orders = db.all<{ identifier: string; paid: number; kept: number; unissued: number }>(sql`
    select o.identifier, coalesce(o.bought_cards_cents, 0) as paid, coalesce(sum(b.kept_cents), 0) as kept,
      coalesce(sum(b.gift_card_id is null), 0) as unissued
    from bought_gift_cards b cross join orders o on o.id = b.order_id
    where o.placed_at is not null group by o.id having kept > paid or unissued > 0`)
  return [
    ...cards.map(
      ({ id, paid, given }) => `gift card ${id} was paid with ${paid} cents and began with ${given}`,
    ),
    ...orders.map(
      ({ identifier, paid, kept, unissued }) =>
        `order ${identifier} paid ${paid} cents for gift cards and keeps ${kept}; ${unissued} were never issued`,
    ),
  ]
}
