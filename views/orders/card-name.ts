import type { PlacedOrder } from './placed-order.ts'

/** 'Visa ending in 4242'. The provider writes brands in lower case. */
export const cardName = ({ brand, last4 }: NonNullable<PlacedOrder['paidWith']>) =>
  `${BRANDS[brand.toLowerCase()] ?? 'card'} ending in ${last4}`

/** The same of a kept card; of what came by a wallet's own kind of payment nothing may be known. */
export const keptCardName = ({ brand, last4 }: { brand: string | null; last4: string | null }) =>
  last4 === null ? 'Your wallet' : cardName({ brand: brand ?? '', last4 })

/** The same where somebody chooses among their cards: 'Visa ending in 4242 (09/2029)' where two read alike. */
export const chosenCardName = ({
  expires,
  hasLookalike,
  ...card
}: Parameters<typeof keptCardName>[0] & { expires: string | null; hasLookalike: boolean }) =>
  hasLookalike && expires ? `${keptCardName(card)} (${expires})` : keptCardName(card)

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}
