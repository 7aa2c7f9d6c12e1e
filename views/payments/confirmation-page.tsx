import { formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { cityLine, streetLine } from '#src/postal/place.ts'
import { OrderLines } from '../orders/order-lines.tsx'
import { OrderSums } from '../orders/order-sums.tsx'
import { paidWithWords } from '../orders/paid-with-words.ts'
import type { PlacedOrder } from '../orders/placed-order.ts'
import { laterSentence } from '../orders/recurring-sentence.ts'
import { Countdown } from '../shared/countdown.tsx'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'

export type ConfirmationPageProps = {
  order: PlacedOrder
  store: { email: string; phone: string }
  now: Instant
  /** Null once the delivery is locked. */
  changeUrl?: string | null
  isGuests?: boolean
}

export const ConfirmationPage = ({
  order,
  store,
  now,
  changeUrl = null,
  isGuests = false,
}: ConfirmationPageProps) => (
  <article class="confirmation">
    <header class="confirmation__head">
      <p class="confirmation__mark">
        <Icon name="check" /> Order {order.identifier}
      </p>
      <h1 class="confirmation__title">{thanks(order.delivery.name)}</h1>
      <p class="confirmation__lead">
        Your order is confirmed. We sent your receipt to <b>{order.email}</b>.
      </p>
    </header>
    <Arrival order={order} store={store} now={now} />
    <div class="confirmation__columns">
      <section class="confirmation__box" aria-labelledby="confirmation_box">
        <h2 class="confirmation__subtitle" id="confirmation_box">
          In your box
        </h2>
        <OrderLines lines={order.lines} />
        <OrderSums totals={order.totals} totalName="Charged" />
        <p class="confirmation__paid">{paidSentence(order)}</p>
        {order.frequency && (
          <p class="confirmation__paid">{laterSentence(order.frequency, order.paidWith)}</p>
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

const Arrival = ({ order, store, now }: ConfirmationPageProps) => (
  <section class="arrival" aria-label="Arrival">
    <DayLeaf day={order.arrivesOn} />
    <div class="arrival__words">
      <h2 class="arrival__title">Arrives {formatDay(order.arrivesOn, 'long')}</h2>
      <p>
        You can make changes until <b>{formatMoment(order.lockAt, order.zone)}</b>
        <Countdown endsAt={order.lockAt} now={now} before=" (" after=" left)" />. Questions? Email{' '}
        <a href={`mailto:${store.email}`}>{store.email}</a> or call{' '}
        <span class="arrival__phone">{store.phone}</span>.
      </p>
      <p class="arrival__care">Your box ships frozen, packed in dry ice.</p>
    </div>
  </section>
)

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
