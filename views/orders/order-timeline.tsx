import type { Child } from 'hono/jsx'
import { formatDay } from '#src/day.ts'
import { trackingWords } from '#src/delivery/parcel-status.ts'
import { formatCents } from '#src/money.ts'
import type { OrderChange } from '#src/orders/changes.ts'
import { isCanceled } from '#src/orders/states.ts'
import { type PastEvent, timelineOf, undoDayOf } from '#src/orders/timeline.ts'
import { paths } from '#src/paths.ts'
import { cardName } from '#src/payments/card-name.ts'
import { answerTitle, toldWords } from '../claims/claim-words.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { shortMoment } from '../shared/local-time.ts'
import { Timeline, TimelineEntry, type TimelineEntryProps } from '../shared/timeline.tsx'
import { cityOf } from '../tracking/card-words.ts'
import { changeWords } from './change-words.ts'
import { CurrentEntry } from './current-entry.tsx'
import { aheadEntry } from './entries-ahead.tsx'
import type { OrderPageProps } from './order-page.tsx'
import { lotNote, weightNote } from './placed-order.ts'
import { ReceiptAgain } from './receipt-again.tsx'

/** Oldest first: what was paid and changed, what can be done now, and what comes. */
export function OrderTimeline(props: OrderPageProps) {
  const { past, now, since, ahead } = timelineOf(props.timeline, props.now, trackingWords)
  return (
    <Timeline id="order_timeline" label="This order, step by step">
      {past.map((event) => (
        <PastEntry event={event} {...props} />
      ))}
      <CurrentEntry {...props} event={now} />
      {since.map((event) => (
        <PastEntry event={event} {...props} />
      ))}
      {ahead.map((event) => (
        <TimelineEntry tone="ahead" {...aheadEntry(event, props)} />
      ))}
    </Timeline>
  )
}

const PastEntry = ({ event, ...props }: OrderPageProps & { event: PastEvent }) => (
  <TimelineEntry
    tone="done"
    {...pastEntry(event, props)}
    when={shortMoment(event.at, event.kind === 'seen' ? props.timeline.doorZone : props.order.zone)}
    at={event.at}
  />
)

type PastWords = Omit<TimelineEntryProps, 'tone'> & { tone?: 'late' }

function pastEntry(event: PastEvent, props: OrderPageProps): PastWords {
  switch (event.kind) {
    case 'placed':
      return {
        icon: 'check',
        title: 'You placed it',
        words: paidWords(event, props),
        children: <ReceiptWays {...props} />,
      }
    case 'change':
      return { ...changeWords(event.change, props.order), ...undoWay(event.change, props) }
    case 'refund':
      return refundEntry(event.refund, props)
    case 'gift_return':
      return {
        icon: 'gift',
        title: `Refunded ${formatCents(event.giftCents)}`,
        words: "It's back in your gift card balance or store credit.",
      }
    case 'weather':
      return weatherEntry(event.hold, props)
    case 'short':
      return shortEntry(event.short)
    case 'claim':
      return { icon: 'camera', title: 'You told us', words: toldWords(event.claim), ways: claimWay(props) }
    case 'claim_answer':
      return { icon: 'done', ...answerEntry(event.claim), ways: claimWay(props) }
    case 'packed':
      return { icon: 'box', title: 'Packed', words: <PackedWords {...props} /> }
    case 'shipped':
      return { icon: 'truck', title: `Shipped from ${props.shipsFrom}`, words: carrierWords(event) }
    case 'seen':
      return { icon: 'truck', title: event.words, words: cityOf(event) || null, ...lateTone(event.words) }
  }
}

type Claim = OrderPageProps['timeline']['claims'][number]

/** The card's refund has an entry of its own, with the amount. */
function answerEntry(claim: Claim) {
  const isOnCard = claim.answer === 'refund' && claim.cardCents > 0
  const said = claim.words && `“${claim.words}”`
  const gift =
    isOnCard &&
    claim.giftCents > 0 &&
    `${formatCents(claim.giftCents)} is back in your gift card balance or store credit.`
  return {
    title: (!isOnCard && answerTitle(claim)) || 'We answered',
    words: [said, gift].filter(Boolean).join(' '),
  }
}

const lateTone = (words: string) =>
  words === trackingWords('in_transit', 'delayed') ? { tone: 'late' as const } : {}

type Paid = { cardCents: number; giftCents: number; isHeld: boolean }

function paidWords({ cardCents, giftCents, isHeld }: Paid, { order }: OrderPageProps): string {
  const card = order.paidWith ? cardName(order.paidWith) : 'your card'
  const parts = [
    cardCents > 0 && `${formatCents(cardCents)} ${isHeld ? 'held on' : 'charged to'} ${card}`,
    giftCents > 0 && `${formatCents(giftCents)} paid with gift cards or store credit`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing was charged.'
}

const ReceiptWays = ({ token, receiptKey, press, state }: OrderPageProps) => (
  <div class="timeline__ways">
    <a href={paths.orderReceipt(token, { key: receiptKey })}>Receipt</a>
    {!isCanceled(state) && (
      <ReceiptAgain
        {...{ token, receiptKey, press }}
        returnTo={paths.order(token, { key: receiptKey })}
        words="Email it again"
      />
    )}
  </div>
)

const claimWay = ({ token, receiptKey }: OrderPageProps): Child => (
  <a href={paths.claims(token, { key: receiptKey })}>Details</a>
)

/** In place, on the entry of the move, until changes close. */
function undoWay(change: OrderChange, { timeline, now, token, receiptKey }: OrderPageProps) {
  const date = undoDayOf(timeline, now)
  if (date === null || change.version !== timeline.version) return {}
  return {
    children: (
      <Form action={paths.updateArrivalDate(token, { key: receiptKey })} method="post" class="timeline__undo">
        <input type="hidden" name="arrival_date" value={date} />
        <input type="hidden" name="confirmed" value="true" />
        <input type="hidden" name="undo" value="true" />
        <button type="submit" class="button button--quiet button--small">
          <Icon name="undo" /> Undo
        </button>
      </Form>
    ),
  }
}

type Refund = Extract<PastEvent, { kind: 'refund' }>['refund']

const refundEntry = (refund: Refund, props: OrderPageProps): PastWords => ({
  icon: 'card',
  title: `${refundTitle(refund)} ${formatCents(refund.amountCents)}`,
  words: refundWords(refund, props),
})

function refundTitle({ status, isReleased }: Refund): string {
  if (isReleased) return 'Not charged:'
  return status === 'succeeded' ? 'Refunded' : 'Refund of'
}

/** To the card of its payment: a change may have been paid with another. */
function refundWords({ status, brand, last4, isReleased }: Refund, { store }: OrderPageProps): string {
  const card = brand && last4 ? `your ${cardName({ brand, last4 })}` : 'your card'
  if (isReleased)
    return `Your bank only held it on ${card}. The hold can show for a few days before it disappears.`
  if (status === 'succeeded') return `To ${card}. It can take five to ten days to show up at your bank.`
  if (status === 'failed')
    return `Your bank sent it back. We're finding another way and will email you. Questions? ${store.phone}`
  return `On its way to ${card}.`
}

function weatherEntry(
  { id, title, arrivalOn, movedTo, isOpen, isShippedAnyway }: OrderPageProps['timeline']['holds'][number],
  { receiptKey }: OrderPageProps,
): PastWords {
  const was = formatDay(arrivalOn, 'short')
  const moved = movedTo === null ? `Held on ${was}` : `Moved from ${was} to ${formatDay(movedTo, 'short')}`
  const words = isShippedAnyway ? `You asked us to ship it for ${was} anyway.` : `${moved} for the weather.`
  const ways = isOpen && <a href={paths.weatherHold(id, { key: receiptKey })}>See your choices</a>
  return { icon: 'storm', title, words, ...(ways && { ways }), ...(!isShippedAnyway && { tone: 'late' }) }
}

type Short = OrderPageProps['timeline']['shorts'][number]

/** The card's refund has an entry of its own; money that a bank only held does not come back. */
const shortEntry = ({ name, quantity, cardCents, giftCents }: Short): PastWords => ({
  icon: 'alert',
  title: `We were short of ${name}`,
  words: [
    `${quantity} didn't make it into your box.`,
    cardCents + giftCents > 0 && `Your total is ${formatCents(cardCents + giftCents)} less.`,
    giftCents > 0 && `${formatCents(giftCents)} is back in your gift card balance or store credit.`,
  ]
    .filter(Boolean)
    .join(' '),
  tone: 'late',
})

/** Real weights and lots, by item. */
const PackedWords = ({ order }: OrderPageProps) => (
  <>
    {order.lines.map((line) => {
      const lots = line.lots?.map(lotNote) ?? []
      const notes = [line.byWeight?.packedGrams ? weightNote(line) : null, ...lots].filter(Boolean)
      return notes.length === 0 ? null : (
        <span class="timeline__line">
          <b>{line.name}</b> {notes.join(' · ')}
        </span>
      )
    })}
  </>
)

type Shipped = Extract<PastEvent, { kind: 'shipped' }>

const carrierWords = ({ carrier, trackingCode }: Shipped): string | null =>
  trackingCode === null ? null : `${carrier ?? 'Parcel'} ${trackingCode}`
