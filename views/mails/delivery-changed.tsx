import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { PlacedOrder } from '../orders/placed-order.ts'
import { formatMoment } from '../shared/local-time.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type DeliveryChanged = {
  order: PlacedOrder
  /** The part of the price that is refunded; negative when it was charged. */
  returnedCents: number
  dayMoved: boolean
  /** Absolute. */
  orderUrl: string
  store: Store
}

export const deliveryChangedMail = ({ order, returnedCents, dayMoved, orderUrl, store }: DeliveryChanged) =>
  composeEmail({
    subject: `${changeSummary(order, dayMoved)} (${order.identifier})`,
    title: 'Your delivery has changed',
    paragraphs: [
      `Your box now arrives ${formatDay(order.arrivesOn, 'long')} at ${formatAddress(order)}.${giftSentence(order)}`,
      ...(returnedCents > 0
        ? [
            `Your new total is ${formatCents(returnedCents)} lower, so we're refunding the difference to your original payment method. It can take five to ten days to show up.`,
          ]
        : []),
      ...(returnedCents < 0
        ? [`Your new total is ${formatCents(-returnedCents)} higher, and the difference is paid.`]
        : []),
      `You can make more changes until ${formatMoment(order.lockAt, order.zone)}.`,
    ],
    link: { label: `View order ${order.identifier}`, url: orderUrl },
    after: ["If you didn't make this change, please let us know right away."],
    store,
  })

const changeSummary = ({ arrivesOn }: PlacedOrder, dayMoved: boolean) =>
  dayMoved ? `Your box now arrives ${formatDay(arrivesOn, 'short')}` : 'Your delivery has changed'

const formatAddress = ({ delivery: { name, street1, street2, city, state, zip } }: PlacedOrder) =>
  [name, street1, street2, city, `${state} ${zip}`].filter(Boolean).join(', ')

const giftSentence = ({ gift }: PlacedOrder) =>
  gift?.recipientName ? ` It's a gift for ${gift.recipientName}.` : ''
