import { Hono } from 'hono'
import { type Db, durably } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { PlacedOrder } from '#views/orders/placed-order.ts'
import { ReceiptPage } from '#views/orders/receipt-page.tsx'
import { SHOP_ZONE } from '../delivery/zones.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { bySession, rateLimit } from '../web/rate-limit.ts'
import { readPress } from '../web/read-press.ts'
import { reply } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import { arrivalEvent } from './arrival-event.tsx'
import { calendarFile } from './calendar-file.ts'
import { orderView } from './order-view.ts'
import { cardsOrder, placedOrder } from './placed.ts'
import { type SentAgain, sendReceiptAgain } from './receipt-again.ts'
import { returnedOf } from './returned-money.ts'
import { isCardsOnly } from './states.ts'
import { viewableBox, viewableOrder } from './viewable-order.ts'

export const receiptRoutes = new Hono<AppEnv>()

receiptRoutes.get(
  paths.orderReceipt.pattern,
  viewableOrder((c, viewable) => {
    const { db, config } = c.var.services
    const { order, key } = viewable
    const view = (
      <ReceiptPage
        {...receiptFacts(db, order)}
        state={order.state}
        returned={returnedOf(db, order)}
        placedAt={order.placedAt ?? order.createdAt}
        orderPath={paths.order(order.token, { key })}
        store={config.store}
      />
    )
    return orderView(c, viewable, view, `Receipt for order ${order.identifier}`)
  }),
)

const receiptFacts = (db: Db, order: Order) =>
  isCardsOnly(order)
    ? { order: cardsOrder(db, order), arrivesOn: null, zone: SHOP_ZONE }
    : withArrival(placedOrder(db, order))

const withArrival = (order: PlacedOrder) => ({ order, arrivesOn: order.arrivesOn, zone: order.zone })

const presses = rateLimit({ points: 10, seconds: 3600, by: bySession })

receiptRoutes.post(
  paths.orderReceipt.pattern,
  presses,
  viewableOrder(async (c, { order, isOwn, key }) => {
    const { db, clock, random } = c.var.services
    const named = readPress(c) ?? random.token()
    const sent = await durably(db, (tx) => sendReceiptAgain(tx, order, named, clock.now()))
    const path = previousPage(c, paths.order(order.token, { key }))
    if (!sent.ok) {
      const { status, message } = REFUSALS[sent.code]
      return reply(
        c,
        status,
        { error: message, message, reason: sent.code },
        { path, flash: { kind: 'danger', message } },
      )
    }
    const to = isOwn ? (order.email ?? '') : 'the email you used for this order' // links get forwarded
    const message = `We sent your receipt to ${to} again. If you don't see it, please check your spam folder.`
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

type Refusal = { status: 409 | 422 | 429; message: string }

const REFUSALS: Record<Extract<SentAgain, { ok: false }>['code'], Refusal> = {
  canceled: {
    status: 409,
    message: 'This order was canceled. The email about that says what you get back.',
  },
  no_email: { status: 422, message: "We don't have your email address anymore, so we can't send it." },
  flooded: {
    status: 429,
    message:
      'We sent it several times in the past hour. Please check your spam folder, or print it from this page.',
  },
}

receiptRoutes.get(
  paths.orderCalendar.pattern,
  viewableBox((c, { order }) => {
    const event = arrivalEvent(c.var.services, order)
    c.header('Content-Disposition', `attachment; filename="box-${order.identifier}.ics"`)
    return c.body(calendarFile(event), 200, { 'Content-Type': 'text/calendar; charset=utf-8' })
  }),
)
