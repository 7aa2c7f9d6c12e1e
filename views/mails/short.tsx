import { formatCents } from '#src/money.ts'
import { giftMoneyWords } from '../shared/gift-money-words.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type ShortProps = {
  identifier: string
  /** '1 × Grass-fed ribeye, 10 oz' */
  what: string
  cardCents: number
  /** The part of `cardCents` that the bank only held. */
  heldCents?: number
  giftCents: number
  isGiftBox?: boolean
  /** Absolute. */
  orderUrl: string
  store: Store
}

export const shortMail = ({
  identifier,
  what,
  cardCents,
  heldCents = 0,
  giftCents,
  isGiftBox,
  orderUrl,
  store,
}: ShortProps) =>
  composeEmail({
    subject: `Something is missing from your box ${identifier}`,
    title: "We're sorry, something is missing",
    paragraphs: [
      `When we packed order ${identifier}, we had to leave this out: ${what}. The rest of your box still comes as planned.`,
      ...(heldCents > 0
        ? [
            `We won't charge you the ${formatCents(heldCents)} for it. Your bank only held that money, and the hold can show for a few days before it disappears.`,
          ]
        : []),
      ...(cardCents > heldCents
        ? [
            `We're refunding ${formatCents(cardCents - heldCents)} to the card you paid with. It can take five to ten days to show up at your bank.`,
          ]
        : []),
      ...(giftCents > 0 ? [giftMoneyWords(giftCents, isGiftBox)] : []),
    ],
    link: { label: `View order ${identifier}`, url: orderUrl },
    store,
  })
