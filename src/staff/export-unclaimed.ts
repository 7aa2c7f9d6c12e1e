import { sql } from 'drizzle-orm'
import type { Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { UNCLAIMED_LAW, unclaimedOn } from '../gift-cards/unclaimed-law.ts'
import { type Cells, type ExportKind, movedIn } from './export-kinds.ts'

type CardRow = { card: number; issuedAt: Instant; usedAt: Instant; state: string | null; cents: number }

/** Only what was paid for is anyone's property: cards that staff gave away aren't here, nor those of gift boxes. */
export const unclaimedCards: ExportKind = {
  id: 'unclaimed',
  title: 'Unspent gift cards',
  about:
    'Each gift card that was bought and isn’t empty, with its last use and the day from which its buyer’s state may claim it. For your lawyer; states that we didn’t look up have no day.',
  columns: ['card', 'bought_on', 'last_used_on', 'buyer_state', 'cents', 'unclaimed_on', 'law'],
  scopes: [],
  table: 'gift_cards',
  within: movedIn(sql`created_at`),
  read: (db, { ids, span }) =>
    db
      .all<CardRow>(sql`
        select gift_cards.id as card, gift_cards.created_at as issuedAt, buyer_state as state, balance_cents as cents,
          (select max(at) from gift_card_entries where gift_card_id = gift_cards.id) as usedAt
        from gift_cards inner join bought_gift_cards on gift_card_id = gift_cards.id
        where ${ids} and ${movedIn(sql`gift_cards.created_at`)(span)}
          and balance_cents > 0 and ended_at is null and delivery_method <> 'box'
        order by gift_cards.id`)
      .map(cellsOf),
}

function cellsOf({ card, issuedAt, usedAt, state, cents }: CardRow): Cells {
  const lastUsedOn = dayIn(SHOP_ZONE, usedAt)
  return {
    card,
    bought_on: dayIn(SHOP_ZONE, issuedAt),
    last_used_on: lastUsedOn,
    buyer_state: state,
    cents,
    unclaimed_on: unclaimedOn(state, lastUsedOn),
    law: state === null ? null : (UNCLAIMED_LAW[state]?.source ?? null),
  }
}
