import type { Order, WeatherAlert, WeatherHold } from '#db/schema/index.ts'
import { formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { isCanceled } from '#src/orders/states.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { Phone } from '../shared/phone.tsx'
import { ShipAnyway } from './ship-anyway.tsx'

export type WeatherPageProps = {
  hold: WeatherHold
  alert: WeatherAlert
  order: Order
  /** Of a guest's mailed link. */
  key: string | null
  /** Null when that link opens nothing but this page. */
  orderPath: string | null
  /** What the shopper agrees to by shipping anyway. */
  words: string
  zone: string
  now: Instant
  /** Came by the mail's link for canceling. */
  wantsToCancel: boolean
  /** The bank only held the money. */
  isReleased: boolean
  store: { email: string; phone: string }
  /** Why an answer was refused. */
  problem?: string | undefined
}

export function WeatherPage(props: WeatherPageProps) {
  const { hold, alert, order, orderPath, problem } = props
  const isOpen = hold.endedAt === null && order.state === 'paid'
  return (
    <article
      class="weather"
      data-controller="weather-alert"
      data-weather-alert-unreached-value={UNREACHED}
      data-anyway={hold.shipAnywayAt === null ? undefined : ''}
    >
      {problem && <Alert>{problem}</Alert>}
      <header class="page-head">
        <p class="weather__kind">
          <Icon name="storm" /> {alert.title}, {formatDay(alert.startsOn, 'date')}
          {alert.endsOn !== alert.startsOn && ` to ${formatDay(alert.endsOn, 'date')}`}
        </p>
        <h1 class="page-head__title">{titleOf(props, isOpen)}</h1>
        <p>
          {orderPath === null ? (
            <span class="nowrap">Order {order.identifier}</span>
          ) : (
            <a class="nowrap" href={orderPath}>
              Order {order.identifier}
            </a>
          )}
          . {!isCanceled(order.state) && priceSentence(props)}
        </p>
      </header>
      {isOpen && hold.movedTo !== null && (
        <div class="weather__move">
          <DayLeaf day={hold.arrivalOn} />
          <Icon name="onward" />
          <DayLeaf day={hold.movedTo} />
        </div>
      )}
      {isOpen ? <Choices {...props} /> : <Over {...props} />}
    </article>
  )
}

function priceSentence({ hold: { returnedCents }, isReleased }: WeatherPageProps): string {
  if (returnedCents === 0) return 'What you paid and any reward stay the same.'
  const returned = isReleased ? "won't be charged" : 'went back to you'
  return `${formatCents(returnedCents)} for the faster delivery ${returned}. The rest and any reward stay the same.`
}

const UNREACHED =
  "We couldn't reach the shop, so nothing was changed. Please check your connection and try again."

function titleOf({ hold, order }: WeatherPageProps, isOpen: boolean) {
  if (!isOpen || order.arrivalOn === null) return 'The weather and your box'
  if (hold.movedTo === null && hold.shipAnywayAt === null)
    return "Your box is waiting, and we don't have a new date yet"
  return (
    <>
      Your box arrives <span data-weather-alert-target="arrival">{formatDay(order.arrivalOn, 'long')}</span>
    </>
  )
}

const Choices = (props: WeatherPageProps) => {
  const cancel = canCancel(props) && <Cancel {...props} />
  return (
    <>
      {props.wantsToCancel && cancel}
      {canKeep(props) && <Keep {...props} />}
      <ShipAnyway {...props} />
      {!props.wantsToCancel && cancel}
    </>
  )
}

/** A box that is shipped anyway stays on its first day from that day's lock. */
const canKeep = ({ hold, now }: WeatherPageProps) =>
  hold.movedTo !== null && (hold.shipAnywayAt === null || now < hold.lockAt)

const canCancel = ({ hold, order, now }: WeatherPageProps) =>
  hold.shipAnywayAt === null || now < (order.lockAt ?? 0)

/** Shows other words and its button again while the switch for shipping anyway is on. */
const Keep = ({ hold, key, zone, wantsToCancel, isReleased }: WeatherPageProps) => (
  <section class="weather__choice" aria-labelledby="keep">
    <h2 class="weather__subtitle" id="keep">
      Keep the new date
    </h2>
    <p class="weather__waiting">{keepWords(hold, zone, isReleased)}</p>
    <p class="weather__anyway">
      You asked us to ship it for {formatDay(hold.arrivalOn, 'long')} anyway. Keeping the new date takes that
      back.
    </p>
    <Form
      action={paths.answerWeather(hold.id, { key })}
      method="post"
      {...(hold.answer === 'kept' && { class: 'weather__anyway' })}
    >
      <input type="hidden" name="answer" value="keep" />
      <button type="submit" class={wantsToCancel ? 'button button--quiet' : 'button'}>
        Keep the new date
      </button>
    </Form>
  </section>
)

function keepWords({ answer, answerBy }: WeatherHold, zone: string, isReleased: boolean): string {
  if (answer === 'kept') return 'Thank you. You told us that it works for you.'
  return answerBy === null
    ? "If it works for you, there's nothing to do."
    : `This is a second delay, so we need your yes by ${formatMoment(answerBy, zone)}. If we don't hear from you, we'll cancel the order and ${isReleased ? "won't charge you" : 'refund it in full'}.`
}

const Cancel = ({ hold, key, wantsToCancel, isReleased }: WeatherPageProps) => (
  <section class="weather__choice" aria-labelledby="cancel">
    <h2 class="weather__subtitle" id="cancel">
      {isReleased ? 'Cancel and pay nothing' : 'Cancel for a full refund'}
    </h2>
    <p>{isReleased ? RELEASED : RETURNED} This can't be undone.</p>
    <Form action={paths.answerWeather(hold.id, { key })} method="post">
      <input type="hidden" name="answer" value="cancel" />
      <button type="submit" class={wantsToCancel ? 'button' : 'button button--quiet'}>
        Cancel this order
      </button>
    </Form>
  </section>
)

const RETURNED = 'All of your money goes back to your card, gift cards and store credit.'
const RELEASED =
  'Your bank only holds the money, and lets go of it. Gift cards and store credit come back to you.'

const Over = ({ order, store, isReleased }: WeatherPageProps) => (
  <section class="weather__choice">
    <p>
      {isCanceled(order.state)
        ? `This order was canceled, and ${isReleased ? "your card won't be charged" : 'all of your money is on its way back'}.`
        : `There's nothing left to decide.${order.state === 'paid' && order.arrivalOn ? ` Your box arrives ${formatDay(order.arrivalOn, 'long')}.` : ''}`}
    </p>
    <p>
      Questions? Email <a href={`mailto:${store.email}`}>{store.email}</a> or call{' '}
      <Phone number={store.phone} />.
    </p>
  </section>
)
