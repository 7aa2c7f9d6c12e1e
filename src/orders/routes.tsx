import { type Context, Hono } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { HistoryPage } from '#views/orders/history-page.tsx'
import { OrderPage } from '#views/orders/order-page.tsx'
import { ReceiptPage } from '#views/orders/receipt-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { isGuestKey } from './guest-key.ts'
import { orderHistory } from './history.ts'
import { readerOf } from './order-reader.ts'
import { isGuests, orderByToken, visitorOrder } from './orders.ts'
import { withPageJson } from './page-json.tsx'
import { cardOf } from './paid-with.ts'
import { placedOrder } from './placed.ts'
import { isPlaced } from './states.ts'

export const routes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

routes.get(paths.orders.pattern, (c) => {
  const { visitor, services } = c.var
  if (!visitor.user) return requireSignIn(c)
  const page = pageNumber(c.req.query('page'))
  const history = orderHistory(services.db, visitor.user.id, page)
  if (page > history.pages) return c.notFound()
  const view = <HistoryPage {...history} page={page} />
  return renderPage(c, view, { title: 'Your orders', indexed: false })
})

routes.get(
  paths.order.pattern,
  withSeenOrder((c, seen) => {
    const { order, isOwn, key } = seen
    const { db, clock, config } = c.var.services
    const view = (
      <OrderPage
        order={placedOrder(db, order, cardOf(db, order.id))}
        token={order.token}
        state={order.state}
        placedAt={order.placedAt ?? order.createdAt}
        now={clock.now()}
        store={config.store}
        reader={isOwn ? 'owner' : readerOf(order, c.var.visitor.user)}
        receiptKey={key}
      />
    )
    return orderView(c, seen, view, `Order ${order.identifier}`)
  }),
)

routes.get(
  paths.orderReceipt.pattern,
  withSeenOrder((c, seen) => {
    const { db, config } = c.var.services
    const { order, key } = seen
    const view = (
      <ReceiptPage
        order={placedOrder(db, order, cardOf(db, order.id))}
        placedAt={order.placedAt ?? order.createdAt}
        orderPath={paths.order(order.token, { key })}
        store={config.store}
      />
    )
    return orderView(c, seen, view, `Receipt for order ${order.identifier}`)
  }),
)

type Seen = { order: Order; isOwn: boolean; key: string | null }

/** For pages of a placed order: its owner's, or that of whoever holds the link of its receipt. */
function withSeenOrder(handler: (c: Ctx, seen: Seen) => Response) {
  return (c: Ctx) => {
    const seen = seenOrder(c)
    if (seen) return handler(c, seen)
    return c.var.visitor.user ? notFound(c) : requireSignIn(c)
  }
}

/** A placed order by its owner, or, to look at only, by the link of its receipt. */
function seenOrder(c: Ctx): Seen | null {
  const { services, visitor } = c.var
  const [token, key] = [c.req.param('orderToken') ?? '', c.req.query('key') ?? null]
  const own = visitorOrder(services.db, visitor, token)
  if (own) return isPlaced(own.state) ? { order: own, isOwn: true, key: null } : null
  if (!isGuestKey(services.config, token, key)) return null
  const order = orderByToken(services.db, token)
  return order && isGuests(order) ? { order, isOwn: false, key } : null
}

/** With a key in it the address is a secret. A reader by link is not told who the account is. */
function orderView(c: Ctx, { order, isOwn }: Seen, view: Parameters<typeof renderPage>[1], title: string) {
  if (!isOwn) c.header('Referrer-Policy', 'no-referrer')
  return renderPage(c, isOwn ? withPageJson(c, order, view) : view, { title, indexed: false })
}

function pageNumber(asked: string | undefined): number {
  const page = Number(asked ?? 1)
  return Number.isInteger(page) && page >= 1 && page < 10_000 ? page : 1
}
