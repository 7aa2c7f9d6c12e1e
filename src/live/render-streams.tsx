import { CartParts } from '#views/cart/streams.tsx'
import { StockUpdateStream } from '#views/catalog/stock-updates.tsx'
import { BoardNewsStream } from '#views/fulfillment/board-news.tsx'
import { JobStatusStream } from '#views/fulfillment/job-streams.tsx'
import { TrackingMoved } from '#views/tracking/streams.tsx'
import { findSession } from '../accounts/session.ts'
import { cartView } from '../cart/cart-view.ts'
import type { WeightStock } from '../catalog/live-stock.ts'
import type { ExportDetail } from '../fulfillment/export-detail.ts'
import { guestKey } from '../orders/guest-key.ts'
import { orderByToken } from '../orders/orders.ts'
import { layoutFacts } from '../page/layout-facts.ts'
import type { Services } from '../services.ts'
import { trackedThaw, trackingOf } from '../tracking/tracking.ts'
import type { TrackingSubject } from '../tracking/tracking-source.ts'
import type { VisitorKey } from '../web/env.ts'
import { renderBroadcast } from '../web/page.tsx'

export function renderCart(services: Services, { sessionHash }: VisitorKey): string {
  const session = findSession(services.db, sessionHash)
  const viewer = {
    sessionHash,
    user: session?.user ?? null,
    postalCode: session?.postalCode ?? null,
    promotionOffer: session?.promotionOffer ?? null,
  }
  return renderBroadcast(services, layoutFacts, viewer, <CartParts {...cartView(services, viewer)} />)
}

export const renderStock = (slug: string, weights: WeightStock[]): string =>
  (<StockUpdateStream slug={slug} weights={weights} />).toString()

export const renderJob = (detail: ExportDetail): string => (<JobStatusStream detail={detail} />).toString()

export const renderBoardNews = (boxCount: number): string =>
  (<BoardNewsStream boxCount={boxCount} />).toString()

/** Streams go to everyone who follows a box, so they hold nothing of any session. */
const NOBODY = { sessionHash: '', user: null, postalCode: null, promotionOffer: null }

/** Nothing if the link has ended since the page was opened. */
export function renderTracking(services: Services, { token, reader }: TrackingSubject): string {
  const { db, clock, config } = services
  const order = orderByToken(db, token)
  if (!order || (reader !== 'owner' && order.personReleasedAt !== null)) return ''
  if (reader === 'link' && order.userId !== null) return ''
  const audience = reader === 'public' ? 'public' : 'all'
  const tracking = trackingOf(db, order, audience, clock.now())
  const moved = (
    <TrackingMoved
      tracking={tracking}
      thaw={trackedThaw(db, order, tracking)}
      receiptKey={reader === 'link' ? guestKey(config, token) : null}
      store={config.store}
    />
  )
  return renderBroadcast(services, layoutFacts, NOBODY, moved)
}
