import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import {
  type DraftOrder,
  draftOrders,
  farms,
  type Order,
  offers,
  orderBundles,
  orderLines,
  orders,
  varieties,
} from '#db/schema/index.ts'
import { MAX_CART_LINES } from '../../cart/rules.ts'
import { formatCents } from '../../money.ts'
import { bundlesOf, fillBundle } from '../../orders/bundles.ts'
import { givenAwayCents, OUR_PRICE } from '../../orders/drafts.ts'
import { itemsOf } from '../../orders/items.ts'
import { changeOpenOrder } from '../../orders/open-order.ts'
import { withdrawnSentence } from '../../orders/rules.ts'
import { shareOut } from '../../pricing/bundle-shares.ts'
import { looseUnits } from '../../pricing/total.ts'
import type { Random } from '../../tokens.ts'
import { isAboveLimit } from '../giving.ts'
import { type By, type DraftChange, openBox, recordDraft, refused } from './open-draft.ts'
import { MAX_PRICE_CENTS } from './rules.ts'

/** `priceCents`: our own price of one pack; null for the shop's. */
export type WantedLine = { token: string; quantity: number; priceCents: number | null }

/** `priceCents`: our own price of all packs together, in place of prices of their own. */
export type Filling = { lines: WantedLine[]; priceCents?: number | null; reason: string; version: string }

type FillBy = By & { random: Random }

/** Puts these packs at these prices in place of what the draft held. */
export function fillDraft(tx: DurableTx, orderId: number, filling: Filling, by: FillBy): DraftChange {
  const open = openBox(tx, orderId, filling.version, by)
  if (!open.ok) {
    const isRepeat = 'isStale' in open && isSame(tx, orderId, filling)
    return isRepeat ? { ok: true, message: 'Saved.' } : open
  }
  const { order, draft } = open
  const listed = resolve(tx, filling.lines, draftLines(tx, order.id))
  if ('message' in listed) return refused(422, listed.message)
  const lines = withTotal(listed, filling.priceCents ?? null)
  const hasOwnPrices = lines.some(({ ownCents }) => ownCents !== null)
  if (hasOwnPrices && filling.reason === '')
    return refused(422, 'Please say why the price is different. The audit trail keeps it.')
  const before = itemsOf(tx, order.id)
  if (lines.length === 0 && before.length === 0)
    return refused(422, 'Please enter how many packs of something first.')
  writeLines(tx, order, lines, by)
  changeOpenOrder(tx, order, by.now)
  tx.update(orders).set({ pricesHeldAt: by.now }).where(eq(orders.id, order.id)).run()
  const prices = sumsOf(lines)
  const reason = hasOwnPrices ? filling.reason : null
  const { columns, aloneCents } = pricing(tx, order, draft, { ...prices, reason }, by)
  tx.update(draftOrders)
    .set({ ...columns, ...NO_CONSENT, filledAt: by.now })
    .where(eq(draftOrders.orderId, order.id))
    .run()
  recordDraft(tx, order, by, {
    verb: 'order.draft_filled',
    detail: {
      before: { packs: unitsIn(before), price_cents: draft.priceCents ?? draft.listCents },
      after: { packs: unitsIn(lines), price_cents: prices.priceCents ?? prices.listCents },
      list_cents: prices.listCents,
      ...(aloneCents !== 0 && { alone_cents: aloneCents }),
    },
    reason,
  })
  return { ok: true, message: columns.needsApproval ? WAITS : 'Saved.' }
}

const WAITS =
  'Saved. That gives away more than one person may, so a colleague has to approve the prices before anyone can pay.'

/** It was given to another box. */
export const NO_CONSENT = {
  consentWay: null,
  consentWords: null,
  consentCents: null,
  consentById: null,
  consentAt: null,
}

const unitsIn = (lines: { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

type Resolved = {
  offerId: number
  quantity: number
  priceCents: number
  poundCents: number | null
  /** Of all its packs. */
  ownCents: number | null
}

const withTotal = (lines: Resolved[], totalCents: number | null): Resolved[] =>
  totalCents === null || totalCents === sumsOf(lines).listCents
    ? lines
    : shareOut(totalCents, lines).map(({ cents, ...line }) => ({ ...line, ownCents: cents }))

function resolve(tx: DurableTx, wanted: WantedLine[], held: DraftLine[]): Resolved[] | { message: string } {
  const lines: Resolved[] = []
  const seen = new Set<string>()
  for (const line of wanted) {
    const { token, quantity, priceCents: typed } = line
    if (quantity === 0) continue
    const offer = offerOf(tx, token)
    if (!offer || seen.has(token))
      return { message: 'One of these packs is unknown. Please search for it again.' }
    seen.add(token)
    const name = `${offer.name}, ${offer.label}`
    if (quantity < offer.minQuantity || quantity > offer.maxQuantity)
      return { message: `${name}: from ${offer.minQuantity} to ${offer.maxQuantity} packs.` }
    if (offer.hidden) return { message: withdrawnSentence(name) }
    if (typed !== null && typed > MAX_PRICE_CENTS)
      return { message: `${name}: a pack can cost at most ${formatCents(MAX_PRICE_CENTS)}.` }
    const { offerId, priceCents, poundCents } = offer
    const newCents = typed === null || typed === priceCents ? null : typed * quantity
    const ownCents = unchangedShare(held, line) ?? newCents
    lines.push({ offerId, quantity, priceCents, poundCents, ownCents })
  }
  return lines.length > MAX_CART_LINES
    ? { message: `A box has room for ${MAX_CART_LINES} different packs.` }
    : lines
}

/** A share of a price for all packs is shown rounded to a pack. Saved as it is shown, it stays as it is. */
const unchangedShare = (held: DraftLine[], { token, quantity, priceCents }: WantedLine): number | null => {
  const line = held.find((one) => one.token === token)
  return line?.ownCents === priceCents && line.quantity === quantity ? line.shareCents : null
}

const offerOf = (tx: DurableTx, token: string) =>
  tx
    .select({
      offerId: offers.id,
      label: offers.label,
      priceCents: offers.priceCents,
      poundCents: offers.poundCents,
      minQuantity: offers.minQuantity,
      maxQuantity: offers.maxQuantity,
      name: varieties.name,
      hidden: varieties.hidden,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(offers.token, token))
    .get()

function writeLines(tx: DurableTx, order: Order, lines: Resolved[], { now, random }: FillBy) {
  tx.delete(orderBundles).where(eq(orderBundles.orderId, order.id)).run()
  tx.delete(orderLines).where(eq(orderLines.orderId, order.id)).run()
  for (const { offerId, quantity, priceCents, poundCents } of lines.filter((line) => line.ownCents === null))
    tx.insert(orderLines)
      .values({ orderId: order.id, offerId, quantity, priceCents, poundCents, addedAt: now })
      .run()
  const own = lines.flatMap(({ ownCents, ...line }) => (ownCents === null ? [] : [{ ...line, ownCents }]))
  if (own.length === 0) return
  const bundle = tx
    .insert(orderBundles)
    .values({
      token: random.token(),
      orderId: order.id,
      name: OUR_PRICE,
      priceCents: own.reduce((sum, { ownCents }) => sum + ownCents, 0),
      addedAt: now,
    })
    .returning()
    .get()
  const shares = own.map(({ offerId, quantity, ownCents }) => ({ offerId, quantity, cents: ownCents }))
  const listOf = new Map(own.map(({ offerId, priceCents }) => [offerId, priceCents]))
  fillBundle(tx, bundle, shares, (offerId) => ({
    priceCents: listOf.get(offerId) ?? 0,
    poundCents: null, // the price is for the pack, whatever it weighs
    addedAt: now,
  }))
}

function sumsOf(lines: Resolved[]) {
  const listCents = lines.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0)
  const priceCents = lines.reduce(
    (sum, { quantity, priceCents: list, ownCents }) => sum + (ownCents ?? quantity * list),
    0,
  )
  return { listCents, priceCents: lines.some(({ ownCents }) => ownCents !== null) ? priceCents : null }
}

type Priced = Pick<DraftOrder, 'listCents' | 'priceCents' | 'reason'>

/** What the trail counts against the limits of who priced it. */
export const givenAloneCents = (draft: DraftOrder, userId: number): number =>
  draft.pricedById === userId && draft.approvedById === null && !draft.needsApproval
    ? givenAwayCents(draft)
    : 0

/** Only the difference to what this person gave away before counts against their limits. */
function pricing(tx: DurableTx, order: Order, draft: DraftOrder, priced: Priced, { user, now }: By) {
  const given = givenAwayCents(priced)
  const before = givenAloneCents(draft, user.id)
  const isApproved = draft.approvedById !== null && given <= givenAwayCents(draft)
  const needsApproval =
    !isApproved && given > 0 && isAboveLimit(tx, { userId: user.id, cents: given - before, now, order })
  const columns = {
    ...priced,
    pricedById: given === 0 ? null : isApproved ? draft.pricedById : user.id,
    approvedById: isApproved && given > 0 ? draft.approvedById : null,
    needsApproval,
  }
  return { columns, aloneCents: (needsApproval || isApproved ? 0 : given) - before }
}

/** Each line with our own price of a pack and of all its packs, if it has one. */
export function draftLines(tx: Parameters<typeof itemsOf>[0], orderId: number) {
  const own = new Map(
    bundlesOf(tx, orderId)
      .flatMap(({ items }) => items)
      .map(({ offerId, quantity, cents }) => [
        offerId,
        { ownCents: Math.round(cents / quantity), shareCents: cents },
      ]),
  )
  return itemsOf(tx, orderId).map((item) => ({
    ...item,
    ...((looseUnits(item) > 0 ? null : own.get(item.offerId)) ?? { ownCents: null, shareCents: null }),
  }))
}

export type DraftLine = ReturnType<typeof draftLines>[number]

/** A form sent twice finds its own change. */
function isSame(tx: DurableTx, orderId: number, { lines }: Filling): boolean {
  const wordsOf = (line: WantedLine) => `${line.token} ${line.quantity} ${line.priceCents}`
  const wanted = lines.filter(({ quantity }) => quantity > 0).map(wordsOf)
  const held = draftLines(tx, orderId).map(({ token, quantity, ownCents }) =>
    wordsOf({ token, quantity, priceCents: ownCents }),
  )
  return wanted.length === held.length && wanted.toSorted().join() === held.toSorted().join()
}
