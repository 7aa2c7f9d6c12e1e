import { Hono } from 'hono'
import { TextsCard } from '#views/tracking/texts-card.tsx'
import { TrackingPage } from '#views/tracking/tracking-page.tsx'
import { shownAddressOf } from '../orders/order-address.ts'
import { withPageJson } from '../orders/page-json.tsx'
import { isCanceled } from '../orders/states.ts'
import { paths } from '../paths.ts'
import { orderTexts } from '../texts/card-facts.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { trackedOrder } from './audience.ts'
import { trackedThaw, trackingOf } from './tracking.ts'
import { trackingStream } from './tracking-source.ts'

export const routes = new Hono<AppEnv>()

routes.get(
  paths.tracking.pattern,
  trackedOrder((c, { order, audience, isOwn, key }) => {
    const { db, clock, config } = c.var.services
    const isAll = audience === 'all'
    const now = clock.now()
    const tracking = trackingOf(db, order, audience, now)
    const isOver = tracking.word === 'delivered' || isCanceled(order.state)
    const reader = { user: c.var.visitor.user, isOwn, key }
    const view = (
      <TrackingPage
        tracking={tracking}
        texts={
          <TextsCard
            texts={isOver ? 'hidden' : orderTexts(db, order, reader, now)}
            returnTo={paths.tracking(order.token, { key })}
          />
        }
        stream={trackingStream(config, db, order, { audience, key }, c.var.visitor.sessionHash)}
        store={config.store}
        receiptKey={key}
        delivery={isAll ? shownAddressOf(order) : null}
        thaw={trackedThaw(db, order, tracking)}
      />
    )
    const title = isAll ? `Tracking order ${order.identifier}` : 'Where the box is'
    return renderPage(c, isOwn ? withPageJson(c, order, view) : view, {
      title,
      indexed: false,
      styles: 'orders',
    })
  }),
)
