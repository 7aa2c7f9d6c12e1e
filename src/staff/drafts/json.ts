import { iso } from '../../privacy/iso.ts'
import type { DraftFacts, FoundOffer } from './facts.ts'
import type { DraftRow } from './list.ts'
import { shownState } from './rules.ts'

export const draftRowJson = ({ order, draft }: DraftRow) => ({
  token: order.token,
  identifier: order.identifier,
  state: shownState(draft),
  name: order.deliveryName,
  email: order.email,
  price_cents: draft.priceCents ?? draft.listCents,
  list_cents: draft.listCents,
  arrival_on: order.arrivalOn,
  created_at: iso(draft.createdAt),
  link_ends_at: iso(draft.linkEndsAt),
})

const foundJson = ({ token, name, label, farm, priceCents, available }: FoundOffer) => ({
  bid_item_token: token,
  name,
  label,
  farm,
  price_cents: priceCents,
  available,
})

export const draftJson = (facts: DraftFacts, found: FoundOffer[] = []) => {
  const { order, draft, totals, address } = facts
  return {
    token: order.token,
    identifier: order.identifier,
    state: facts.state,
    version: order.version,
    email: order.email,
    address,
    account_token: facts.account?.token ?? null,
    arrival_on: order.arrivalOn,
    lines: facts.lines.map((line) => ({
      bid_item_token: line.token,
      name: line.name,
      label: line.label,
      quantity: line.quantity,
      list_cents: line.seenPriceCents,
      price_cents: line.ownCents ?? line.priceCents,
      line_cents: line.cents,
      is_own_price: line.ownCents !== null,
    })),
    reason: draft.reason,
    given_away_cents: facts.givenAwayCents,
    needs_approval: draft.needsApproval,
    items_cents: totals.itemsCents,
    promotions_cents: totals.promotionsCents,
    shipping_cents: totals.shippingCents,
    tax_cents: totals.taxCents,
    gift_cents: totals.giftCents,
    total_cents: totals.totalCents,
    problem: facts.problem,
    link_ends_at: iso(draft.linkEndsAt),
    cards: facts.cards.map(({ id, brand, last4 }) => ({ id, brand, last4 })),
    consent:
      draft.consentAt === null
        ? null
        : {
            way: draft.consentWay,
            words: draft.consentWords,
            amount_cents: draft.consentCents,
            heard_by: facts.consentBy,
            at: iso(draft.consentAt),
          },
    found: found.map(foundJson),
  }
}
