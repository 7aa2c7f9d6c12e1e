import type { Ctx } from '../accounts/guards.ts'
import type { Viewable } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import type { ExtraOutcome } from './extra-charge-try.ts'

type Waiting = Extract<ExtraOutcome, { outcome: 'challenge' | 'card_needed' | 'pending' }>

/** A change that waits for a card, the bank's confirmation or its answer: where that happens. */
export function toExtraPayment(c: Ctx, { order, key }: Viewable, { outcome }: Waiting) {
  const authenticate = outcome === 'challenge' ? 'true' : null
  const path = paths.payForEdit(order.token, { key, authenticate })
  const url = c.var.services.config.appUrl + path
  if (outcome === 'pending') return reply(c, 202, { message: PENDING, url }, { path })
  const { code, message } = ASKED[outcome]
  if (!wantsHtml(c)) return c.json({ error: message, message, code, url, path }, 402)
  return redirectTo(c, path)
}

const PENDING = "Your bank is still working on it. We'll make the change as soon as the payment arrives."

const ASKED = {
  challenge: {
    code: 'authentication_required',
    message: 'Your bank wants you to confirm this payment.',
  },
  card_needed: { code: 'card_required', message: 'Please enter a card to pay the difference.' },
}

export const EXTRA_NO_ANSWER =
  "We couldn't reach our payment provider, so your order is as it was. If your card was charged after all, we'll make the change or refund you."
