import { formatCents } from '#src/money.ts'
import type { CardsOrder } from '#src/orders/placed.ts'
import type { Returned } from '#src/orders/returned-money.ts'
import { cardName } from '#src/payments/card-name.ts'
import { toShopper } from '../orders/order-sums.tsx'
import { paidWithWords } from '../orders/paid-with-words.ts'
import { areGiftBoxes } from '../orders/placed-order.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type GiftCardProps = {
  cents: number
  /** 'ABCD-EFGH-JKLM-NPQR' */
  code: string
  /** As its buyer typed it. */
  message: string
  /** Absolute, as the other link. */
  printUrl: string
  balanceUrl: string
  store: Store
}

const paragraphsOf = (message: string) =>
  message
    .split(/\n+/)
    .map((words) => words.trim())
    .filter(Boolean)

const howToUse = ({ store }: GiftCardProps) =>
  `Fill a box at ${store.name} and enter the code at checkout. What you don't spend stays on the card. It never expires and has no fees.`

/** To the person it's for. Never marketing: it's the only mail they get for it. */
export const giftCardMail = (props: GiftCardProps) => {
  const { cents, code, message, printUrl, balanceUrl, store } = props
  return composeEmail({
    subject: `A ${formatCents(cents)} gift card for you at ${store.name}`,
    title: `${formatCents(cents)} of good meat, for you`,
    paragraphs: [
      ...paragraphsOf(message),
      'Your gift card code:',
      code,
      howToUse(props),
      'Keep this code like cash: anyone who has it can spend it. We never ask for it by phone or text.',
    ],
    link: { label: 'Open and print your card', url: printUrl },
    otherLink: { label: "See what's left on it", url: balanceUrl },
    store,
  })
}

/** To its buyer, who hands it over on paper. */
export const giftCardToPrintMail = (props: GiftCardProps) => {
  const { cents, code, printUrl, store } = props
  return composeEmail({
    subject: `Your ${formatCents(cents)} gift card to print`,
    title: 'Your gift card is ready to print',
    paragraphs: [
      `It's worth ${formatCents(cents)}. Its code:`,
      code,
      'Keep the code like cash: anyone who has it can spend it.',
      howToUse(props),
    ],
    link: { label: 'Print the card', url: printUrl },
    store,
  })
}

type ReturnedProps = {
  /** Less than the card's, if some of its price was refunded before. */
  cents: number
  cardCents: number
  identifier: string
  card: { brand: string; last4: string } | null
  orderUrl: string
  store: Store
}

export const giftCardReturnedMail = ({
  cents,
  cardCents,
  identifier,
  card,
  orderUrl,
  store,
}: ReturnedProps) =>
  composeEmail({
    subject: `We're refunding ${cents < cardCents ? `${formatCents(cents)} of ` : ''}your ${formatCents(cardCents)} gift card (${identifier})`,
    title: 'Your gift card is returned',
    paragraphs: [
      `We're refunding ${formatCents(cents)} to your ${card ? cardName(card) : 'card'}. It can take five to ten days to show up at your bank.`,
      'The code of the gift card has ended. If someone already has it, please let them know.',
    ],
    link: { label: `View order ${identifier}`, url: orderUrl },
    after: ["If you didn't ask for this, please let us know right away."],
    store,
  })

type CardsReceiptProps = {
  order: CardsOrder
  /** Of the totals, when it's sent again. */
  returned?: Returned | undefined
  orderUrl: string
  store: Store
}

function paidThings({ lines }: CardsOrder, isForBoxes: boolean) {
  const isOne = lines.length === 1 && lines[0]?.quantity === 1
  const thing = isForBoxes ? 'box' : 'card'
  return isOne ? `${thing} is` : `${thing}${isForBoxes ? 'es' : 's'} are`
}

/** The receipt of an order of gift cards alone. */
export const cardsReceipt = ({ order, returned, orderUrl, store }: CardsReceiptProps) => {
  const isForBoxes = areGiftBoxes(order.lines)
  return composeEmail({
    subject: `Your ${store.name} ${isForBoxes ? 'gift boxes' : 'gift card order'} (${order.identifier})`,
    title: `Thank you! Your gift ${paidThings(order, isForBoxes)} paid.`,
    paragraphs: [
      ...order.lines.map(({ name, label, farm }) => `${name}, ${label}. ${farm}.`),
      `Charged${order.paidWith ? ` to ${paidWithWords(order)}` : ''}: ${formatCents(order.totals.totalCents)}${isForBoxes ? ', with delivery and tax' : '. No sales tax applies to gift cards'}.`,
      ...(returned ? toShopper(returned) : []).map(([name, value]) => `${name}: ${value}`),
      isForBoxes
        ? 'Each box is an order of its own. We email you their numbers and days once all are placed.'
        : 'On the page of your order you can send a card again, print it, or give it back while nobody has spent any of it.',
    ],
    link: { label: `View order ${order.identifier}`, url: orderUrl },
    store,
  })
}

type CashProps = { email: string; cents: number; flagsUrl: string; store: Store }

export const cashRequestMail = ({ email, cents, flagsUrl, store }: CashProps) =>
  composeEmail({
    subject: `Pay out ${formatCents(cents)} of a gift card`,
    title: 'A gift card to pay out in cash',
    paragraphs: [
      `${email} asked for the last ${formatCents(cents)} of a gift card in cash, as their state's law allows.`,
      'The card is empty now. Ask them where to send the check, then close the flag.',
    ],
    link: { label: 'Open the flags', url: flagsUrl },
    reader: 'staff',
    store,
  })
