import { Hono } from 'hono'
import { refuseClosedOrder } from '../orders/closed-order.ts'
import { ownOrder } from '../orders/own-order.ts'
import { type RecurringRefusal, setRecurring } from '../orders/recurring.ts'
import { recurringConsentText } from '../orders/recurring-consent.ts'
import { FREQUENCIES, type RenewPeriod } from '../orders/recurring-rules.ts'
import { BEING_PAID_SENTENCE } from '../orders/rules.ts'
import { paths } from '../paths.ts'
import { orderTerms } from '../shop-settings/order-terms.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { readFields } from '../web/fields.ts'
import { reply } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import { RecurringFields } from './schemas.ts'

export const recurringRoutes = new Hono<AppEnv>()

const SENTENCES: Record<RecurringRefusal, string> = {
  unknown_rhythm: "Please choose how often you'd like your box.",
  gift_order: "Gifts can't be recurring.",
  membership_box: 'This box is part of your membership. You can change how often on your membership page.',
  draft: 'We filled this box for you, so it comes once. You can make your next one recurring.',
  being_paid: BEING_PAID_SENTENCE,
}

recurringRoutes.post(
  paths.recurring.pattern,
  ownOrder(async (c, order) => {
    const { services, body } = c.var
    const read = readFields(RecurringFields, body)
    if (!read.ok) return refuse(c, 422, read.message)

    const words = recurringConsentText(services.config.store.name, orderTerms(services.db))
    const change = await setRecurring(services.db, order.id, { ...read.value, words }, services.clock.now())
    const path = previousPage(c, paths.checkout(order.token))
    if (change.ok) {
      const message = changedSentence(change.period)
      const json = { message, recurring: change.period !== null, renew_period_type: change.period }
      return reply(c, 200, json, { path, flash: { kind: 'notice', message } })
    }
    if (change.reason === 'order_placed') return refuseClosedOrder(c, order)
    const message = SENTENCES[change.reason]
    const json = { message, error: message, code: change.reason }
    return reply(c, 422, json, { path, flash: { kind: 'danger', message } })
  }),
)

const changedSentence = (period: RenewPeriod | null) =>
  period ? `You'll get a box ${FREQUENCIES[period]}.` : 'This is a one-time box.'
