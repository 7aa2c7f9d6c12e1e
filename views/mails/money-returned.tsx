import { formatCents } from '#src/money.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

export type MoneyReturnedProps = {
  identifier: string
  amountCents: number
  /** Why the order could not be completed, as a sentence. */
  reason: string
  /** The order was placed with another payment. */
  isPlaced: boolean
  store: Store
  checkoutUrl: string
}

export const moneyReturnedMail = ({
  identifier,
  amountCents,
  reason,
  isPlaced,
  store,
  checkoutUrl,
}: MoneyReturnedProps) =>
  composeEmail({
    subject: `We're refunding your payment for order ${identifier}`,
    title: "We're refunding your payment",
    paragraphs: [
      `We received your payment of ${formatCents(amountCents)} for order ${identifier}, but we couldn't accept it. ${reason}`.trim(),
      "We're refunding the full amount. It can take five to ten days to show up at your bank.",
      isPlaced
        ? 'Your order was paid for with another payment, so nothing about it changes.'
        : "Your order wasn't placed, but your box is still here.",
    ],
    ...(isPlaced ? {} : { link: { label: 'Back to your box', url: checkoutUrl } }),
    store,
  })
