import { cardName } from '#src/payments/card-name.ts'
import type { PlacedOrder } from './placed-order.ts'

/** 'Visa ending in 4242 and Mastercard ending in 4444'; null when gift cards paid for everything. */
export function paidWithWords({ paidWith, laterCards }: Pick<PlacedOrder, 'paidWith' | 'laterCards'>) {
  const names = [...(paidWith ? [paidWith] : []), ...laterCards].map(cardName)
  return names.length > 0 ? LIST.format(names) : null
}

/** What the total is. While the bank only holds the money, nothing is charged yet. */
export const totalName = ({ isHeld }: { isHeld?: boolean }) => (isHeld ? 'Held by your bank' : 'Charged')

const LIST = new Intl.ListFormat('en-US')
