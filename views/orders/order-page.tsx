import type { OrderState } from '#db/schema/index.ts'
import { formatDay, type Instant } from '#src/day.ts'
import type { Reader } from '#src/orders/order-reader.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/moment.ts'
import { cardName } from './card-name.ts'
import { BuyAgain } from './history-page.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderSums } from './order-sums.tsx'
import type { PlacedOrder } from './placed-order.ts'
import { isCanceledState, STATE_WORDS } from './state-words.ts'

export type OrderPageProps = {
  order: PlacedOrder
  token: string
  state: OrderState
  placedAt: Instant
  now: Instant
  store: { email: string; phone: string }
  /** Its owner may act on it; everybody else has a mailed link, to look at only. */
  reader: 'owner' | Reader
  receiptKey: string | null
}

/** One order, whenever one comes back to it: where it stands, what is in it, what can still be done (ORD-2). */
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
      <WhenItComes {...props} />
    </header>
    <div class="confirmation__columns">
      <section class="confirmation__box" aria-labelledby="order_box">
        <h2 class="confirmation__subtitle" id="order_box">
          In this box
        </h2>
        <OrderLines lines={props.order.lines} />
        <OrderSums totals={props.order.totals} totalName="Charged" />
        <p class="confirmation__paid">
          Placed {formatMoment(props.placedAt, props.order.zone)}
          {props.order.paidWith && `, paid with ${cardName(props.order.paidWith)}`}.
        </p>
      </section>
      <section class="confirmation__place" aria-labelledby="order_place">
        <h2 class="confirmation__subtitle" id="order_place">
          Where it goes
        </h2>
        <Address {...props.order.delivery} />
        <Acts {...props} />
      </section>
    </div>
  </article>
)

const WhenItComes = ({ order, state, now }: OrderPageProps) =>
  isCanceledState(state) ? null : (
    <p>
      {state === 'delivered' ? 'Came' : 'Arrives'} {formatDay(order.arrivesOn, 'long')}.
      {state === 'paid' && now < order.lockAt && (
        <>
          {' '}
          You can change it until <b>{formatMoment(order.lockAt, order.zone)}</b>.
        </>
      )}
    </p>
  )

const Address = ({ name, street1, street2, city, state, zip, phone }: PlacedOrder['delivery']) => (
  <address class="confirmation__address">
    <span>{name}</span>
    <span>{street1}</span>
    {street2 && <span>{street2}</span>}
    <span>
      {city}, {state} {zip}
    </span>
    <span>{phone}</span>
  </address>
)

const Acts = (props: OrderPageProps) => {
  const { order, token, state, now, reader, receiptKey } = props
  return (
    <div class="order-page__acts">
      <a class="button button--quiet" href={paths.orderReceipt(token, { key: receiptKey })}>
        Receipt
      </a>
      {reader === 'owner' && state === 'paid' && now < order.lockAt && (
        <a class="button button--quiet" href={paths.deliveryStep(token, { change: 'true' })}>
          Change where it goes
        </a>
      )}
      {reader === 'owner' && <BuyAgain token={token} identifier={order.identifier} />}
      {reader === 'claimant' && (
        <Form action={paths.claimOrder(token)} method="post">
          <button type="submit" class="button">
            Put it into my account
          </button>
        </Form>
      )}
      {(reader === 'guest' || reader === 'unproven' || reader === 'other') && (
        <p class="order-page__hint">
          <WayToChange {...props} reader={reader} /> ask us:{' '}
          <a href={`mailto:${props.store.email}`}>{props.store.email}</a>, {props.store.phone}.
        </p>
      )}
    </div>
  )
}

type Looking = { token: string; receiptKey: string | null; reader: 'guest' | 'unproven' | 'other' }

/** What leads to where it can be changed, up to "ask us". */
function WayToChange({ token, receiptKey, reader }: Looking) {
  switch (reader) {
    case 'guest':
      return (
        <>
          To change it,{' '}
          <a href={paths.createPassword(receiptKey ? { order: token, key: receiptKey } : {})}>
            choose a password
          </a>{' '}
          or <a href={paths.signIn({ redirect_url: paths.order(token, { key: receiptKey }) })}>sign in</a>{' '}
          with the address it was ordered under, or
        </>
      )
    case 'unproven':
      return (
        <>
          Please open the mail that we sent you when you made your account: with its link this order comes
          into it, and can be changed. We can <a href={paths.accountPart('account_email')}>send it again</a>.
          Or
        </>
      )
    case 'other':
      return (
        <>
          It was ordered under another address than that of your account. To change it, sign out, and sign in
          with the address it was ordered under, or
        </>
      )
  }
}
