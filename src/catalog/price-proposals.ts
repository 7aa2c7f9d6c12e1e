import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Offer, offers, type PriceProposal, priceProposals } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { closeFlag, flagForStaff } from '../flags/flags.ts'
import { formatCents, weighedCents } from '../money.ts'

/** `priceCents` is of a pound where the offer is sold by weight. */
type Proposal = { offer: Offer; name: string; farm: string; priceCents: number; reason: string }

/** Staff decide about it on its flag. A later proposal replaces it. */
export function proposePrice(tx: DurableTx, proposal: Proposal, now: Instant) {
  const { offer, name, farm, priceCents, reason } = proposal
  const replaced = tx
    .update(priceProposals)
    .set({ state: 'replaced', decidedAt: now })
    .where(and(eq(priceProposals.offerId, offer.id), eq(priceProposals.state, 'open')))
    .returning({ id: priceProposals.id })
    .get()
  if (replaced) closeFlag(tx, flagKey(replaced.id), 'The farm proposed another price.', now)
  const { id } = tx
    .insert(priceProposals)
    .values({ offerId: offer.id, priceCents, isPerPound: offer.poundCents !== null, reason, proposedAt: now })
    .returning({ id: priceProposals.id })
    .get()
  const change = `${formatCents(offer.poundCents ?? offer.priceCents)} to ${formatCents(priceCents)}${offer.poundCents === null ? '' : ' a pound'}`
  const detail = `${farm} would change ${name}, ${offer.label}, from ${change}: ${reason}`
  flagForStaff(tx, { kind: 'price_proposed', key: flagKey(id), subjectId: id, detail, now })
}

const flagKey = (id: number) => `price_proposal:${id}`

/** @returns false if it was decided before, or the offer is no longer sold by what the price is for */
export function decidePrice(tx: DurableTx, id: number, state: 'accepted' | 'refused', now: Instant): boolean {
  const open = tx
    .select({ proposal: priceProposals, offer: offers })
    .from(priceProposals)
    .innerJoin(offers, eq(offers.id, priceProposals.offerId))
    .where(and(eq(priceProposals.id, id), eq(priceProposals.state, 'open')))
    .get()
  if (!open) return false
  const prices = newPrices(open.offer, open.proposal)
  if (state === 'accepted' && !prices) return false
  tx.update(priceProposals).set({ state, decidedAt: now }).where(eq(priceProposals.id, id)).run()
  if (state === 'accepted' && prices) tx.update(offers).set(prices).where(eq(offers.id, open.offer.id)).run()
  return true
}

/** Sold by weight, a pack costs at most what the heaviest does. */
function newPrices({ poundCents, maxGrams }: Offer, { priceCents, isPerPound }: PriceProposal) {
  if (isPerPound !== (poundCents !== null)) return null
  if (!isPerPound) return { priceCents }
  return maxGrams === null ? null : { poundCents: priceCents, priceCents: weighedCents(priceCents, maxGrams) }
}
