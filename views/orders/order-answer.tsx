import { counted } from '#src/counted.ts'
import { formatCents } from '#src/money.ts'
import { knownDay } from '#src/orders/arrival-day.ts'
import { isCanceled } from '#src/orders/states.ts'
import { paths } from '#src/paths.ts'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { unitsOf } from './order-lines.tsx'
import type { OrderPageProps } from './order-page.tsx'
import { arrivalAnswer, stateWords } from './order-words.ts'
import { type PlacedOrder, packsIn, paidCents } from './placed-order.ts'

/** Stays on the line that it ends. */
const DOT = '\u00a0· '

/** Where the box is, when it comes, and until when it can change. */
export const OrderAnswer = (props: OrderPageProps) => {
  const { timeline, now, order } = props
  const day = knownDay(timeline, now)
  return (
    <header class={`order-answer${isCanceled(props.state) ? ' order-answer--ended' : ''}`}>
      {day && <DayLeaf day={day} />}
      <div class="order-answer__words">
        <p class="order-page__state">{stateWords(timeline, now)}</p>
        <h1 class="order-answer__title">{arrivalAnswer(timeline, order.arrivesOn, now)}</h1>
        <p class="order-answer__facts tabular">
          Order <span class="nowrap">{order.identifier}</span>
          {DOT}
          {itemsWords(order)}
          {DOT}
          {formatCents(paidCents(order))}
        </p>
        <ChangeUntil {...props} />
        <Calendar {...props} />
      </div>
    </header>
  )
}

export const isOpen = ({ state, now, order }: Pick<OrderPageProps, 'state' | 'now' | 'order'>) =>
  state === 'paid' && now < order.lockAt

const ChangeUntil = (props: OrderPageProps) =>
  isOpen(props) ? (
    <p>
      You can make changes until <b>{formatMoment(props.order.lockAt, props.order.zone)}</b>.
    </p>
  ) : null

/** Also takes a canceled box out of a calendar. Nothing to plan once it's there. */
const Calendar = ({ state, timeline, now, token, receiptKey }: OrderPageProps) =>
  state === 'delivered' || state === 'refunded' || knownDay(timeline, now) === null ? null : (
    <p class="order-answer__calendar">
      <a href={paths.orderCalendar(token, { key: receiptKey })}>
        <Icon name="calendar" />{' '}
        {state === 'canceled' ? 'Mark it canceled in your calendar' : 'Add to your calendar'}
      </a>
    </p>
  )

function itemsWords({ lines }: PlacedOrder): string {
  const items = lines.filter(({ isGiftCard }) => !isGiftCard)
  const count = unitsOf(items)
  const farms = new Set(packsIn(items).map(({ farm }) => farm)).size
  return `${counted(count, 'item', 'items')} from ${counted(farms, 'farm', 'farms')}`
}
