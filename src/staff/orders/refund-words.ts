import { formatCents } from '../../money.ts'
import { OWN_ORDER } from '../../orders/is-own-order.ts'
import { PRESSED_WITH_OTHER } from '../pressed-again.ts'
import type { Refunded, RefundRefusal } from './refund.ts'

const REFUSALS: Record<Exclude<RefundRefusal, 'more_than_left'>, string> = {
  own: OWN_ORDER,
  not_placed: "This order isn't paid, so there's nothing to refund.",
  bank_decides:
    "The bank is still deciding about this money. Please accept the dispute in the provider's dashboard first.",
  nothing_left: 'Nothing is left of this order that could be refunded.',
  unknown: 'There is no such refund.',
  decided_before: 'Someone has already decided about this refund.',
  pressed_before: PRESSED_WITH_OTHER,
  asked_yourself: 'You asked for this refund, so someone else has to approve it.',
}

export const refundRefusalWords = ({
  code,
  leftCents,
  creditCents,
}: Extract<Refunded, { ok: false }>): string => {
  const words =
    code === 'more_than_left'
      ? `Only ${formatCents(leftCents)} is left of this order. Nothing was refunded.`
      : REFUSALS[code]
  return creditCents > 0 ? `${words} ${formatCents(creditCents)} was given as credit.` : words
}
