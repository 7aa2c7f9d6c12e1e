import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Offer, offers, priceProposals } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { closeFlag, flagForStaff } from '../flags/flags.ts'
import { formatCents } from '../money.ts'

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
    .values({ offerId: offer.id, priceCents, reason, proposedAt: now })
    .returning({ id: priceProposals.id })
    .get()
  const change = `${formatCents(offer.priceCents)} to ${formatCents(priceCents)}`
  const detail = `${farm} would change ${name}, ${offer.label}, from ${change}: ${reason}`
  flagForStaff(tx, { kind: 'price_proposed', key: flagKey(id), subjectId: id, detail, now })
}

const flagKey = (id: number) => `price_proposal:${id}`

/** @returns false if it was decided before */
export function decidePrice(tx: DurableTx, id: number, state: 'accepted' | 'refused', now: Instant): boolean {
  const decided = tx
    .update(priceProposals)
    .set({ state, decidedAt: now })
    .where(and(eq(priceProposals.id, id), eq(priceProposals.state, 'open')))
    .returning()
    .get()
  if (!decided) return false
  if (state === 'accepted')
    tx.update(offers).set({ priceCents: decided.priceCents }).where(eq(offers.id, decided.offerId)).run()
  return true
}
