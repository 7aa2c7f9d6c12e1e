import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { type GiftBox, type GiftRecipient, type Order, orderLines, orders } from '#db/schema/index.ts'
import { applyAddress, askVerifier } from '../../checkout/address.ts'
import { chooseArrivalIn } from '../../checkout/arrival-date.ts'
import { type Instant, parseDay } from '../../day.ts'
import { job } from '../../jobs/job.ts'
import { LANES } from '../../jobs/lanes.ts'
import { formatCents } from '../../money.ts'
import { giftColumns } from '../../orders/gifting.ts'
import { newIdentifier } from '../../orders/identifier.ts'
import { orderById } from '../../orders/orders.ts'
import { readiness } from '../../orders/readiness.ts'
import type { Verification } from '../../postal/place.ts'
import type { Services } from '../../services.ts'
import type { Random } from '../../tokens.ts'
import { giftBoxById, giftById, patternOf, updateBox } from './gifts.ts'
import { MAX_BOX_CENTS, MIN_BOX_CENTS } from './rules.ts'

/** One line of the file becomes an order with an address, a day and a price, or says why it can't. */
export const checkGiftBox = job(
  'check_gift_box',
  z.object({ boxId: z.number() }),
  LANES.addressCheck,
  async (services, { boxId }) => {
    const box = giftBoxById(services.db, boxId)
    if (box?.state !== 'checking' || box.typed === null) return
    const verification = await askVerifier(services, deliveryOf(services, box, box.typed))
    await durably(services.db, (tx) => checkBox(tx, services, boxId, verification))
  },
)

type Deps = Pick<Services, 'clock' | 'random' | 'db'>

/** A recipient without a phone has the company's. */
function deliveryOf({ db }: Pick<Deps, 'db'>, { giftId }: GiftBox, typed: GiftRecipient) {
  const { name, street1, street2, city, state, zip, phone } = typed
  const pattern = patternOf(db, giftById(db, giftId))
  return { name, street1, street2, city, state, zip, phone: phone || (pattern?.deliveryPhone ?? '') }
}

function checkBox(tx: DurableTx, deps: Deps, boxId: number, verification: Verification) {
  const box = giftBoxById(tx, boxId)
  if (box?.state !== 'checking' || box.typed === null) return
  const now = deps.clock.now()
  const pattern = patternOf(tx, giftById(tx, box.giftId))
  if (!pattern)
    return updateBox(tx, boxId, { state: 'refused', problem: 'The draft of this gift is deleted.' })
  const order = copyPattern(tx, pattern, box.typed, { random: deps.random, now })
  const problem =
    addressProblem(tx, order, { box, typed: box.typed, verification, now }) ??
    dayProblem(tx, order.id, box.typed, pattern, now)
  const priced = problem ?? priceOf(tx, order.id, now)
  if (typeof priced === 'string')
    updateBox(tx, boxId, { orderId: order.id, state: 'refused', problem: priced })
  else
    updateBox(tx, boxId, {
      orderId: order.id,
      state: 'ready',
      problem: null,
      quotedCents: priced.totalCents,
      typed: null,
    })
}

/** What staff filled, for nobody's account: the company follows all boxes with us. */
function copyPattern(
  tx: DurableTx,
  pattern: Order,
  typed: GiftRecipient,
  { random, now }: { random: Random; now: Instant },
): Order {
  const order = tx
    .insert(orders)
    .values({
      token: random.token(),
      identifier: newIdentifier(random),
      email: pattern.email,
      draftedAt: now,
      pricesHeldAt: now,
      ...giftColumns({
        recipientName: typed.name,
        recipientEmail: '',
        message: typed.message || pattern.giftMessage || '',
      }),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get()
  for (const { offerId, quantity, priceCents, poundCents } of tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, pattern.id))
    .all())
    tx.insert(orderLines)
      .values({ orderId: order.id, offerId, quantity, priceCents, poundCents, addedAt: now })
      .run()
  return order
}

type Addressing = { box: GiftBox; typed: GiftRecipient; verification: Verification; now: Instant }

/** The carrier's spelling is taken; an address that nobody knows is asked about. */
function addressProblem(
  tx: DurableTx,
  order: Order,
  { box, typed, verification, now }: Addressing,
): string | null {
  const accepted = { addressConfirmation: 'accept', postalCodeDelay: true, centerChange: null } as const
  const delivery = deliveryOf({ db: tx }, box, typed)
  const request = { order, typed: delivery, accepted, verification, shownFcId: null, now }
  const changed = applyAddress(tx, order, request)
  if (changed.ok) return null
  return 'refusal' in changed ? changed.refusal.message : 'This box is placed.'
}

function dayProblem(
  tx: DurableTx,
  orderId: number,
  { deliverOn }: GiftRecipient,
  pattern: Order,
  now: Instant,
): string | null {
  const date = deliverOn === '' ? pattern.arrivalOn : parseDay(deliverOn)
  if (date === null) return null
  const chosen = chooseArrivalIn(tx, orderById(tx, orderId), date, now)
  return chosen.ok ? null : 'message' in chosen ? chosen.message : 'This box is placed.'
}

function priceOf(tx: DurableTx, orderId: number, now: Instant): { totalCents: number } | string {
  const order = orderById(tx, orderId)
  const ready = readiness(tx, { ...order, termsAcceptedAt: now }, now)
  if (!ready.ok) return ready.refusal.message
  const { totalCents } = ready.totals
  return totalCents >= MIN_BOX_CENTS && totalCents <= MAX_BOX_CENTS
    ? { totalCents }
    : `It would cost ${formatCents(totalCents)}. Each box can cost ${formatCents(MIN_BOX_CENTS)} to ${formatCents(MAX_BOX_CENTS)}.`
}
