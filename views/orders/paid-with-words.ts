import type { Returned } from '#src/orders/returned-money.ts'
import { cardName } from '#src/payments/card-name.ts'
import type { PlacedOrder } from './placed-order.ts'

/** 'Visa ending in 4242 and Mastercard ending in 4444'; null when gift cards paid for everything. */
export function paidWithWords({ paidWith, laterCards }: Pick<PlacedOrder, 'paidWith' | 'laterCards'>) {
  const names = [...(paidWith ? [paidWith] : []), ...laterCards].map(cardName)
  return names.length > 0 ? LIST.format(names) : null
}

/** What the total is. While the bank only holds the money, nothing is charged yet. */
export function totalName({ isHeld, isPartCharged }: Held, returned?: Returned): string {
  const releasedCents = returned?.releasedCents ?? 0
  if (!isHeld && releasedCents === 0) return 'Charged'
  const isCharged = isPartCharged || (releasedCents > 0 && returned?.cardCents !== releasedCents)
  return isCharged ? 'Held or charged' : 'Held by your bank'
}

type Held = Pick<PlacedOrder, 'isPartCharged'> & { isHeld?: boolean }

const LIST = new Intl.ListFormat('en-US')
