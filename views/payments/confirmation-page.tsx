import type { Child } from 'hono/jsx'
import { formatDay, type Instant } from '#src/day.ts'
import { trackingWords } from '#src/delivery/parcel-status.ts'
import { formatCents } from '#src/money.ts'
import { knownDay } from '#src/orders/arrival-day.ts'
import type { BoughtCardFacts } from '#src/orders/bought-card-facts.ts'
import type { ThawRow } from '#src/orders/thaw-plan.ts'
import { timelineOf } from '#src/orders/timeline.ts'
import type { TimelineFacts } from '#src/orders/timeline-facts.ts'
import { paths } from '#src/paths.ts'
import { cityLine, streetLine } from '#src/postal/place.ts'
import { BoughtCards } from '../gift-cards/bought-cards.tsx'
import { UpgradeOffer } from '../membership/upgrade-offer.tsx'
import { AtHome } from '../orders/at-home.tsx'
import { aheadEntry } from '../orders/entries-ahead.tsx'
import { OrderLines } from '../orders/order-lines.tsx'
import { OrderSums } from '../orders/order-sums.tsx'
import { arrivalAnswer } from '../orders/order-words.ts'
import { paidWithWords } from '../orders/paid-with-words.ts'
import type { PlacedOrder } from '../orders/placed-order.ts'
import { ReceiptAgain } from '../orders/receipt-again.tsx'
import { laterSentence } from '../orders/recurring-sentence.ts'
import { ThawTable } from '../orders/thaw-table.tsx'
import { Countdown } from '../shared/countdown.tsx'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { Phone } from '../shared/phone.tsx'
import { Timeline, TimelineEntry } from '../shared/timeline.tsx'

export type ConfirmationPageProps = {
  order: PlacedOrder
  store: { email: string; phone: string }
  now: Instant
  /** Null once the delivery is locked. */
  changeUrl?: string | null
  isGuests?: boolean
  token: string
  /** Names one press of "Send it again". */
  press: string
  timeline: TimelineFacts
  /** The center's city. */
  shipsFrom: string
  thaw: { rows: ThawRow[]; source: { name: string; url: string } }
  /** Of a new member, after the arrival. */
  welcome?: Child
  canUpgrade?: boolean
  /** Bought with the box. */
  giftCards?: BoughtCardFacts[]
}

export const ConfirmationPage = (props: ConfirmationPageProps) => {
  const { order, changeUrl = null, isGuests = false, thaw, timeline, now } = props
  return (
    <article class="confirmation">
      <header class="confirmation__head">
        <p class="confirmation__mark">
          <Icon name="check" /> <span class="nowrap">Order {order.identifier}</span>
        </p>
        <h1 class="confirmation__title">{thanks(order.delivery.name)}</h1>
        <div class="confirmation__lead">
          <p>
            Your order is confirmed. We sent your receipt to <b>{order.email}</b>.
          </p>
          <ReceiptAgain
            {...props}
            receiptKey={null}
            returnTo={paths.confirmation(props.token)}
            words="Send it again"
          />
        </div>
      </header>
      <Arrival {...props} />
      {props.welcome}
      <div class="confirmation__columns">
        <section class="confirmation__box" aria-labelledby="confirmation_box">
          <h2 class="confirmation__subtitle" id="confirmation_box">
            In your box
          </h2>
          <OrderLines lines={order.lines} />
          <OrderSums totals={order.totals} totalName="Charged" />
          <p class="confirmation__paid">{paidSentence(order)}</p>
          {order.frequency && (
            <p class="confirmation__paid">{laterSentence(order.frequency, order.keptCard)}</p>
          )}
        </section>
        <section class="confirmation__place" aria-labelledby="confirmation_place">
          <h2 class="confirmation__subtitle" id="confirmation_place">
            Delivering to
          </h2>
          <Address {...order.delivery} />
          {order.gift && <Gift {...order.gift} />}
          {changeUrl && (
            <p class="confirmation__change">
              <a href={changeUrl}>Change delivery details</a>
            </p>
          )}
        </section>
      </div>
      <BoughtCards {...props} cards={props.giftCards ?? []} receiptKey={null} />
      {props.canUpgrade && <UpgradeOffer token={props.token} />}
      <WhatsNext {...props} />
      <AtHome />
      {thaw.rows.length > 0 && <ThawTable {...thaw} from={knownDay(timeline, now)} />}
      {isGuests && (
        <p>
          <a href={paths.createPassword()}>Create a password</a> to track, change or reorder this box.
        </p>
      )}
      <p class="confirmation__onward">
        <a href={paths.shop()}>Back to the shop</a>
      </p>
    </article>
  )
}

const Arrival = ({ order, timeline, store, now, token }: ConfirmationPageProps) => {
  const day = knownDay(timeline, now)
  return (
    <section class="arrival" aria-label="Arrival">
      {day && <DayLeaf day={day} />}
      <div class="arrival__words">
        <h2 class="arrival__title">
          {day ? `Arrives ${formatDay(day, 'long')}` : arrivalAnswer(timeline, order.arrivesOn, now)}
        </h2>
        <p>
          {timeline.state === 'paid' && (
            <>
              You can make changes until <b>{formatMoment(order.lockAt, order.zone)}</b>
              <Countdown endsAt={order.lockAt} now={now} before=" (" after=" left)" />.{' '}
            </>
          )}
          Questions? Email <a href={`mailto:${store.email}`}>{store.email}</a> or call{' '}
          <Phone number={store.phone} />.
        </p>
        <p class="arrival__care">Your box ships frozen, packed in dry ice.</p>
        <p class="arrival__ways">
          <a class="button" href={paths.tracking(token)}>
            Track your box
          </a>
          {day && (
            <a class="button button--quiet" href={paths.orderCalendar(token)}>
              <Icon name="calendar" /> Add to your calendar
            </a>
          )}
        </p>
      </div>
    </section>
  )
}

/** The rest of the order's timeline, as its page has it. */
const WhatsNext = ({ timeline, now, ...facts }: ConfirmationPageProps) => {
  const { ahead } = timelineOf(timeline, now, trackingWords)
  return ahead.length === 0 ? null : (
    <div>
      <h2 class="confirmation__subtitle confirmation__next">What happens next</h2>
      <Timeline label="What happens next">
        {ahead.map((event) => (
          <TimelineEntry tone="ahead" {...aheadEntry(event, facts)} />
        ))}
      </Timeline>
    </div>
  )
}

const Address = ({ name, phone, ...place }: PlacedOrder['delivery']) => (
  <address class="confirmation__address">
    <b>{name}</b>
    <span>{streetLine(place)}</span>
    <span>{cityLine(place)}</span>
    <span>{phone}</span>
  </address>
)

const Gift = ({ recipientName, message }: NonNullable<PlacedOrder['gift']>) => (
  <div class="confirmation__gift">
    <p>
      <b>{recipientName ? `A gift for ${recipientName}` : 'A gift'}</b>, with no prices in the box.
    </p>
    {message && <p class="confirmation__message">{message}</p>}
  </div>
)

/** A single letter or a long name is left out. */
function thanks(name: string): string {
  const first = name.trim().split(/\s+/)[0] ?? ''
  return /^\p{L}[\p{L}'’-]{1,19}$/u.test(first) ? `Thank you, ${first}` : 'Thank you'
}

function paidSentence(order: PlacedOrder): string {
  const { totalCents } = order.totals
  const charged = formatCents(totalCents)
  if (totalCents === 0) return 'Nothing was charged.'
  return order.paidWith ? `We charged ${charged} to your ${paidWithWords(order)}.` : `We charged ${charged}.`
}
