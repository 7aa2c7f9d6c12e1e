import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ShopAccount } from '#db/schema/index.ts'
import { balanceOf } from './money.ts'

/**
 * All money of all orders, from both sides. What farms, the shop, the tax and gift cards have, less fees, is what the
 * provider holds after its fees, with what disputes took for now and without what still goes back, and what gift cards
 * and store credit paid. Orders that wait to be posted must be posted before.
 */
export type MoneyEquation = {
  farms: number
  shop: number
  tax: number
  gift_cards: number
  fees: number
  left: number
  ledger: number
}

export function moneyEquation(db: Db): MoneyEquation {
  const packs = db.get<{ goods: number; farms: number }>(sql`
    select coalesce(sum(goods_cents), 0) as goods, coalesce(sum(sold_cents - fee_cents), 0) as farms
    from farm_entries`)
  const accounts = new Map(
    db
      .all<{ account: ShopAccount; cents: number }>(sql`
        select account, sum(cents) as cents from shop_entries group by account`)
      .map(({ account, cents }) => [account, cents]),
  )
  const [tax, giftCards] = [accounts.get('tax') ?? 0, accounts.get('gift_cards') ?? 0]
  const others = [...accounts.values()].reduce((sum, cents) => sum + cents, 0) - tax - giftCards
  const { fees, ledger } = ledgerSide(db)
  const shop = packs.goods - packs.farms + others
  const left = packs.farms + shop + tax + giftCards - fees
  return { farms: packs.farms, shop, tax, gift_cards: giftCards, fees, left, ledger }
}

function ledgerSide(db: Db): { fees: number; ledger: number } {
  const { held, disputed, lost, fees, replaced } = db.get<
    Record<'held' | 'disputed' | 'lost' | 'fees' | 'replaced', number>
  >(sql`
    select ${balanceOf('provider')} as held, ${balanceOf('disputed')} as disputed, ${balanceOf('lost')} as lost,
      ${balanceOf('fees')} as fees, coalesce(sum(iif(kind = 'refund_replaced', amount_cents, 0)), 0) as replaced
    from money_movements`)
  const { owed } = db.get<{ owed: number }>(sql`
    select coalesce(sum(amount_cents), 0) as owed from refunds
    where status in ('owed', 'asked') or (status = 'failed' and resolution is null)`)
  const { spent } = db.get<{ spent: number }>(sql`
    select coalesce(sum(spent_cents), 0) as spent from order_gift_cards`)
  return { fees, ledger: held - fees + disputed - lost - replaced - owed + spent }
}
