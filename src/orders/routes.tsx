import { type Context, Hono } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { HistoryPage } from '#views/orders/history-page.tsx'
import { OrderPage } from '#views/orders/order-page.tsx'
import { ReceiptPage } from '#views/orders/receipt-page.tsx'
import { signedIn } from '../accounts/own-account.ts'
import { buyAgain, type Refill } from '../cart/refill.ts'
import { paths } from '../paths.ts'
import { cardOf } from '../payments/payments.ts'
import { claimOrders } from '../sign-in/arrive.ts'
import { answer } from '../web/answer.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { signInNeeded } from '../web/sign-in-needed.ts'
import { readerOf } from './claim.ts'
import { isGuestKey } from './guest-key.ts'
import { orderHistory } from './history.ts'
import { isGuests, orderByToken, visitorOrder } from './orders.ts'
import { withPageJson } from './page-json.tsx'
import { placedOrder } from './placed.ts'
import { isPlaced } from './states.ts'

export const ordersRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

ordersRoutes.get('/account/orders', (c) => {
  const { visitor, services } = c.var
  if (!visitor.user) return signInNeeded(c)
  const page = pageNumber(c.req.query('page'))
  const history = orderHistory(services.db, visitor.user.id, page)
  if (page > history.pages) return c.notFound()
  const view = <HistoryPage {...history} page={page} />
  return renderPage(c, view, { title: 'Your orders', indexed: false })
})

ordersRoutes.get('/account/orders/:orderToken', (c) => {
  const seen = seenOrder(c)
  if (!seen) return c.var.visitor.user ? c.notFound() : signInNeeded(c)
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
})

ordersRoutes.get('/account/orders/:orderToken/receipt', (c) => {
  const seen = seenOrder(c)
  if (!seen) return c.var.visitor.user ? c.notFound() : signInNeeded(c)
  const { db, config } = c.var.services
  const { order, key } = seen
  const view = (
    <ReceiptPage
      order={placedOrder(db, order, cardOf(db, order.id))}
      placedAt={order.placedAt ?? order.createdAt}
      orderPath={paths.order(order.token, key)}
      store={config.store}
    />
  )
  return orderView(c, seen, view, `Receipt for order ${order.identifier}`)
})

ordersRoutes.post('/account/orders/:orderToken/buy-again', async (c) => {
  const { services, visitor } = c.var
  const order = visitorOrder(services.db, visitor, c.req.param('orderToken'))
  if (!order || !isPlaced(order.state)) return visitor.user ? c.notFound() : signInNeeded(c)
  const doors = { db: services.db, chance: services.chance, now: services.clock.now() }
  const refill = await buyAgain(doors, visitor, order.id)
  const message = refillSentence(refill)
  const kind = refill.added > 0 ? ('notice' as const) : ('danger' as const)
  const status = refill.added > 0 ? 200 : 422
  return answer(c, status, { message, ...refill }, { path: paths.cart(), flash: { kind, message } })
})

ordersRoutes.post(
  '/account/orders/:orderToken/claim',
  signedIn(async (c, user) => {
    const order = orderByToken(c.var.services.db, c.req.param('orderToken') ?? '')
    if (!order || readerOf(order, user) !== 'claimant') return c.notFound()
    await claimOrders(c, user)
    const message = 'What you ordered under your address without signing in is in your account now.'
    const path = paths.order(order.token)
    return answer(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

type Seen = { order: Order; isOwn: boolean; key: string | null }

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

function refillSentence({ added, missing }: Refill): string {
  const left = `${missing.join('; ')} cannot be had now.`
  if (added === 0) return `Nothing of that order could go into your box: ${left}`
  return missing.length === 0 ? 'All of that order is in your box again.' : `The rest is in your box. ${left}`
}
