/** 'Visa ending in 4242'. The provider sends brands in lower case. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${BRANDS[brand.toLowerCase()] ?? 'card'} ending in ${last4}`

/** A wallet's own payment method may have no digits. */
export const keptCardName = ({ brand, last4 }: { brand: string | null; last4: string | null }) =>
  last4 === null ? 'Your wallet' : cardName({ brand: brand ?? '', last4 })

/** For a list of cards: 'Visa ending in 4242 (09/2029)' when two would have the same name. */
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
