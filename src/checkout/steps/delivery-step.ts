import { eq } from 'drizzle-orm'
import { type Order, orders } from '#db/schema/index.ts'
import { EMAIL_SENTENCE, isEmail } from '../../accounts/rules.ts'
import { checkAddress } from '../../delivery/address.ts'
import { centerFor } from '../../delivery/postal-zones.ts'
import { makeGift } from '../../orders/gifting.ts'
import type { Services } from '../../services.ts'
import { askVerifier, changeAddress } from '../address.ts'
import type { AddressRefusal } from '../address-question.ts'
import { giftProblem } from '../gift-problem.ts'
import type { DeliveryStep } from './delivery-step-fields.ts'

export type StepRefusal =
  | { at: 'email' | 'gift'; message: string }
  | { at: 'address' | 'date'; refusal: AddressRefusal }

export type StepChange =
  | { ok: true }
  | { ok: false; reason: 'order_placed' }
  | { ok: false; refusals: StepRefusal[] }

type PageContext = {
  email: boolean
  /** The visitor's postal code, used until the order has one. */
  postalCode: string | null
}

export async function saveDelivery(
  services: Services,
  order: Order,
  step: DeliveryStep,
  context: PageContext,
): Promise<StepChange> {
  const { db, clock } = services
  const otherRefusals = otherRefusalsOf(step, context.email)
  if (otherRefusals.length > 0)
    return { ok: false, refusals: [...addressRefusals(services, step), ...otherRefusals] }
  const verification = await askVerifier(services, step.typed)
  const now = clock.now()
  const change = await changeAddress(db, {
    order,
    typed: step.typed,
    accepted: step.accepted,
    verification,
    shownFcId: order.fcId ?? centerFor(db, context.postalCode),
    arrival: step.arrival,
    alsoSave: (tx, current) => {
      if (context.email) tx.update(orders).set({ email: step.email }).where(eq(orders.id, current.id)).run()
      if (step.gift !== 'unchanged') makeGift(tx, current, step.gift, now)
    },
    now,
  })
  if (change.ok || 'reason' in change) return change
  return { ok: false, refusals: [stepRefusal(change.refusal)] }
}

export const stepRefusal = (refusal: AddressRefusal): StepRefusal => ({
  at: refusal.type === null && refusal.isAboutDate ? 'date' : 'address',
  refusal,
})

export function otherRefusalsOf({ email, gift }: DeliveryStep, asksEmail: boolean): StepRefusal[] {
  const giftMessage = giftProblem(gift)
  const refusals: StepRefusal[] = []
  if (asksEmail && !isEmail(email)) refusals.push({ at: 'email', message: EMAIL_SENTENCE })
  if (giftMessage) refusals.push({ at: 'gift', message: giftMessage })
  return refusals
}

/** When other fields are wrong too, lists the address mistakes along with them. */
function addressRefusals({ db }: Services, { typed }: DeliveryStep): StepRefusal[] {
  const check = checkAddress(db, typed)
  return check.ok ? [] : [stepRefusal({ type: null, message: check.message, fields: check.fields })]
}
