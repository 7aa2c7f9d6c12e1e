import { sql } from 'drizzle-orm'
import { claimFarms } from '#src/farm-money/claim-charges.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { paths } from '#src/paths.ts'
import { moneyEquation } from '#src/payments/money-equation.ts'
import { readProviderLedger } from '#src/payments/read-provider-ledger.ts'
import { signedIn } from '../account.ts'
import { RUTH } from '../staff.ts'
import type { World } from '../world.ts'
import { asked, passRefusal } from './asked.ts'
import type { Season } from './season.ts'

/** Staff charge farms for part of a claim, and sometimes take it back. */
export async function chargeFarms({ draw, shop }: Season) {
  const { db } = shop()
  const answered = db.all<{ id: number }>(sql`
    select id from claims where answered_at is not null and answer <> 'none' order by id desc limit 3`)
  const ruth = await signedIn(shop(), RUTH)
  for (const { id } of answered)
    for (const { slug, atMostCents, chargedCents } of claimFarms(db, id)) {
      const cents = chargedCents > 0 && draw.chance(0.5) ? 0 : draw.below(atMostCents + 1)
      const fields = { farm: slug, amount: (cents / 100).toFixed(2), seen_cents: String(chargedCents) }
      await asked(ruth.call('POST', paths.chargeClaim(id), fields)).catch(passRefusal)
    }
}

/** Where the two sides of the money equation differ, or our fees differ from what the provider kept. */
export async function moneyFaults({ db, services, standIn }: World): Promise<string[]> {
  await readProviderLedger(services)
  await postOrders(services)
  const { left, ledger, fees } = moneyEquation(db)
  const theirs = db.get<{ cents: number }>(sql`
    select coalesce(sum(fee_cents), 0) as cents from provider_transactions where order_id is not null`)
  return [
    ...(left === ledger ? [] : [`shares leave ${left} cents, and the ledger has ${ledger}`]),
    ...(fees === theirs.cents
      ? []
      : [`we booked ${fees} cents of fees, and its transactions say ${theirs.cents}`]),
    ...(fees === standIn.ledger().feeCents
      ? []
      : [`we booked ${fees} cents of fees, and the provider kept ${standIn.ledger().feeCents}`]),
  ]
}

/** What the season's money consisted of, since a quiet one proves nothing. */
export function moneyTally({ db }: World) {
  const count = (from: ReturnType<typeof sql>) =>
    db.get<{ n: number }>(sql`select count(*) as n from ${from}`).n
  return {
    refunds: count(sql`refunds where status = 'succeeded'`),
    chargedToFarms: count(sql`farm_entries where kind = 'claim'`),
    paidByBalance: count(sql`order_gift_cards where spent_cents > 0`),
    cardsSold: count(
      sql`bought_gift_cards inner join orders on orders.id = order_id where placed_at is not null`,
    ),
    giftBoxes: count(sql`gift_boxes where state = 'placed'`),
    credit: count(sql`gift_cards where user_id is not null`),
    bundles: count(sql`order_bundles inner join orders on orders.id = order_id where placed_at is not null`),
    weighed: count(sql`order_lines where packed_grams is not null`),
    statements: count(sql`farm_statements`),
    payouts: count(sql`farm_payouts`),
  }
}
