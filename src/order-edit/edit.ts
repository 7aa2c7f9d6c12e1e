import { type Db, type DurableTx, durably } from '#db/client.ts'
import type { ActingStaff, EditWish, Order } from '#db/schema/index.ts'
import type { GivingAnswer } from '../audit/giving.ts'
import { giftProblem } from '../checkout/gift-problem.ts'
import { formatDay, type Instant } from '../day.ts'
import { changedBy, recordActing } from '../orders/acting-staff.ts'
import { changesOf, type OrderChange } from '../orders/changes.ts'
import { announceEdit, writeBox } from '../orders/edit/apply.ts'
import { changedLines, unitsOf } from '../orders/edit/box-lines.ts'
import { type EditQuote, type EditRefusal, quoteEdit } from '../orders/edit/quote.ts'
import { giftOf } from '../orders/gifting.ts'
import { orderById } from '../orders/orders.ts'
import { type HeldPart, heldPartOf } from '../orders/paid-with.ts'
import { chargeExtra, endWaiting } from '../payments/extra-charge-card.ts'
import type { ExtraOutcome } from '../payments/extra-charge-try.ts'
import { lowerPrice, returnRefusal, sharesOfReturn } from '../payments/lower-items.ts'
import { heldOfReturn } from '../payments/refunds.ts'
import { paidCents } from '../pricing/placed-price.ts'
import type { Services } from '../services.ts'
import { tellUnlessMade } from './tell-unless-made.ts'

export type Preview = EditQuote & {
  order: Order
  wish: EditWish
  /** So far, by card and gift card. */
  paidCents: number
  /** What the card has paid once the change is made. */
  totalCents: number
  cardCents: number
  giftCents: number
  isNothing: boolean
  /** The part of `cardCents` that banks are only holding, so it won't be charged. */
  heldCents: number
  held: HeldPart
}

export type Previewed = { ok: true; preview: Preview } | { ok: false; refusal: EditRefusal | GiftRefusal }
type GiftRefusal = { code: 'gift'; message: string }

/** What the change would cost, or why it can't be made. Changes nothing. */
export function previewEdit(db: Db, orderId: number, asked: EditWish, now: Instant): Previewed {
  const order = orderById(db, orderId)
  const wish = { ...asked, gift: newGift(order, asked.gift) }
  const message = giftProblem(wish.gift)
  if (message) return { ok: false, refusal: { code: 'gift', message } }
  const answer = quoteEdit(db, order, wish, now)
  if (!answer.ok) return answer
  const { quote } = answer
  const refusal = returnRefusal(db, order, -quote.differenceCents, REFUNDED_IN_PART)
  if (refusal) return { ok: false, refusal: { code: 'locked', message: refusal } }
  const { cardCents, giftCents } = sharesOfReturn(db, order, Math.max(0, -quote.differenceCents))
  const totalCents = (order.totalCents ?? 0) + Math.max(0, quote.differenceCents) - cardCents
  const isNothing = changedLines(quote.lines).length === 0 && wish.gift === 'unchanged'
  return {
    ok: true,
    preview: {
      ...quote,
      order,
      wish,
      paidCents: paidCents(order),
      totalCents,
      cardCents,
      giftCents,
      isNothing,
      heldCents: heldOfReturn(db, orderId, cardCents),
      held: heldPartOf(db, orderId),
    },
  }
}

const REFUNDED_IN_PART =
  'Part of this order was refunded, so it can’t get that much cheaper. Please email us.'

/** A recurring box is no gift, and forms send the gift as it was. */
function newGift(order: Order, gift: EditWish['gift']): EditWish['gift'] {
  if (gift === 'unchanged' || order.recurring) return 'unchanged'
  return JSON.stringify(gift) === JSON.stringify(giftOf(order)) ? 'unchanged' : gift
}

export type EditRequest = {
  wish: EditWish
  /** Of the order that the shopper saw. */
  version: number | null
  /** The difference that the shopper saw, if the page sent it. */
  shownCents: number | null
  withKeptCard: boolean
  network: string
  returnUrl: string
  staff?: ActingStaff
  /** Why a second person has to do the same. Asked before anything ends. */
  secondPerson?: (tx: DurableTx, order: Order, cents: number) => string | null
  /** Asked in the transaction before money goes back. */
  mayGive?: (tx: DurableTx, order: Order, cents: number) => GivingAnswer
}

export type Edited =
  | { outcome: 'changed'; preview: Preview }
  | { outcome: 'stale'; message: string; preview: Preview }
  | { outcome: 'refused'; refusal: { code: string; message: string } }
  | Exclude<ExtraOutcome, { outcome: 'changed' | 'stale' | 'refused' }>

/**
 * Makes the change that a shopper confirmed, at exactly the price they saw. Dearer: it waits for its money. Cheaper:
 * the difference is owed in the same transaction. @throws a StripeError when nothing is known of a charge
 */
export async function makeEdit(services: Services, orderId: number, request: EditRequest): Promise<Edited> {
  const { db, clock } = services
  const first = check(db, orderId, request, clock.now())
  if (!first.ok) return first.edited
  if (first.preview.isNothing) return { outcome: 'changed', preview: first.preview }
  const refusal = await secondPersonRefusal(db, first.preview, request)
  if (refusal) return refusal
  const endsWaiting = await endWaiting(services, orderId) // it holds units that this change may need
  const write = () => writeOrCharge(services, orderId, { ...request, endsWaiting })
  return endsWaiting && request.staff ? tellUnlessMade(services, orderId, write, isMade) : write()
}

const isMade = ({ outcome }: Edited) => outcome === 'changed'

async function secondPersonRefusal(
  db: Db,
  { order, differenceCents }: Preview,
  { secondPerson }: EditRequest,
): Promise<Edited | null> {
  if (!secondPerson || differenceCents > 0) return null
  const message = await durably(db, (tx) => secondPerson(tx, order, -differenceCents))
  return message === null ? null : { outcome: 'refused', refusal: { code: 'second_person', message } }
}

/** Checks again: what ended may have been paid after all. */
async function writeOrCharge(
  services: Services,
  orderId: number,
  request: EditRequest & { endsWaiting: boolean },
): Promise<Edited> {
  const { db, clock } = services
  const checked = check(db, orderId, request, clock.now())
  if (!checked.ok) return checked.edited
  if (checked.preview.differenceCents > 0) return chargeFor(services, checked.preview, request)
  return durably(db, (tx): Edited => {
    const now = clock.now()
    const still = check(tx, orderId, request, now)
    if (!still.ok) return still.edited
    const given = request.mayGive?.(tx, still.preview.order, -still.preview.differenceCents)
    if (given && !given.ok)
      return { outcome: 'refused', refusal: { code: 'second_person', message: given.message } }
    return { outcome: 'changed', preview: writeCheaper(tx, still.preview, request, given?.detail, now) }
  })
}

type Checked = { ok: true; preview: Preview } | { ok: false; edited: Edited }

type Shown = Pick<EditRequest, 'wish' | 'version' | 'shownCents'>

function check(db: Db, orderId: number, { wish, version, shownCents }: Shown, now: Instant): Checked {
  const previewed = previewEdit(db, orderId, wish, now)
  if (!previewed.ok) return { ok: false, edited: { outcome: 'refused', refusal: previewed.refusal } }
  const { preview } = previewed
  const isStale = version !== preview.order.version
  const isRepriced = shownCents !== null && shownCents !== preview.differenceCents
  if (!isStale && !isRepriced) return { ok: true, preview }
  const message = isStale ? staleSentence(db, preview.order, version) : REPRICED
  return { ok: false, edited: { outcome: 'stale', message, preview } }
}

const REPRICED = 'A price changed in the meantime. Please check the new total.'

function writeCheaper(
  tx: DurableTx,
  preview: Preview,
  { staff, endsWaiting }: Pick<EditRequest, 'staff'> & { endsWaiting: boolean },
  given: Record<string, unknown> = {},
  now: Instant,
): Preview {
  const { order, box, wish, differenceCents } = preview
  writeBox(tx, order, box, wish.gift, now)
  const lowered = lowerPrice(tx, order, { ...box.totals, dueCents: box.dueCents }, now)
  announceEdit(
    tx,
    lowered.order,
    { lines: box.lines, differenceCents, heldCents: lowered.heldCents, by: changedBy(staff), endsWaiting },
    now,
  )
  const detail = { difference_cents: differenceCents, ...given }
  recordActing(tx, order, staff, { verb: 'order.edited', detail }, now)
  return { ...preview, totalCents: lowered.order.totalCents ?? 0, ...lowered }
}

async function chargeFor(
  services: Services,
  preview: Preview,
  request: EditRequest & { endsWaiting: boolean },
): Promise<Edited> {
  const { order, wish, box, differenceCents } = preview
  const { config, clock } = services
  const { staff = null } = request
  const charged = await chargeExtra(services, order, {
    change: { kind: 'edited', wish, box, staff, endsWaiting: staff !== null && request.endsWaiting },
    orderVersion: order.version,
    amountCents: differenceCents,
    units: unitsOf(box.lines).more,
    shipOn: null,
    network: request.network,
    expiresAt: clock.now() + config.holdSeconds * 1000,
    withKeptCard: request.withKeptCard,
    returnUrl: request.returnUrl,
  })
  if (charged.outcome === 'changed') return { outcome: 'changed', preview }
  if (charged.outcome !== 'stale') return charged
  const again = check(services.db, order.id, request, clock.now())
  return again.ok ? { outcome: 'refused', refusal: BUSY } : again.edited
}

const BUSY = {
  code: 'being_paid',
  message: 'Another change of this order is being paid for. Please try again in a minute.',
}

/** Names what changed since the version that the shopper saw. */
function staleSentence(db: Db, order: Order, version: number | null): string {
  const since = version === null ? [] : changesOf(db, order.id).filter((change) => change.version > version)
  const words = since.map(changeWords)
  const what = words.length > 0 ? `Since then, ${words.join(' and ')}. ` : ''
  return `Your order changed in the meantime. ${what}Please check the new total.`
}

function changeWords(change: OrderChange): string {
  switch (change.kind) {
    case 'edited':
      return change.detail.lines.length > 0
        ? change.detail.lines
            .map(({ name, to }) => (to === 0 ? `${name} was removed` : `${name} was set to ${to}`))
            .join(', ')
        : 'its gift details changed'
    case 'moved':
      return `it moved to ${formatDay(change.detail.to, 'short')}`
    case 'delivery':
      return 'its delivery details changed'
    default:
      return 'it was canceled'
  }
}
