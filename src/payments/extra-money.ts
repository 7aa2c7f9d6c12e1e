import type { DurableTx } from '#db/client.ts'
import type { Payment } from '#db/schema/index.ts'
import { endCharge } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { applyPaidChange } from './apply-paid-change.ts'
import { endExtraCharge, extraChargeOf } from './extra-charges.ts'
import { keepMoney, receiveMoney, returnMoney } from './incoming-money.ts'
import type { IntentSnapshot } from './provider.ts'

/** Applies the change that an extra charge is for, or returns the money at once. Called by `settle` only. */
export function takeExtraMoney(
  tx: DurableTx,
  { clock, wallClock, config }: Services,
  payment: Payment,
  intent: IntentSnapshot,
): 'changed' | 'money_returned' {
  const [now, wallNow] = [clock.now(), wallClock.now()]
  endCharge(tx, payment.orderId)
  const order = orderById(tx, payment.orderId)
  const problem = receiveMoney(tx, { payment, order, intent }, config, now)
  const failure = problem ? NO_MATCH : applyPaidChange(tx, order, extraChargeOf(tx, payment.id), intent, now)
  endExtraCharge(tx, payment)
  if (failure === null) keepMoney(tx, payment, intent, wallNow)
  else returnMoney(tx, payment, { intent, failure, now, wallNow })
  return failure === null ? 'changed' : 'money_returned'
}

const NO_MATCH = "The payment didn't match the change."
