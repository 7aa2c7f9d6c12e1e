import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import { THAWING_SOURCE } from '#db/data/thawing.ts'
import type { Order } from '#db/schema/index.ts'
import { ConfirmationPage } from '#views/payments/confirmation-page.tsx'
import { Conversion } from '#views/payments/conversion.tsx'
import { centerCity } from '../delivery/centers.ts'
import { orderForAnalytics } from '../orders/analytics-json.ts'
import { boughtCardFacts } from '../orders/bought-card-facts.ts'
import { cardsOrderView } from '../orders/cards-order.tsx'
import { lockedSentence } from '../orders/delivery-lock.ts'
import { offersUpgrade } from '../orders/offers-upgrade.ts'
import { withPageJson } from '../orders/page-json.tsx'
import { placedOrder } from '../orders/placed.ts'
import { isCardsOnly } from '../orders/states.ts'
import { thawPlan } from '../orders/thaw-plan.ts'
import { timelineFacts } from '../orders/timeline-facts.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'

/** @param welcome comes before the items, as for a new member */
export function renderConfirmation(c: Context<AppEnv>, order: Order, welcome: Child = null) {
  const { db, config, clock, random } = c.var.services
  if (isCardsOnly(order)) return renderCardsConfirmation(c, order)
  const changePath = paths.deliveryStep(order.token, {
    change: 'true',
    return_to: paths.confirmation(order.token),
  })
  const page = (
    <>
      <ConfirmationPage
        order={placedOrder(db, order)}
        store={config.store}
        now={clock.now()}
        changeUrl={lockedSentence(order, clock.now()) === null ? changePath : null}
        isGuests={order.userId === null}
        token={order.token}
        press={random.token()}
        timeline={timelineFacts(db, order)}
        shipsFrom={centerCity(db, order.fcId ?? 0)}
        thaw={{ rows: thawPlan(db, order.id), source: THAWING_SOURCE }}
        welcome={welcome}
        canUpgrade={offersUpgrade(db, order)}
        giftCards={boughtCardFacts(db, config, order, { isOwn: true, now: clock.now() })}
      />
      <Conversion order={orderForAnalytics(db, order)} />
    </>
  )
  return renderPage(c, withPageJson(c, order, page), {
    title: `Order ${order.identifier}`,
    indexed: false,
    styles: 'orders',
  })
}

function renderCardsConfirmation(c: Context<AppEnv>, order: Order) {
  const page = (
    <>
      {cardsOrderView(c, order, { isOwn: true, key: null, isNew: true })}
      <Conversion order={orderForAnalytics(c.var.services.db, order)} />
    </>
  )
  return renderPage(c, withPageJson(c, order, page), {
    title: `Order ${order.identifier}`,
    indexed: false,
    styles: 'orders',
  })
}
