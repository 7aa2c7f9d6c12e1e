import type { OrderState, RecurringConsent } from '#db/schema/index.ts'
import { formatDay, type Instant } from '#src/day.ts'
import type { Reader } from '#src/orders/order-reader.ts'
import { isCanceled } from '#src/orders/states.ts'
import { paths } from '#src/paths.ts'
import { cardName } from '#src/payments/card-name.ts'
import { cityLine } from '#src/postal/place.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { Agreement } from './agreement.tsx'
import { BuyAgain } from './history-page.tsx'
import { OrderLines } from './order-lines.tsx'
import { STATE_WORDS } from './order-state-labels.ts'
import { OrderSums } from './order-sums.tsx'
import type { PlacedOrder } from './placed-order.ts'
import { weightSentence } from './placed-order.ts'
import { CancelWay } from './ways/cancel.tsx'

export type OrderPageProps = {
  order: PlacedOrder
  token: string
  state: OrderState
  placedAt: Instant
  now: Instant
  store: { email: string; phone: string }
  agreement: RecurringConsent | null
  /** The owner may change the order; any other reader has an emailed, read-only link. */
  reader: 'owner' | Reader
  receiptKey: string | null
}

export const OrderPage = (props: OrderPageProps) => (
  <article class="order-page">
    <header class="page-head">
      {props.reader === 'owner' && (
        <p class="trail">
          <a href={paths.orders()}>Your orders</a>
        </p>
      )}
      <h1 class="page-head__title">Order {props.order.identifier}</h1>
      <p class="order-page__state">{STATE_WORDS[props.state]}</p>
      <ArrivalDate {...props} />
    </header>
    <div class="confirmation__columns">
      <section class="confirmation__box" aria-labelledby="order_box">
        <h2 class="confirmation__subtitle" id="order_box">
          In this box
        </h2>
        <OrderLines lines={props.order.lines} />
        {weightSentence(props.order.lines) && <p>{weightSentence(props.order.lines)}</p>}
        <OrderSums totals={props.order.totals} totalName="Charged" />
        <p class="confirmation__paid">
          Placed {formatMoment(props.placedAt, props.order.zone)}
          {props.order.paidWith && `, paid with ${cardName(props.order.paidWith)}`}.
        </p>
      </section>
      <section class="confirmation__place" aria-labelledby="order_place">
        <h2 class="confirmation__subtitle" id="order_place">
          Delivering to
        </h2>
        <Address {...props.order.delivery} />
        <Actions {...props} />
        {props.agreement && <Agreement {...props} agreement={props.agreement} zone={props.order.zone} />}
      </section>
    </div>
  </article>
)

const ArrivalDate = ({ order, state, now }: OrderPageProps) =>
  isCanceled(state) ? null : (
    <p>
      {state === 'delivered' ? 'Arrived' : 'Arrives'} {formatDay(order.arrivesOn, 'long')}.
      {state === 'paid' && now < order.lockAt && (
        <>
          {' '}
          You can make changes until <b>{formatMoment(order.lockAt, order.zone)}</b>.
        </>
      )}
    </p>
  )

const Address = ({ name, phone, ...place }: PlacedOrder['delivery']) => (
  <address class="confirmation__address">
    <span>{name}</span>
    <span>{place.street1}</span>
    {place.street2 && <span>{place.street2}</span>}
    <span>{cityLine(place)}</span>
    <span>{phone}</span>
  </address>
)

const Actions = (props: OrderPageProps) => {
  const { order, token, state, now, reader, receiptKey } = props
  return (
    <div class="order-page__acts">
      <a class="button button--quiet" href={paths.orderReceipt(token, { key: receiptKey })}>
        Receipt
      </a>
      {reader === 'owner' && state === 'paid' && now < order.lockAt && (
        <a class="button button--quiet" href={paths.deliveryStep(token, { change: 'true' })}>
          Change delivery details
        </a>
      )}
      {state === 'paid' && now < order.lockAt && <CancelWay token={token} receiptKey={receiptKey} />}
      {reader === 'owner' && <BuyAgain token={token} identifier={order.identifier} />}
      {reader === 'claimant' && (
        <Form action={paths.claimOrder(token)} method="post">
          <button type="submit" class="button">
            Add to my account
          </button>
        </Form>
      )}
      {(reader === 'guest' || reader === 'unproven' || reader === 'other') && (
        <p class="order-page__hint">
          <WayToChange {...props} reader={reader} /> contact us:{' '}
          <a href={`mailto:${props.store.email}`}>{props.store.email}</a>, {props.store.phone}.
        </p>
      )}
    </div>
  )
}

type LinkReader = { token: string; receiptKey: string | null; reader: 'guest' | 'unproven' | 'other' }

/** Each sentence ends before "contact us". */
function WayToChange({ token, receiptKey, reader }: LinkReader) {
  switch (reader) {
    case 'guest':
      return (
        <>
          To make changes,{' '}
          <a href={paths.createPassword(receiptKey ? { order: token, key: receiptKey } : {})}>
            create a password
          </a>{' '}
          or <a href={paths.signIn({ redirect_url: paths.order(token, { key: receiptKey }) })}>sign in</a>{' '}
          with the email you used for this order, or
        </>
      )
    case 'unproven':
      return (
        <>
          To make changes, please open the email we sent when you created your account. Its link adds this
          order to your account. We can <a href={paths.accountPart('account_email')}>send it again</a>. Or
        </>
      )
    case 'other':
      return (
        <>
          This order was placed with a different email than the one on your account. To make changes, sign out
          and sign in with the email you used for this order, or
        </>
      )
  }
}
