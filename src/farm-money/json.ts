import type { FarmPayout, FarmTerms } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { StatementLine } from './statement-lines.ts'
import type { FarmStatementRow, MonthSplit } from './statement-list.ts'
import type { Statement } from './statements.ts'

const iso = (at: Instant) => new Date(at).toISOString()

export const statementJson = (statement: Statement) => ({
  month: statement.period,
  state: statement.closed ? 'closed' : 'open',
  closed_at: statement.closed && iso(statement.closed.at),
  sold_cents: statement.soldCents,
  taken_back_cents: statement.refundedCents,
  short_cents: statement.shortCents,
  weight_cents: statement.weightCents,
  given_cents: statement.givenCents,
  claims_cents: statement.claimCents,
  fees_cents: statement.feeCents,
  carried_cents: statement.carriedCents,
  owed_cents: statement.owedCents,
  paid_cents: statement.paidCents,
})

export const farmStatementJson = (row: FarmStatementRow) => ({
  farm: row.slug,
  name: row.name,
  lacks_terms: row.lacksTerms,
  ...statementJson(row),
})

export const lineJson = (line: StatementLine) => ({
  id: line.id,
  at: iso(line.at),
  order: line.order,
  kind: line.kind,
  cut: line.variety,
  pack: line.offer,
  lots: line.lots === '' ? [] : line.lots.split(','),
  packs: line.units,
  grams: line.grams,
  sold_cents: line.soldCents,
  fee_cents: line.feeCents,
  owed_cents: line.soldCents - line.feeCents,
  for_month: line.adjusts,
})

export const payoutJson = (payout: FarmPayout) => ({
  id: payout.id,
  cents: payout.cents,
  paid_on: payout.paidOn,
  reference: payout.reference,
  takes_back: payout.correctsId,
  recorded_at: iso(payout.at),
})

export const termsJson = (terms: FarmTerms, offer: { token: string } | null) => ({
  id: terms.id,
  offer: offer?.token ?? null,
  kind: terms.kind,
  basis_points: terms.basisPoints,
  cents: terms.cents,
  starts_on: terms.startsOn,
})

export const splitJson = (split: MonthSplit) => ({
  goods_cents: split.goodsCents,
  farms_cents: split.farmsCents,
  shop_cents: split.shopCents,
  delivery_cents: split.delivery,
  tax_cents: split.tax,
  gift_cards_cents: split.gift_cards,
  promotions_cents: split.promotions,
  rewards_cents: split.rewards,
  given_back_cents: split.given_back,
  fees_cents: split.feesCents,
})
