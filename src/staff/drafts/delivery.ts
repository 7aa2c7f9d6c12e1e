import { eq } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { isEmail } from '../../accounts/rules.ts'
import { normalizeEmail } from '../../accounts/users.ts'
import { type Accepted, applyAddress, askVerifier } from '../../checkout/address.ts'
import type { AddressRefusal } from '../../checkout/address-question.ts'
import { chooseArrivalIn, dateColumns } from '../../checkout/arrival-date.ts'
import { enterCodeIn, removeCodeIn } from '../../checkout/codes.ts'
import type { Day } from '../../day.ts'
import { type DeliveryFields, parsePhone } from '../../delivery/rules.ts'
import { isOwnOrder, OWN_ORDER } from '../../orders/is-own-order.ts'
import { changeOpenOrder } from '../../orders/open-order.ts'
import type { Services } from '../../services.ts'
import { type By, type DraftChange, type DraftRefused, openBox, recordDraft, refused } from './open-draft.ts'
import { accountOf } from './start.ts'

export type Delivery = { email: string; typed: DeliveryFields; accepted: Accepted; version: string }

export type DeliveryChange = DraftChange | (DraftRefused & { question: AddressRefusal })

/** Who gets it and where. Without a street, only the person is saved: the customer enters the address at checkout. */
export async function deliverDraft(
  services: Services,
  order: Order,
  { email, typed, accepted, version }: Delivery,
  by: By,
): Promise<DeliveryChange> {
  if (!isEmail(email)) return refused(422, 'Please enter an email address like name@example.com.')
  const phone = typed.phone === '' ? '' : parsePhone(typed.phone)
  if (phone === null) return refused(422, 'Please enter a phone number like (206) 555-0142.')
  const hasStreet = [typed.street1, typed.street2, typed.city, typed.zip].some((part) => part !== '')
  const verification = hasStreet ? await askVerifier(services, typed) : null
  return durably(services.db, (tx): DeliveryChange => {
    const open = openBox(tx, order.id, version, by)
    if (!open.ok) return open
    const userId = accountFor(tx, open.order, email)
    if (isOwnOrder({ userId, email }, by.user)) return refused(409, OWN_ORDER)
    if (verification) {
      const request = { order: open.order, typed, accepted, verification, shownFcId: null, now: by.now }
      const changed = applyAddress(tx, open.order, request)
      if (!changed.ok && 'refusal' in changed)
        return { ...refused(422, changed.refusal.message), question: changed.refusal }
    } else changeOpenOrder(tx, open.order, by.now)
    const isCleared = !verification && open.order.deliveryPostalCode !== null
    const person = verification ? {} : { deliveryName: typed.name || null, deliveryPhone: phone || null }
    tx.update(orders)
      .set({ email, userId, ...person, ...(isCleared && NO_ADDRESS) })
      .where(eq(orders.id, order.id))
      .run()
    recordDraft(tx, order, by, { verb: 'order.draft_addressed' })
    return { ok: true, message: isCleared ? 'Saved. The draft has no address now.' : 'Saved.' }
  })
}

/** Nor what came from it: the center, the day, and what the verifier said. */
const NO_ADDRESS = {
  state: 'cart',
  deliveryStreet1: null,
  deliveryStreet2: null,
  deliveryCity: null,
  deliveryState: null,
  deliveryPostalCode: null,
  addressStatus: null,
  addressVerifiedAt: null,
  postalCodeDelayAccepted: false,
  transitDays: null,
  fcId: null,
  termsPromisedAt: null,
  ...dateColumns(null),
} as const

/** Another email is another person, whose account has neither the box nor the cards of the one before. */
const accountFor = (tx: DurableTx, order: Order, email: string): number | null =>
  normalizeEmail(email) === normalizeEmail(order.email ?? '') ? order.userId : accountOf(tx, email)

export function dateDraft(tx: DurableTx, orderId: number, version: string, date: Day, by: By): DraftChange {
  const open = openBox(tx, orderId, version, by)
  if (!open.ok) return open
  const chosen = chooseArrivalIn(tx, open.order, date, by.now)
  if (!chosen.ok) return refused(409, 'message' in chosen ? chosen.message : 'This order has been placed.')
  recordDraft(tx, open.order, by, {
    verb: 'order.draft_dated',
    detail: { before: open.order.arrivalOn, after: date },
  })
  return { ok: true, message: 'Saved.' }
}

/** The trail leaves out the code: a gift card's is money. */
export function codeDraft(
  tx: DurableTx,
  orderId: number,
  version: string,
  { code, mark }: { code: string; mark: string },
  by: By,
): DraftChange {
  const open = openBox(tx, orderId, version, by)
  if (!open.ok) return open
  const changed =
    mark === '' ? enterCodeIn(tx, orderId, code, by.now) : removeCodeIn(tx, orderId, mark, by.now)
  if (!changed.ok) return refused(422, 'message' in changed ? changed.message : 'This order has been placed.')
  recordDraft(tx, open.order, by, {
    verb: mark === '' ? 'order.draft_code_added' : 'order.draft_code_removed',
  })
  return { ok: true, message: changed.message }
}
