import type { OrderState } from '#db/schema/index.ts'
import type { Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import type { BoughtCardFacts } from '#src/orders/bought-card-facts.ts'
import type { CardsOrder } from '#src/orders/placed.ts'
import type { Returned } from '#src/orders/returned-money.ts'
import { isCanceled } from '#src/orders/states.ts'
import { paths } from '#src/paths.ts'
import { OrderLines } from '../orders/order-lines.tsx'
import { OrderSums } from '../orders/order-sums.tsx'
import { paidWithWords } from '../orders/paid-with-words.ts'
import { areGiftBoxes } from '../orders/placed-order.ts'
import { ReceiptAgain } from '../orders/receipt-again.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { Phone } from '../shared/phone.tsx'
import { BoughtCards } from './bought-cards.tsx'

type CardsOrderProps = {
  order: CardsOrder
  token: string
  state: OrderState
  placedAt: Instant
  cards: BoughtCardFacts[]
  /** Of the totals. */
  returned: Returned
  receiptKey: string | null
  press: string
  /** Right after the payment. */
  isNew?: boolean
  isOwn: boolean
  store: { email: string; phone: string }
}

/** An order of gift cards alone: nothing to track, nothing to plan. */
export const CardsOrderPage = (props: CardsOrderProps) => {
  const { order, token, placedAt, receiptKey, press, isNew = false, store } = props
  return (
    <article class="order-page cards-order">
      {props.isOwn && !isNew && (
        <nav class="trail" aria-label="Breadcrumb">
          <a href={paths.orders()}>Your orders</a>
        </nav>
      )}
      <header class="confirmation__head">
        <p class="confirmation__mark">
          <Icon name={isCanceled(props.state) ? 'undo' : 'check'} />{' '}
          <span class="nowrap">Order {order.identifier}</span>
        </p>
        <h1 class="confirmation__title">{titleOf(props)}</h1>
        <div class="confirmation__lead">
          <p>
            {formatCents(order.totals.totalCents)}, placed {formatMoment(placedAt, SHOP_ZONE)}
            {order.paidWith && `, paid with ${paidWithWords(order)}`}.
          </p>
          {areGiftBoxes(order.lines) && !isCanceled(props.state) && (
            <p>Each box is an order of its own. We email you their numbers and days once all are placed.</p>
          )}
          {!isCanceled(props.state) && (
            <ReceiptAgain
              token={token}
              receiptKey={receiptKey}
              press={press}
              returnTo={isNew ? paths.confirmation(token) : paths.order(token, { key: receiptKey })}
              words="Send the receipt again"
            />
          )}
        </div>
      </header>
      <BoughtCards {...props} />
      <section class="order-card" aria-labelledby="order_sums">
        <h2 class="order-card__title" id="order_sums">
          What you paid
        </h2>
        <OrderLines lines={order.lines} />
        <OrderSums
          totals={order.totals}
          totalName="Charged"
          returned={props.returned}
          areForBoxes={areGiftBoxes(order.lines)}
        />
        <p class="confirmation__paid">
          Questions? <a href={`mailto:${store.email}`}>{store.email}</a> or <Phone number={store.phone} />.
        </p>
      </section>
      <p class="confirmation__onward">
        <a href={paths.shop()}>Back to the shop</a>
      </p>
    </article>
  )
}

function titleOf({ state, cards, order, isNew }: CardsOrderProps): string {
  if (isCanceled(state)) return 'This order was refunded'
  if (state === 'review') return "We're checking this order"
  if (areGiftBoxes(order.lines)) return isNew ? 'Thank you. Your gift boxes are paid' : 'Your gift boxes'
  if (isNew)
    return cards.length === 1 ? 'Thank you. Your gift card is paid' : 'Thank you. Your gift cards are paid'
  return cards.length === 1 ? 'Your gift card' : 'Your gift cards'
}
