import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { OrderChange } from '#src/orders/changes.ts'
import { cardName } from '#src/payments/card-name.ts'
import type { IconName } from '../shared/icon.tsx'
import type { PlacedOrder } from './placed-order.ts'

type Entry = { icon: IconName; title: string; words: string | null }
type Paid = Pick<PlacedOrder, 'paidWith' | 'laterCards'>
type Of<Kind extends OrderChange['kind']> = Extract<OrderChange, { kind: Kind }>

/** An entry of the order's timeline: what somebody changed, and what that cost. */
export function changeWords(change: OrderChange, paid: Paid): Entry {
  switch (change.kind) {
    case 'moved':
      return movedEntry(change, paid)
    case 'delivery':
      return {
        icon: 'place',
        title: `${who(change)} changed the ${change.detail.isNewPlace ? 'address' : 'delivery'}`,
        words: moneyWords(change, paid),
      }
    case 'edited':
      return {
        icon: 'pencil',
        title: `${who(change)} changed what's inside`,
        words: sentences(linesWords(change.detail.lines), moneyWords(change, paid)),
      }
    case 'canceled':
      return { icon: 'close', title: `${who(change)} canceled it`, words: returnedWords(change, paid) }
  }
}

function movedEntry(change: Of<'moved'>, paid: Paid): Entry {
  const { from, to, reward } = change.detail
  const rewardWords =
    reward && `${reward.name} came off${reward.isLost ? '' : ' and is back in your rewards'}.`
  return {
    icon: 'calendar',
    title: `${who(change)} moved it to ${formatDay(to, 'short')}`,
    words: sentences(`It was ${formatDay(from, 'short')}.`, rewardWords ?? null, moneyWords(change, paid)),
  }
}

const who = ({ by }: OrderChange) => (by === 'shopper' ? 'You' : 'We')

type Line = Of<'edited'>['detail']['lines'][number]

/** Null for a change of its gift details. */
function linesWords(lines: Line[]): string | null {
  const words = lines.map(lineWords).join(', ')
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : null
}

function lineWords({ name, label, from, to }: Line): string {
  const item = `${name}, ${label}`
  if (from === 0) return `added ${to} × ${item}`
  if (to === 0) return `removed ${item}`
  return `${item}: ${to} instead of ${from}`
}

function moneyWords({ differenceCents: cents, detail }: OrderChange, { paidWith }: Paid): string | null {
  if (cents === 0) return null
  const paid = ('card' in detail && detail.card) || paidWith
  const card = paid ? cardName(paid) : 'your card'
  return cents > 0 ? `${formatCents(cents)} more charged to ${card}.` : `${formatCents(-cents)} less.`
}

function returnedWords({ detail }: Of<'canceled'>, { paidWith, laterCards }: Paid) {
  const { cardCents, giftCents, heldCents = 0 } = detail
  const refundCents = cardCents - heldCents
  const card = paidWith ? cardName(paidWith) : 'your card'
  const payer = laterCards.length > 0 ? 'the cards that paid it' : card
  const parts = [
    refundCents > 0 && `${formatCents(refundCents)} to ${heldCents > 0 ? 'the card that paid it' : payer}`,
    giftCents > 0 && `${formatCents(giftCents)} to your gift card or store credit`,
  ].filter(Boolean)
  return sentences(
    heldCents > 0 ? `${formatCents(heldCents)} was held on ${card} and won't be charged.` : null,
    parts.length > 0 ? `You get back ${parts.join(' and ')}.` : null,
  )
}

const sentences = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' ')
