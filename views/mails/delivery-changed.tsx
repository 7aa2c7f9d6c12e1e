import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { Move } from '#src/orders/move-of.ts'
import { WAITING_ENDED } from '#src/orders/rules.ts'
import type { PlacedOrder } from '../orders/placed-order.ts'
import { formatMoment } from '../shared/local-time.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type DeliveryChanged = {
  order: PlacedOrder
  /** The part of the price that is refunded; negative when it was charged. */
  returnedCents: number
  /** The part of `returnedCents` that the bank had only held. It won't be charged. */
  heldCents?: number | undefined
  /** It ended a change that waited for its payment. */
  endsWaiting?: boolean | undefined
  /** If another day was chosen. */
  moved: Move | null
  /** Absolute, as the other link. */
  calendarUrl: string
  orderUrl: string
  store: Store
}

export const deliveryChangedMail = (props: DeliveryChanged) => {
  const { order, returnedCents, moved, orderUrl, calendarUrl, store } = props
  return composeEmail({
    subject: `${changeSummary(props)} (${order.identifier})`,
    title: moved ? 'Your box has moved to another day' : 'Your delivery has changed',
    paragraphs: [
      `${dayWords(props)} ${formatAddress(order)}.${giftSentence(order)}`,
      ...movedAgain(props),
      ...(moved?.reward ? [REWARD_WORDS[moved.reward.fate](moved.reward.name)] : []),
      ...(returnedCents > 0 ? [lowerWords(props)] : []),
      ...(returnedCents < 0
        ? [`Your new total is ${formatCents(-returnedCents)} higher, and the difference is paid.`]
        : []),
      ...(props.endsWaiting ? [WAITING_ENDED] : []),
      `You can make more changes until ${formatMoment(order.lockAt, order.zone)}.`,
    ],
    link: { label: `View order ${order.identifier}`, url: orderUrl },
    ...(moved && { otherLink: { label: 'Put the new day in your calendar', url: calendarUrl } }),
    after: ["If you didn't make this change, please let us know right away."],
    store,
  })
}

function lowerWords({ returnedCents, heldCents = 0 }: DeliveryChanged): string {
  const total = `Your new total is ${formatCents(returnedCents)} lower`
  const backCents = returnedCents - heldCents
  if (heldCents === 0)
    return `${total}, so we're refunding the difference to your original payment method. It can take five to ten days to show up.`
  if (backCents === 0) return `${total}. Your bank only holds the money, so we'll charge that much less.`
  return `${total}. Your bank only holds ${formatCents(heldCents)} of it, so we won't charge that. We're refunding the other ${formatCents(backCents)} the way you paid it, which can take five to ten days to show up.`
}

const changeSummary = ({ moved }: DeliveryChanged) =>
  moved
    ? `Your box moved from ${formatDay(moved.from, 'short')} to ${formatDay(moved.to, 'short')}`
    : 'Your delivery has changed'

const dayWords = ({ moved, order }: DeliveryChanged) =>
  moved
    ? `Your box was going to arrive ${formatDay(moved.from, 'long')}. It now arrives ${formatDay(moved.to, 'long')}`
    : `Your box now arrives ${formatDay(order.arrivesOn, 'long')}`

/** Two quick moves: this mail is of the first, and is sent after the second. */
const movedAgain = ({ moved, order }: DeliveryChanged) =>
  moved && moved.to !== order.arrivesOn
    ? [`It has moved again since, and now arrives ${formatDay(order.arrivesOn, 'long')}.`]
    : []

const REWARD_WORDS: Record<NonNullable<Move['reward']>['fate'], (name: string) => string> = {
  lost: (name) =>
    `Your reward, ${name}, isn't good that late. It's no longer in the box, as we asked you before.`,
  in_wallet: (name) =>
    `Your reward, ${name}, isn't good that late, so it's no longer in the box. It's back in your rewards: use it on a box that comes sooner.`,
  returned: (name) => `Your reward, ${name}, is back in the box.`,
}

const formatAddress = ({ delivery: { name, street1, street2, city, state, zip } }: PlacedOrder) =>
  `for ${name} at ${[street1, street2, city, `${state} ${zip}`].filter(Boolean).join(', ')}`

const giftSentence = ({ gift }: PlacedOrder) =>
  gift?.recipientName ? ` It's a gift for ${gift.recipientName}.` : ''
