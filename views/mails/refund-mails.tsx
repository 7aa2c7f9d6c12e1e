import type { Refund } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { cardName } from '#src/payments/card-name.ts'
import { giftMoneyWords } from '../shared/gift-money-words.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type RefundProps = Pick<Refund, 'amountCents' | 'resolution'> & {
  identifier: string
  /** Absolute. */
  orderUrl: string
  store: Store
}

const orderLink = ({ identifier, orderUrl }: Pick<RefundProps, 'identifier' | 'orderUrl'>) => ({
  label: `View order ${identifier}`,
  url: orderUrl,
})

export const refundMadeMail = ({ identifier, orderUrl, amountCents, store }: RefundProps) =>
  composeEmail({
    subject: `We've refunded ${formatCents(amountCents)} for order ${identifier}`,
    title: "We've sent you a refund",
    paragraphs: [
      `We've refunded ${formatCents(amountCents)} for order ${identifier} to the card you paid with.`,
      "It can take five to ten days to show up at your bank, and there's nothing you need to do.",
    ],
    link: orderLink({ identifier, orderUrl }),
    store,
  })

type OrderRefundedProps = {
  identifier: string
  /** What was in the box: '2 × Wagyu ribeye, 14 oz'. */
  lines: string[]
  card: { brand: string; last4: string } | null
  /** Another card paid for a later change, so the refund may go to that card. */
  hasMoreCards?: boolean
  cardCents: number
  giftCents: number
  /** The part of `cardCents` that the bank only held until the box is weighed. */
  heldCents?: number | undefined
  /** What the bank took in a dispute that the shop lost. */
  lostCents?: number | undefined
  /** Of a corporate gift: nobody has a code. */
  isGiftBox?: boolean
  /** The box had not shipped. */
  isCanceled: boolean
  /** Absolute. */
  orderUrl: string
  shopUrl: string
  store: Store
}

export const orderRefundedMail = (props: OrderRefundedProps) => {
  const { isCanceled, shopUrl, store } = props
  return composeEmail({
    ...headWords(props),
    paragraphs: [...canceledWords(props), ...returnedWords(props), ...lostWords(props)],
    link: orderLink(props),
    ...(isCanceled && { otherLink: { label: 'Start another box', url: shopUrl } }),
    after: isCanceled ? ["If you didn't want this, please let us know right away."] : [],
    store,
  })
}

function headWords({ identifier, isCanceled, cardCents, giftCents }: OrderRefundedProps) {
  if (isCanceled)
    return { subject: `Your order ${identifier} was canceled`, title: 'Your order was canceled' }
  if (cardCents + giftCents === 0)
    return { subject: `Your order ${identifier} has ended`, title: 'Your order has ended' }
  return { subject: `We're refunding your order ${identifier}`, title: "We're refunding your order" }
}

function lostWords({ identifier, isCanceled, cardCents, giftCents, lostCents = 0 }: OrderRefundedProps) {
  if (lostCents > 0)
    return [
      `Your bank already gave you back ${formatCents(lostCents)} of what you paid for order ${identifier}, so we can't refund it again.`,
    ]
  return isCanceled || cardCents + giftCents > 0
    ? []
    : [`There was nothing left to refund on order ${identifier}.`]
}

const canceledWords = ({ identifier, lines, isCanceled }: OrderRefundedProps) =>
  isCanceled
    ? [`We've canceled order ${identifier}, so this box won't be delivered.`, `It held ${lines.join('; ')}.`]
    : []

const returnedWords = ({
  identifier,
  card,
  cardCents,
  giftCents,
  isGiftBox,
  heldCents = 0,
  hasMoreCards = false,
}: Pick<
  OrderRefundedProps,
  'identifier' | 'card' | 'cardCents' | 'giftCents' | 'isGiftBox' | 'heldCents' | 'hasMoreCards'
>) => [
  ...(heldCents > 0
    ? [
        `Your bank only held ${formatCents(heldCents)} for order ${identifier} on your ${card ? cardName(card) : 'card'}. We didn't charge it, and the hold can show for a few days before it disappears.`,
      ]
    : []),
  ...(cardCents > heldCents
    ? [
        `We're refunding ${formatCents(cardCents - heldCents)} for order ${identifier} ${heldCents > 0 || hasMoreCards ? 'the way you paid it' : `to your ${card ? cardName(card) : 'card'}`}. It can take five to ten days to show up at your bank.`,
      ]
    : []),
  ...(giftCents > 0
    ? [
        isGiftBox
          ? giftMoneyWords(giftCents, true)
          : `${formatCents(giftCents)} is back in your gift card balance or store credit, and you can use it right away.`,
      ]
    : []),
]

type PartRefundedProps = Pick<
  OrderRefundedProps,
  | 'identifier'
  | 'card'
  | 'hasMoreCards'
  | 'cardCents'
  | 'heldCents'
  | 'giftCents'
  | 'isGiftBox'
  | 'orderUrl'
  | 'store'
>

/** A part of an order, as staff decided. */
export const partRefundedMail = (props: PartRefundedProps) =>
  composeEmail({
    subject: partSubject(props),
    title: props.heldCents ? "You're paying less" : "We're sending you a refund",
    paragraphs: [
      ...heldPartWords(props),
      ...returnedWords(withoutHeld(props)),
      "There's nothing you need to do.",
    ],
    link: orderLink(props),
    store: props.store,
  })

function partSubject({ identifier, cardCents, giftCents, heldCents }: PartRefundedProps): string {
  const amount = formatCents(cardCents + giftCents)
  return heldCents
    ? `We're taking ${amount} off order ${identifier}`
    : `We're refunding ${amount} for order ${identifier}`
}

const heldPartWords = ({ identifier, card, heldCents = 0 }: PartRefundedProps) =>
  heldCents > 0
    ? [
        `We won't charge ${formatCents(heldCents)} of order ${identifier}. Your bank only held that money on your ${card ? cardName(card) : 'card'}, and the hold can show for a few days before it disappears.`,
      ]
    : []

const withoutHeld = ({ heldCents = 0, ...props }: PartRefundedProps) => ({
  ...props,
  cardCents: props.cardCents - heldCents,
})

export const refundFailedMail = ({ identifier, orderUrl, amountCents, store }: RefundProps) =>
  composeEmail({
    subject: `Your refund for order ${identifier} didn't go through`,
    title: "Your refund didn't go through",
    paragraphs: [
      `We tried to refund ${formatCents(amountCents)} for order ${identifier}, but your bank sent it back. That can happen if a card was closed or replaced.`,
      "We still owe you this money. We'll send it another way and email you when it's done. Got a new card or another way you'd like it? Just reply.",
    ],
    link: orderLink({ identifier, orderUrl }),
    store,
  })

export const refundReplacedMail = ({ identifier, orderUrl, amountCents, resolution, store }: RefundProps) =>
  composeEmail({
    subject: `Your refund for order ${identifier} is taken care of`,
    title: 'Your refund is taken care of',
    paragraphs: [
      resolution === 'check'
        ? `We've mailed you a check for ${formatCents(amountCents)}, because we couldn't refund the card for order ${identifier}.`
        : `We've given you ${formatCents(amountCents)} in store credit, because we couldn't refund the card for order ${identifier}.`,
    ],
    link: orderLink({ identifier, orderUrl }),
    store,
  })
