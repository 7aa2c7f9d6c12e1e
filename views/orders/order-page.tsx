import type { OrderState, RecurringConsent } from '#db/schema/index.ts'
import type { Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { BoughtCardFacts } from '#src/orders/bought-card-facts.ts'
import type { Reader } from '#src/orders/order-reader.ts'
import type { Returned } from '#src/orders/returned-money.ts'
import { isCanceled } from '#src/orders/states.ts'
import type { TimelineFacts } from '#src/orders/timeline-facts.ts'
import type { UnpaidChange } from '#src/orders/unpaid-change.ts'
import { paths } from '#src/paths.ts'
import { cityLine } from '#src/postal/place.ts'
import { BoughtCards } from '../gift-cards/bought-cards.tsx'
import { UpgradeOffer } from '../membership/upgrade-offer.tsx'
import { unpaidWords } from '../order-edit/unpaid-words.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { Phone } from '../shared/phone.tsx'
import { Agreement } from './agreement.tsx'
import { BuyAgain } from './history-page.tsx'
import { isOpen, OrderAnswer } from './order-answer.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderSums } from './order-sums.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { placeWords } from './order-words.ts'
import { paidWithWords, totalName } from './paid-with-words.ts'
import { type PlacedOrder, weightSentence } from './placed-order.ts'

export type OrderPageProps = {
  order: PlacedOrder
  token: string
  state: OrderState
  placedAt: Instant
  now: Instant
  store: { email: string; phone: string }
  agreement: RecurringConsent | null
  canUpgrade: boolean
  /** The owner may change the order; any other reader has an emailed link. */
  reader: 'owner' | Reader
  receiptKey: string | null
  timeline: TimelineFacts
  unpaid: UnpaidChange | null
  /** Of the totals. */
  returned: Returned
  /** Of gift cards bought with the box. */
  spentOfCardsCents: number
  /** What banks took in disputes; null while a bank still decides. */
  takenCents: number | null
  /** The center's city. */
  shipsFrom: string
  /** Names one press of "Email it again". */
  press: string
  /** This buyer's stars, by the address of each cut that came. */
  scores: ReadonlyMap<string, number>
  /** Bought with the box. */
  giftCards: BoughtCardFacts[]
}

/** One answer first: where the box is, when it comes, until when it can change. Then everything in its order. */
export const OrderPage = (props: OrderPageProps) => (
  <article class="order-page">
    {props.reader === 'owner' && (
      <nav class="trail" aria-label="Breadcrumb">
        <a href={paths.orders()}>Your orders</a>
      </nav>
    )}
    <OrderAnswer {...props} />
    {props.unpaid && <Unpaid {...props} unpaid={props.unpaid} />}
    <div class="order-page__columns">
      <OrderTimeline {...props} />
      <aside class="order-page__rail" aria-label="What's in it and where it goes">
        <Contents {...props} />
        <BoughtCards {...props} cards={props.giftCards} />
        <Place {...props} />
        {props.agreement && <Agreement {...props} agreement={props.agreement} zone={props.order.zone} />}
        {props.canUpgrade && <UpgradeOffer {...props} />}
      </aside>
    </div>
  </article>
)

const Unpaid = ({ unpaid, token, receiptKey, order }: OrderPageProps & { unpaid: UnpaidChange }) => (
  <div class="notice notice--gold">
    <Icon name="clock" />
    <p class="notice__text">
      A change waits for its payment: {unpaidWords(unpaid.change).join('; ')}. Your box stays as it is until
      you <a href={paths.payForEdit(token, { key: receiptKey })}>pay {formatCents(unpaid.amountCents)}</a>.
      The change expires {formatMoment(unpaid.expiresAt, order.zone)}.
    </p>
  </div>
)

const Contents = (props: OrderPageProps) => (
  <section class="order-card" aria-labelledby="order_box">
    <h2 class="order-card__title" id="order_box">
      In your box
    </h2>
    {props.scores.size > 0 && (
      <p class="order-page__hint">
        How was it? Your stars count in the average, and each cut gets a stamp in{' '}
        <a href={paths.passport()}>your passport</a>.
      </p>
    )}
    <OrderLines lines={props.order.lines} orderToken={props.token} scores={props.scores} />
    {!isCanceled(props.state) && weightSentence(props.order.lines, props.order.isHeld) && (
      <p class="order-page__hint">{weightSentence(props.order.lines, props.order.isHeld)}</p>
    )}
    <OrderSums
      totals={props.order.totals}
      totalName={totalName(props.order, props.returned)}
      returned={props.returned}
    />
    <p class="confirmation__paid">
      Placed {formatMoment(props.placedAt, props.order.zone)}
      {props.order.paidWith && `, paid with ${paidWithWords(props.order)}`}.
    </p>
  </section>
)

const Place = (props: OrderPageProps) => (
  <section class="order-card" aria-labelledby="order_place">
    <h2 class="order-card__title" id="order_place">
      {placeWords(props.timeline)}
    </h2>
    <Address {...props.order.delivery} />
    <Actions {...props} />
  </section>
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
  const { order, token, reader } = props
  return (
    <div class="order-page__acts">
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
          <a href={`mailto:${props.store.email}`}>{props.store.email}</a>,{' '}
          <Phone number={props.store.phone} />.
        </p>
      )}
    </div>
  )
}

type LinkReader = Pick<OrderPageProps, 'token' | 'receiptKey' | 'state' | 'now' | 'order'> & {
  reader: 'guest' | 'unproven' | 'other'
}

/** What the timeline doesn't offer to readers with a link. Each sentence ends before "contact us". */
function WayToChange({ reader, ...props }: LinkReader) {
  const { token, receiptKey } = props
  const to = isOpen(props) ? 'To change where it goes' : 'To see it with your other orders'
  switch (reader) {
    case 'guest':
      return (
        <>
          {to},{' '}
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
          {to}, please open the email we sent when you created your account. Its link adds this order to your
          account. We can <a href={paths.accountPart('account_email')}>send it again</a>. Or
        </>
      )
    case 'other':
      return (
        <>
          This order was placed with a different email than the one on your account. {to}, sign out and sign
          in with the email you used for this order, or
        </>
      )
  }
}
