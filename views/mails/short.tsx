import { formatCents } from '#src/money.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type ShortProps = {
  identifier: string
  /** '1 × Grass-fed ribeye, 10 oz' */
  what: string
  cardCents: number
  giftCents: number
  /** Absolute. */
  orderUrl: string
  store: Store
}

export const shortMail = ({ identifier, what, cardCents, giftCents, orderUrl, store }: ShortProps) =>
  composeEmail({
    subject: `Something is missing from your box ${identifier}`,
    title: "We're sorry, something is missing",
    paragraphs: [
      `When we packed order ${identifier}, this wasn't on the shelf: ${what}. The rest of your box still comes as planned.`,
      ...(cardCents > 0
        ? [
            `We're refunding ${formatCents(cardCents)} to the card you paid with. It can take five to ten days to show up at your bank.`,
          ]
        : []),
      ...(giftCents > 0
        ? [`${formatCents(giftCents)} is back in your gift card balance or store credit.`]
        : []),
    ],
    link: { label: `View order ${identifier}`, url: orderUrl },
    store,
  })
