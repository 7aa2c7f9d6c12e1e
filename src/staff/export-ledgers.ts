import { sql } from 'drizzle-orm'
import { type Cells, dated, type ExportKind, movedIn, narrowed, type Span } from './export-kinds.ts'

type Timed = Cells & { at: number }

export const farmLedger: ExportKind = {
  id: 'farm-ledger',
  title: 'Farm ledger',
  about: 'Every entry of the farms’ statements: sold, taken back, short, weighed, given away, claimed.',
  columns: [
    ...['day', 'at', 'farm', 'month', 'for_month', 'order', 'kind', 'bid_item_token', 'packs', 'grams'],
    ...['goods_cents', 'sold_cents', 'commission_cents', 'owed_cents'],
  ],
  scopes: ['farm'],
  table: 'farm_entries',
  within: movedIn(sql`at`),
  read: (db, { ids, span, scope }) =>
    dated(
      db.all<Timed>(sql`
        select farm_entries.at, farms.slug as farm, period as month, adjusts as for_month, identifier as "order", kind,
          offers.token as bid_item_token, units as packs, grams, goods_cents, sold_cents,
          fee_cents as commission_cents, sold_cents - fee_cents as owed_cents
        from farm_entries
        inner join farms on farms.id = farm_entries.farm_id
        inner join orders on orders.id = farm_entries.order_id
        left join offers on offers.id = farm_entries.offer_id
        where ${ids} and ${movedIn(sql`farm_entries.at`)(span)}
          and ${narrowed(sql`farm_entries.farm_id`, scope.farmId)}
        order by farm_entries.id`),
    ),
}

export const stockLedger: ExportKind = {
  id: 'stock-ledger',
  title: 'Stock ledger',
  about: 'Every pack that came or went, by center, with its lot where it is known.',
  columns: [
    'day',
    'at',
    'center',
    'farm',
    'bid_item_token',
    'name',
    'weight',
    'reason',
    'units',
    'order',
    'lot',
  ],
  scopes: ['center', 'farm'],
  table: 'stock_movements',
  within: movedIn(sql`at`),
  read: (db, { ids, span, scope }) =>
    dated(
      db.all<Timed>(sql`
        select stock_movements.at, fulfillment_centers.slug as center, farms.slug as farm,
          offers.token as bid_item_token, varieties.name, offers.label as weight, reason, delta as units,
          identifier as "order", lots.code as lot
        from stock_movements
        inner join fulfillment_centers on fulfillment_centers.id = stock_movements.fc_id
        inner join offers on offers.id = stock_movements.offer_id
        inner join varieties on varieties.id = offers.variety_id
        inner join farms on farms.id = varieties.farm_id
        left join orders on orders.id = stock_movements.order_id
        left join lots on lots.id = stock_movements.lot_id
        where ${ids} and ${movedIn(sql`stock_movements.at`)(span)}
          and ${narrowed(sql`stock_movements.fc_id`, scope.centerId)}
          and ${narrowed(sql`varieties.farm_id`, scope.farmId)}
        order by stock_movements.id`),
    ),
}

/** Never a code: whoever has it can spend the card. */
export const balanceLedger: ExportKind = {
  id: 'balances',
  title: 'Gift cards and store credit',
  about: 'Every change of a gift card’s or a store credit’s balance. Cards have numbers of ours, no codes.',
  columns: ['day', 'at', 'balance', 'card', 'cause', 'order', 'cents'],
  scopes: [],
  table: 'gift_card_entries',
  within: movedIn(sql`at`),
  read: (db, { ids, span }) =>
    dated(
      db.all<Timed>(sql`
        select gift_card_entries.at, iif(gift_cards.user_id is null, 'gift card', 'store credit') as balance,
          gift_card_id as card, cause, identifier as "order", cents
        from gift_card_entries
        inner join gift_cards on gift_cards.id = gift_card_id
        left join orders on orders.id = gift_card_entries.order_id
        where ${ids} and ${movedIn(sql`gift_card_entries.at`)(span)} order by gift_card_entries.id`),
    ),
}

/** By the day a payout arrives; what isn't paid out yet, by the day it was booked. */
const paidOutIn = ({ from, to, since, until }: Span) => sql`
  iif(provider_transactions.payout_id is null, provider_transactions.at >= ${since} and provider_transactions.at < ${until},
    (select paid.arrival_on from provider_payouts paid where paid.id = provider_transactions.payout_id) between ${from} and ${to})`

export const payouts: ExportKind = {
  id: 'payouts',
  title: 'Payouts matched to orders',
  about:
    'What the payment provider booked, by the payout it is in. “matched” is “no” where no order of ours belongs to it.',
  columns: [
    ...['payout', 'arrives_on', 'payout_status', 'transaction', 'day', 'at', 'kind', 'matched', 'order'],
    ...['amount_cents', 'fee_cents', 'net_cents'],
  ],
  scopes: [],
  table: 'provider_transactions',
  within: paidOutIn,
  read: (db, { ids, span }) =>
    dated(
      db.all<Timed>(sql`
        select coalesce(provider_payouts.provider_id, '') as payout,
          provider_payouts.arrival_on as arrives_on,
          coalesce(provider_payouts.status, 'not paid out yet') as payout_status,
          provider_transactions.provider_id as "transaction", provider_transactions.at, kind,
          case when order_id is not null then 'yes' when kind = 'payout' then 'payout' else 'no' end as matched,
          coalesce(identifier, '') as "order", provider_transactions.amount_cents, fee_cents,
          provider_transactions.amount_cents - fee_cents as net_cents
        from provider_transactions
        left join provider_payouts on provider_payouts.id = payout_id
        left join orders on orders.id = order_id
        where ${ids} and ${paidOutIn(span)} order by provider_transactions.id`),
    ),
}
