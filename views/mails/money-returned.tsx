import { formatCents } from '#src/money.ts'
import { letter, type Store } from './mail-layout.tsx'

export type MoneyReturnedProps = {
  identifier: string
  amountCents: number
  /** Why the order could not be completed, in a sentence. */
  reason: string
  /** True when the order itself stands, paid by another payment. */
  isPlaced: boolean
  store: Store
  checkoutUrl: string
}

/** Tells a shopper that a payment came but could not be kept: what happened, what it means, what to do. */
export const moneyReturnedMail = ({
  identifier,
  amountCents,
  reason,
  isPlaced,
  store,
  checkoutUrl,
}: MoneyReturnedProps) =>
  letter({
    subject: `Your payment for order ${identifier} is coming back`,
    title: 'Your payment is coming back',
    paragraphs: [
      `We received your payment of ${formatCents(amountCents)} for order ${identifier}, but we could not keep it. ${reason}`.trim(),
      'The whole amount is on its way back to you. Your bank shows it within five to ten days.',
      isPlaced
        ? 'Your order itself is placed and paid; nothing about it changes.'
        : 'Nothing was ordered. Your box is still here.',
    ],
    ...(isPlaced ? {} : { link: { words: 'Back to your box', url: checkoutUrl } }),
    store,
  })
