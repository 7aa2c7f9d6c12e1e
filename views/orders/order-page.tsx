import type { OrderState } from '#db/schema/index.ts'
import { formatDay, type Instant } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/moment.ts'
import { cardName } from './card-name.ts'
import { BuyAgain } from './history-page.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderSums } from './order-sums.tsx'
import type { PlacedOrder } from './placed-order.ts'
import { isCalledOff, STATE_WORDS } from './state-words.ts'

export type OrderPageProps = {
  order: PlacedOrder
  token: string
  state: OrderState
  placedAt: Instant
  now: Instant
  store: { email: string; phone: string }
  /** Seen by its owner, who may act on it; else by a mailed link, to look at only. */
  isOwn: boolean
  /** Ordered under the reader's own address, without signing in. */
  isClaimable: boolean
  receiptKey: string | null
}

/** One order, whenever one comes back to it: where it stands, what is in it, what can still be done (ORD-2). */
export const OrderPage = (props: OrderPageProps) => (
  <article class="order-page">
    <header class="page-head">
      {props.isOwn && (
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
  isCalledOff(state) ? null : (
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

const Acts = ({ order, token, state, now, isOwn, isClaimable, receiptKey, store }: OrderPageProps) => (
  <div class="order-page__acts">
    <a class="button button--quiet" href={paths.orderReceipt(token, receiptKey)}>
      Receipt
    </a>
    {isOwn && state === 'paid' && now < order.lockAt && (
      <a class="button button--quiet" href={paths.changeDelivery(token)}>
        Change where it goes
      </a>
    )}
    {isOwn && <BuyAgain token={token} identifier={order.identifier} />}
    {isClaimable && (
      <Form action={paths.claimOrder(token)} method="post">
        <button type="submit" class="button">
          Put it into my account
        </button>
      </Form>
    )}
    {!isOwn && !isClaimable && (
      <p class="order-page__hint">
        To change it, <a href={paths.createPassword(token, receiptKey)}>choose a password</a> or{' '}
        <a href={paths.signIn(paths.order(token, receiptKey))}>sign in</a> with the address it was ordered
        under, or ask us: <a href={`mailto:${store.email}`}>{store.email}</a>, {store.phone}.
      </p>
    )}
  </div>
)
