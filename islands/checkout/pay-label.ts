import { PLACE_ORDER } from '#src/checkout/sentences.ts'
import { formatCents } from '#src/money.ts'

export function payLabel(totalCents: number, isBusy: boolean): string {
  if (totalCents === 0) return isBusy ? 'Placing your order…' : PLACE_ORDER
  return isBusy ? 'Paying…' : `Pay ${formatCents(totalCents)}`
}
