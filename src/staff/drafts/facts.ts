import { eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type DraftOrder, farms, type Order, offers, type User, varieties } from '#db/schema/index.ts'
import { listAddresses } from '../../accounts/addresses.ts'
import { personName } from '../../accounts/person-name.ts'
import { userById } from '../../accounts/users.ts'
import { searchVarieties } from '../../catalog/search/search.ts'
import { datesFor } from '../../checkout/arrival-date.ts'
import type { Instant } from '../../day.ts'
import { formatPhone } from '../../delivery/rules.ts'
import { givenAwayCents, isLinkLive } from '../../orders/drafts.ts'
import { acceptedCents } from '../../orders/items.ts'
import { shownAddressOf } from '../../orders/order-address.ts'
import { frozenTotals } from '../../orders/placed.ts'
import { pricedOrder } from '../../orders/priced-order.ts'
import { readiness } from '../../orders/readiness.ts'
import { isOpen } from '../../orders/states.ts'
import { isExpired } from '../../payments/account-cards.ts'
import { cardsOf } from '../../payments/cards.ts'
import { enteredCodes } from '../../pricing/entered-codes.ts'
import { lineCents } from '../../pricing/total.ts'
import { availableByOffer } from '../../stock/stock.ts'
import { giftOfOrder } from '../corporate-gifts/gifts.ts'
import { historyOf } from '../orders/history.ts'
import { draftLines } from './fill.ts'
import { shownState, staffWords } from './rules.ts'

export type DraftFacts = ReturnType<typeof draftFacts>

/** All that staff see of one draft. */
export function draftFacts(db: Db, order: Order, draft: DraftOrder, now: Instant) {
  const priced = pricedOrder(db, order, now)
  const ready = readiness(db, { ...order, termsAcceptedAt: order.termsAcceptedAt ?? now }, now)
  const account = order.userId === null ? null : userById(db, order.userId)
  return {
    order,
    draft,
    state: shownState(draft),
    isOpen: isOpen(order.state),
    isLinkLive: isLinkLive(draft, now),
    account: account && { token: account.token, email: account.email },
    lines: draftLines(db, order.id).map((line) => ({
      ...line,
      cents: order.placedAt === null ? lineCents(line) : acceptedCents(line),
    })),
    totals: order.placedAt === null ? priced.totals : frozenTotals(db, order),
    givenAwayCents: givenAwayCents(draft),
    codes: enteredCodes(db, order, priced.items, priced.extras, now),
    address: shownAddressOf(order),
    ...addressToSave(db, order),
    days: datesFor(db, order, now).flatMap((day) => (day.ok ? [day] : [])),
    cards: order.userId === null ? [] : cardsOf(db, order.userId).filter((card) => !isExpired(card, now)),
    /** What keeps it from being paid, apart from a link. */
    problem: ready.ok || ready.refusal.code === 'draft' ? null : staffWords(ready.refusal),
    pricedBy: nameOf(db, draft.pricedById),
    approvedBy: nameOf(db, draft.approvedById),
    consentBy: nameOf(db, draft.consentById),
    createdBy: nameOf(db, draft.createdById),
    history: historyOf(db, order),
    corporateGift: giftOfOrder(db, order.id),
  }
}

/** Until there is one, what the customer had sent to before: to be saved, or typed over. */
function addressToSave(db: Db, order: Order) {
  const shown = shownAddressOf(order)
  const user = order.userId === null || shown.street1 !== '' ? null : { id: order.userId }
  const [known] = listAddresses(db, user)
  if (!known) return { addressToSave: shown, isAddressOfAccount: false }
  const { name, street1, street2, city, state, zip, phone } = known
  const addressToSave = {
    name: shown.name || name,
    street1,
    street2,
    city,
    state,
    zip,
    phone: shown.phone || formatPhone(phone),
  }
  return { addressToSave, isAddressOfAccount: true }
}

function nameOf(db: Db, id: number | null): string | null {
  const user: User | null = id === null ? null : userById(db, id)
  return user && personName(user)
}

const MAX_FOUND = 12

export type FoundOffer = ReturnType<typeof findOffers>[number]

type Looked = { query: string; wanted: string[] }

/**
 * Packs that match a search, with what is left of them where the box ships from.
 * @param wanted tokens of packs that staff have entered but not saved, which come first
 */
export function findOffers(db: Db, order: Order, { query, wanted }: Looked, now: Instant) {
  if (query.trim() === '' && wanted.length === 0) return []
  const ids = query.trim() === '' ? [] : searchVarieties(db, query).ids.slice(0, MAX_FOUND)
  const rank = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ token, varietyId }: { token: string; varietyId: number }) =>
    wanted.includes(token) ? -1 : (rank.get(varietyId) ?? 0)
  const inBox = new Set(draftLines(db, order.id).map(({ offerId }) => offerId))
  const rows = db
    .select({
      offerId: offers.id,
      varietyId: varieties.id,
      token: offers.token,
      label: offers.label,
      priceCents: offers.priceCents,
      minQuantity: offers.minQuantity,
      maxQuantity: offers.maxQuantity,
      name: varieties.name,
      hidden: varieties.hidden,
      farm: farms.name,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(or(inArray(offers.varietyId, ids), inArray(offers.token, wanted)))
    .orderBy(offers.position)
    .all()
    .filter(({ offerId, hidden }) => !hidden && !inBox.has(offerId))
    .sort((one, other) => placeOf(one) - placeOf(other))
    .slice(0, MAX_FOUND + wanted.length)
  const offerIds = rows.map(({ offerId }) => offerId)
  const available = availableByOffer(db, offerIds, order.fcId, now, order.id)
  return rows.map((row) => ({ ...row, available: available.get(row.offerId) ?? 0 }))
}
