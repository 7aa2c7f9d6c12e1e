import { Hono } from 'hono'
import { HistoryPage } from '#views/orders/history-page.tsx'
import { OrderPage } from '#views/orders/order-page.tsx'
import { centerCity } from '../delivery/centers.ts'
import { scoresInOrder } from '../passport/rate.ts'
import { paths } from '../paths.ts'
import { spentOfCardsCents } from '../pricing/bought-cards.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply } from '../web/respond.ts'
import { agreementOf, endAgreement } from './agreement.ts'
import { boughtCardFacts } from './bought-card-facts.ts'
import { cardsOrderView } from './cards-order.tsx'
import { draftLinkRoutes } from './draft-link-routes.tsx'
import { orderHistory } from './history.ts'
import { offersUpgrade } from './offers-upgrade.ts'
import { readerOf } from './order-reader.ts'
import { orderView } from './order-view.ts'
import { placedOrder } from './placed.ts'
import { receiptRoutes } from './receipt-routes.tsx'
import { returnedOf } from './returned-money.ts'
import { isCardsOnly } from './states.ts'
import { takenByBanks } from './taken-money.ts'
import { timelineFacts } from './timeline-facts.ts'
import { unpaidChangeOf } from './unpaid-change.ts'
import { viewableOrder } from './viewable-order.ts'

export const routes = new Hono<AppEnv>()

routes.get(paths.orders.pattern, (c) => {
  const { visitor, services } = c.var
  if (!visitor.user) return requireSignIn(c)
  const page = pageNumber(c.req.query('page'))
  const history = orderHistory(services.db, visitor.user.id, page)
  if (page > history.pages) return c.notFound()
  const view = <HistoryPage {...history} page={page} now={services.clock.now()} />
  return renderPage(c, view, { title: 'Your orders', indexed: false, styles: 'orders' })
})

routes.get(
  paths.order.pattern,
  viewableOrder((c, viewable) => {
    const { order, isOwn, key } = viewable
    const { db, clock, config, random } = c.var.services
    if (isCardsOnly(order))
      return orderView(c, viewable, cardsOrderView(c, order, viewable), `Order ${order.identifier}`)
    const view = (
      <OrderPage
        order={placedOrder(db, order)}
        token={order.token}
        state={order.state}
        placedAt={order.placedAt ?? order.createdAt}
        now={clock.now()}
        store={config.store}
        agreement={agreementOf(db, order)}
        canUpgrade={offersUpgrade(db, order)}
        reader={isOwn ? 'owner' : readerOf(order, c.var.visitor.user)}
        receiptKey={key}
        timeline={timelineFacts(db, order)}
        returned={returnedOf(db, order)}
        spentOfCardsCents={spentOfCardsCents(db, order)}
        takenCents={takenByBanks(db, order.id)}
        unpaid={unpaidChangeOf(db, order, clock.now())}
        shipsFrom={centerCity(db, order.fcId ?? 0)}
        press={random.token()}
        scores={isOwn ? scoresInOrder(db, order) : new Map()}
        giftCards={boughtCardFacts(db, config, order, { isOwn, now: clock.now() })}
      />
    )
    return orderView(c, viewable, view, `Order ${order.identifier}`)
  }),
)

routes.route('/', receiptRoutes)
routes.route('/', draftLinkRoutes)

routes.post(
  paths.endAgreement.pattern,
  viewableOrder(async (c, { order, key }) => {
    const { db, clock } = c.var.services
    if (!agreementOf(db, order)) return notFound(c)
    await endAgreement(db, order, clock.now())
    const message = "Your recurring box is canceled. We won't send or charge any more boxes."
    return reply(
      c,
      200,
      { message },
      { path: paths.order(order.token, { key }), flash: { kind: 'notice', message } },
    )
  }),
)

function pageNumber(query: string | undefined): number {
  const page = Number(query ?? 1)
  return Number.isInteger(page) && page >= 1 && page < 10_000 ? page : 1
}
