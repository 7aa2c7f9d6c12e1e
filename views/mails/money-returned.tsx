import { formatCents } from '#src/money.ts'
import type { Mail } from './receipt.tsx'

export type MoneyReturnedProps = {
  identifier: string
  amountCents: number
  /** Why the order could not be completed, in a sentence. */
  reason: string
  /** True when the order itself stands, paid by another payment. */
  isPlaced: boolean
  store: { name: string; email: string; phone: string }
  checkoutUrl: string
}

/** Tells a shopper that a payment came but could not be kept: what happened, what it means, what to do. */
export function moneyReturned(props: MoneyReturnedProps): Mail {
  const { identifier, amountCents, isPlaced, store, checkoutUrl } = props
  const paragraphs = [
    `We received your payment of ${formatCents(amountCents)} for order ${identifier}, but we could not keep it. ${props.reason}`,
    `The whole amount is on its way back to you. Your bank shows it within five to ten days.`,
    isPlaced
      ? 'Your order itself is placed and paid; nothing about it changes.'
      : `Nothing was ordered. Your box is still here: ${checkoutUrl}`,
    `Questions? Write to ${store.email} or call ${store.phone}.`,
  ]
  return {
    subject: `Your payment for order ${identifier} is coming back`,
    html: (
      <html lang="en">
        <body>
          {paragraphs.map((paragraph) => (
            <p>{paragraph}</p>
          ))}
          <p>{store.name}</p>
        </body>
      </html>
    ).toString(),
    text: [...paragraphs, store.name].join('\n\n'),
  }
}
