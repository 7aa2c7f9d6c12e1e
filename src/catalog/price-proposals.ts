import { and, eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Offer, offers, priceProposals } from '#db/schema/index.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import type { Instant } from '../day.ts'
import { closeFlag, flagForStaff } from '../flags/flags.ts'
import { formatCents } from '../money.ts'
import { isFarPrice, MAX_PRICE_CENTS, shownPrice } from './price-rules.ts'
import { offerSubject, unitPrices } from './prices.ts'

/** `priceCents` is of a pound where the offer is sold by weight. */
type Proposal = { offer: Offer; name: string; farm: string; priceCents: number; reason: string }

/**
 * Staff decide about it on its flag. A later proposal replaces it.
 * @returns false if it is open already, as after a double press
 */
export function proposePrice(tx: DurableTx, proposal: Proposal, now: Instant): boolean {
  const { offer, name, farm, priceCents, reason } = proposal
  const isPerPound = offer.poundCents !== null
  const open = tx
    .select()
    .from(priceProposals)
    .where(and(eq(priceProposals.offerId, offer.id), eq(priceProposals.state, 'open')))
    .get()
  if (open?.priceCents === priceCents && open.isPerPound === isPerPound && open.reason === reason)
    return false
  if (open) {
    const replaced = { state: 'replaced', decidedAt: now } as const
    tx.update(priceProposals).set(replaced).where(eq(priceProposals.id, open.id)).run()
    closeFlag(tx, flagKey(open.id), 'The farm proposed another price.', now)
  }
  const { id } = tx
    .insert(priceProposals)
    .values({ offerId: offer.id, priceCents, isPerPound, reason, proposedAt: now })
    .returning({ id: priceProposals.id })
    .get()
  const change = `${formatCents(offer.poundCents ?? offer.priceCents)} to ${formatCents(priceCents)}${offer.poundCents === null ? '' : ' a pound'}`
  const detail = `${farm} would change ${name}, ${offer.label}, from ${change}: ${reason}`
  flagForStaff(tx, { kind: 'price_proposed', key: flagKey(id), subjectId: id, detail, now })
  return true
}

const flagKey = (id: number) => `price_proposal:${id}`

type Decision = {
  state: 'accepted' | 'refused'
  actor: Actor
  reason?: string
  /** A person has said that a price so far from the last one is right. */
  isConfirmed: boolean
  /** The price on the page that this answers; null if there was none. */
  seenCents: number | null
}

/** `over`: decided before, or the offer is no longer sold by what the price is for. `changed`: it costs something else by now. */
export type Decided = 'done' | 'over' | 'changed' | 'far' | 'too_high'

export function decidePrice(
  tx: DurableTx,
  id: number,
  { state, actor, reason = '', isConfirmed, seenCents }: Decision,
  now: Instant,
): Decided {
  const open = tx
    .select({ proposal: priceProposals, offer: offers })
    .from(priceProposals)
    .innerJoin(offers, eq(offers.id, priceProposals.offerId))
    .where(and(eq(priceProposals.id, id), eq(priceProposals.state, 'open')))
    .get()
  if (!open) return 'over'
  const prices = unitPrices(open.offer, open.proposal)
  if (state === 'accepted') {
    if (!prices) return 'over'
    if (seenCents !== null && seenCents !== shownPrice(open.offer)) return 'changed'
    if (prices.priceCents > MAX_PRICE_CENTS) return 'too_high'
    if (isFarPrice(shownPrice(open.offer), open.proposal.priceCents) && !isConfirmed) return 'far'
  }
  tx.update(priceProposals).set({ state, decidedAt: now }).where(eq(priceProposals.id, id)).run()
  if (state === 'accepted' && prices) tx.update(offers).set(prices).where(eq(offers.id, open.offer.id)).run()
  const { priceCents, reason: asked } = open.proposal
  recordAction(tx, {
    actor,
    verb: `price_proposal.${state}`,
    subject: offerSubject(tx, open.offer),
    detail: {
      before: shownPrice(open.offer),
      ...(state === 'accepted' ? { after: priceCents } : { proposed_cents: priceCents }),
      asked,
    },
    reason,
    now,
  })
  return 'done'
}

/** The flag that asks staff about it. */
export const closeProposalFlag = (tx: DurableTx, id: number, resolution: string, now: Instant) =>
  closeFlag(tx, flagKey(id), resolution, now)

export const proposalById = (db: Db, id: number) =>
  db
    .select({ proposal: priceProposals, token: offers.token, offer: offers })
    .from(priceProposals)
    .innerJoin(offers, eq(offers.id, priceProposals.offerId))
    .where(eq(priceProposals.id, id))
    .get() ?? null
