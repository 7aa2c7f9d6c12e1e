import { eq } from 'drizzle-orm'
import { type Order, orders } from '#db/schema/index.ts'
import { isEmail } from '../../accounts/rules.ts'
import { checkAddress } from '../../delivery/address.ts'
import { centerFor } from '../../delivery/postal-zones.ts'
import { makeGift } from '../../orders/gifting.ts'
import type { Services } from '../../services.ts'
import { type AddressRefusal, askVerifier, changeAddress } from '../address.ts'
import { EMAIL_SENTENCE } from '../email.ts'
import type { DeliveryStep } from './delivery-step-fields.ts'

/** What of the page stands in the way, by the part of it that is wrong. */
export type StepRefusal =
  | { at: 'email' | 'gift'; message: string }
  | { at: 'address' | 'date'; refusal: AddressRefusal }

export type StepChange =
  | { ok: true }
  | { ok: false; reason: 'order_placed' }
  | { ok: false; wrong: StepRefusal[] }

export const GIFT_EMAIL_SENTENCE = "Please check the recipient's email address, or leave it empty."

type Asked = {
  /** Whether this page asks for the email too. */
  email: boolean
  /** The postal code of whoever fills the page, before the order has one. */
  postalCode: string | null
}

/** Saves an open order's delivery: who, where, when, as whose gift. All of it, or nothing. */
export async function saveDelivery(
  services: Services,
  order: Order,
  step: DeliveryStep,
  asked: Asked,
): Promise<StepChange> {
  const { db, clock } = services
  const beside = wrongBeside(step, asked.email)
  if (beside.length > 0) return { ok: false, wrong: [...wrongAddress(services, step), ...beside] }
  const verification = await askVerifier(services, step.typed)
  const now = clock.now()
  const change = await changeAddress(db, {
    order,
    typed: step.typed,
    accepted: step.accepted,
    verification,
    shownFcId: order.fcId ?? centerFor(db, asked.postalCode),
    arrival: step.arrival,
    alongside: (tx, { id }) => {
      if (asked.email) tx.update(orders).set({ email: step.email }).where(eq(orders.id, id)).run()
      if (step.gift !== 'as_it_is') makeGift(tx, order, step.gift, now)
    },
    now,
  })
  if (change.ok || 'reason' in change) return change
  return { ok: false, wrong: [refused(change.refusal)] }
}

/** The part of the page that a refused address is about. */
export const refused = (refusal: AddressRefusal): StepRefusal => ({
  at: refusal.type === null && refusal.isAboutDate ? 'date' : 'address',
  refusal,
})

/** What is wrong with what is asked for beside the address. */
export function wrongBeside({ email, gift }: DeliveryStep, asksEmail: boolean): StepRefusal[] {
  const recipient = gift === 'as_it_is' ? '' : (gift?.recipientEmail ?? '')
  const wrong: StepRefusal[] = []
  if (asksEmail && !isEmail(email)) wrong.push({ at: 'email', message: EMAIL_SENTENCE })
  if (recipient !== '' && !isEmail(recipient)) wrong.push({ at: 'gift', message: GIFT_EMAIL_SENTENCE })
  return wrong
}

/** With something else wrong nothing is saved; what no answer could mend is told in the same breath. */
function wrongAddress({ db }: Services, { typed }: DeliveryStep): StepRefusal[] {
  const check = checkAddress(db, typed)
  return check.ok ? [] : [refused({ type: null, message: check.message, fields: check.fields })]
}
