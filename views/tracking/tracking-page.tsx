import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import { cityLine } from '#src/postal/place.ts'
import { carrierPage } from '#src/shipping/carriers.ts'
import { isForHome } from '#src/tracking/known-arrival.ts'
import type { Tracking } from '#src/tracking/tracking.ts'
import type { StreamSource } from '#src/web/stream-names.ts'
import type { Store } from '../mails/mail-layout.tsx'
import { AtHome } from '../orders/at-home.tsx'
import type { PlacedOrder } from '../orders/placed-order.ts'
import { CopyControl } from '../shared/copy-control.tsx'
import { Icon, type IconName } from '../shared/icon.tsx'
import { zoneName } from '../shared/local-time.ts'
import { Phone } from '../shared/phone.tsx'
import { TurboCableStreamSource } from '../shared/turbo-cable-stream-source.tsx'
import { TrackingCard } from './tracking-card.tsx'
import { TrackingThaw, type TrackingThawProps } from './tracking-thaw.tsx'
import { TrackingTimeline } from './tracking-timeline.tsx'

export type TrackingPageProps = {
  tracking: Tracking
  stream: StreamSource
  store: Store
  receiptKey: string | null
  /** Null for people who have only the link. */
  delivery: PlacedOrder['delivery'] | null
  thaw: TrackingThawProps['thaw']
  /** Text message settings. */
  texts?: Child
}

export const TrackingPage = (props: TrackingPageProps) => {
  const { tracking, stream, store, receiptKey } = props
  return (
    <article
      class="tracking-page"
      data-controller="tracking"
      data-action="turbo:morph-element->tracking#changed"
    >
      <TurboCableStreamSource stream={stream} />
      <p class="visually-hidden" role="status" data-tracking-target="status" />
      <Trail {...props} />
      <TrackingCard tracking={tracking} receiptKey={receiptKey} store={store} />
      <div class="tracking-page__columns">
        <div>
          <h2 class="tracking-page__title">What’s happened</h2>
          <p class="tracking-page__zone">
            Times are {zoneName(tracking.now, tracking.zone)}, where the box goes.
          </p>
          <TrackingTimeline tracking={tracking} receiptKey={receiptKey} />
        </div>
        <div class="tracking-page__rail">
          {props.texts}
          <Facts {...props} />
        </div>
      </div>
      {isForHome(tracking) && <AtHome />}
      <TrackingThaw {...props} />
    </article>
  )
}

const Trail = ({ tracking: { token, identifier, audience }, receiptKey }: TrackingPageProps) =>
  audience === 'all' ? (
    <nav class="trail" aria-label="Breadcrumb">
      <ol class="trail__list">
        {receiptKey === null && (
          <li>
            <a href={paths.orders()}>Your orders</a>
          </li>
        )}
        <li>
          <a href={paths.order(token, { key: receiptKey })}>
            <span class="nowrap">{identifier}</span>
          </a>
        </li>
        <li aria-current="page">Tracking</li>
      </ol>
    </nav>
  ) : null

/** Who carries it where, and whom to call. */
const Facts = ({ tracking, delivery, store }: TrackingPageProps) => {
  const { carrier, service, code, to } = tracking
  const page = carrierPage(carrier, code)
  return (
    <section class="tracking-facts" aria-label="Delivery">
      <Fact icon="place">
        {delivery ? (
          <>
            <b>{delivery.name}</b>
            <span>{[delivery.street1, delivery.street2].filter(Boolean).join(', ')}</span>
            <span>{cityLine(delivery)}</span>
          </>
        ) : (
          <b>
            {to.city}, {to.state}
          </b>
        )}
      </Fact>
      {carrier && (
        <Fact icon="truck">
          <span>
            <b>{carrier}</b>
            {service && `, ${service}`}
          </span>
          {code && <CopyControl text={code} of="the tracking code" />}
          {page && (
            <a href={page} rel="noreferrer">
              Track it with {carrier}
            </a>
          )}
        </Fact>
      )}
      <Fact icon="info">
        <span>
          Something off? Call{' '}
          <b>
            <Phone number={store.phone} />
          </b>
          , or <a href={`mailto:${store.email}`}>write to us</a>.
        </span>
      </Fact>
    </section>
  )
}

const Fact = ({ icon, children }: { icon: IconName; children: Child }) => (
  <div class="tracking-facts__fact">
    <Icon name={icon} />
    <div class="tracking-facts__words">{children}</div>
  </div>
)
