import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, offers, priceChanges, priceProposals, varieties } from '#db/schema/index.ts'

const MAX_LISTED = 200

const offerColumns = {
  bid_item_token: offers.token,
  name: varieties.name,
  label: offers.label,
  current_cents: offers.priceCents,
  current_pound_cents: offers.poundCents,
}

export const listComingPrices = (db: Db) =>
  db
    .select({ change: priceChanges, offer: offerColumns })
    .from(priceChanges)
    .innerJoin(offers, eq(offers.id, priceChanges.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(priceChanges.state, 'waiting'))
    .orderBy(asc(priceChanges.startsAt))
    .limit(MAX_LISTED)
    .all()

export type ComingPrice = ReturnType<typeof listComingPrices>[number]

const selectProposals = (db: Db) =>
  db
    .select({
      ...offerColumns,
      id: priceProposals.id,
      farm: farms.name,
      price_cents: priceProposals.priceCents,
      per_pound: priceProposals.isPerPound,
      reason: priceProposals.reason,
      proposedAt: priceProposals.proposedAt,
    })
    .from(priceProposals)
    .innerJoin(offers, eq(offers.id, priceProposals.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))

export const listProposals = (db: Db) =>
  selectProposals(db)
    .where(eq(priceProposals.state, 'open'))
    .orderBy(asc(priceProposals.proposedAt))
    .limit(MAX_LISTED)
    .all()

export type OpenProposal = ReturnType<typeof listProposals>[number]
