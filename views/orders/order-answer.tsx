import { counted } from '#src/counted.ts'
import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { isCanceled } from '#src/orders/states.ts'
import { dayThatCounts, haltOf, isLate } from '#src/orders/timeline.ts'
import { paths } from '#src/paths.ts'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { HALT_WORDS } from './halt-words.ts'
import { unitsOf } from './order-lines.tsx'
import type { OrderPageProps } from './order-page.tsx'
import { STATE_WORDS } from './order-state-labels.ts'
import { type PlacedOrder, packsIn, paidCents } from './placed-order.ts'

/** Stays on the line that it ends. */
const DOT = '\u00a0· '

/** Where the box is, when it comes, and until when it can change. */
export const OrderAnswer = (props: OrderPageProps) => (
  <header class={`order-answer${isCanceled(props.state) ? ' order-answer--ended' : ''}`}>
    {!haltOf(props.timeline) && <DayLeaf day={dayThatCounts(props.timeline)} />}
    <div class="order-answer__words">
      <p class="order-page__state">{stateWords(props)}</p>
      <h1 class="order-answer__title">{answerTo(props)}</h1>
      <p class="order-answer__facts tabular">
        Order {props.order.identifier}
        {DOT}
        {itemsWords(props.order)}
        {DOT}
        {formatCents(paidCents(props.order))}
      </p>
      <ChangeUntil {...props} />
      <Calendar {...props} />
    </div>
  </header>
)

/** Also while it has a new day, as on the tracking page. */
const isHeldForWeather = ({ holds }: OrderPageProps['timeline']) =>
  holds.some(({ isOpen, isShippedAnyway }) => isOpen && !isShippedAnyway)

function stateWords({ state, timeline }: OrderPageProps): string {
  const halt = haltOf(timeline)
  if (halt) return HALT_WORDS[halt].state
  return state === 'paid' && isHeldForWeather(timeline) ? 'Held for weather' : STATE_WORDS[state]
}

function answerTo({ state, timeline, order: { arrivesOn } }: OrderPageProps): string {
  const day = formatDay(dayThatCounts(timeline), 'long')
  if (state === 'canceled') return 'This box was canceled'
  if (state === 'refunded') return 'This box was refunded'
  const halt = haltOf(timeline)
  if (halt) return HALT_WORDS[halt].title
  if (state === 'delivered') return `Your box came ${day}`
  if (state === 'review') return "We're checking this order"
  return isLate(timeline)
    ? `Your box now comes ${day}, not ${formatDay(arrivesOn, 'date')}`
    : `Your box comes ${day}`
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
const Calendar = ({ state, timeline, token, receiptKey }: OrderPageProps) =>
  state === 'delivered' || state === 'refunded' || haltOf(timeline) ? null : (
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
