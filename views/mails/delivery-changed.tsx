import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { PlacedOrder } from '../orders/placed-order.ts'
import { formatMoment } from '../shared/moment.ts'
import { letter, type Store } from './mail-layout.tsx'

type DeliveryChanged = {
  order: PlacedOrder
  /** What the box costs less than before, and goes back. */
  returnedCents: number
  /** It arrives on another day than before. */
  dayMoved: boolean
  /** Absolute address of the order. */
  orderUrl: string
  store: Store
}

/** Where, when and as whose gift a paid box comes now. */
export const deliveryChangedMail = ({ order, returnedCents, dayMoved, orderUrl, store }: DeliveryChanged) =>
  letter({
    subject: `${changeWords(order, dayMoved)} (${order.identifier})`,
    title: 'Your delivery is changed',
    paragraphs: [
      `Your box arrives ${formatDay(order.arrivesOn, 'long')}, at ${placeOf(order)}.${giftWords(order)}`,
      ...(returnedCents > 0
        ? [
            `It costs ${formatCents(returnedCents)} less this way, which goes back the way it was paid. A bank shows it within five to ten days.`,
          ]
        : []),
      `You can change it again until ${formatMoment(order.lockAt, order.zone)}.`,
    ],
    link: { words: `Order ${order.identifier}`, url: orderUrl },
    after: ['If it was not you who changed it, tell us at once.'],
    store,
  })

const changeWords = ({ arrivesOn }: PlacedOrder, dayMoved: boolean) =>
  dayMoved ? `Your box arrives ${formatDay(arrivesOn, 'short')} now` : 'Your delivery is changed'

const placeOf = ({ delivery: { name, street1, street2, city, state, zip } }: PlacedOrder) =>
  [name, street1, street2, city, `${state} ${zip}`].filter(Boolean).join(', ')

const giftWords = ({ gift }: PlacedOrder) =>
  gift?.recipientName ? ` It comes as a gift for ${gift.recipientName}.` : ''
