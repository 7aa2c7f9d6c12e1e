import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import { CancelConfirm } from '#views/cancel/cancel-confirm.tsx'
import { OrderRefused } from '#views/orders/order-refused.tsx'
import { cardOf, hasMoreCards, isOnlyHeld } from '../orders/paid-with.ts'
import { isReplacement } from '../orders/replacement.ts'
import { orderPathOf, viewableOrder } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { endOpenExtra } from '../payments/extra-charge-card.ts'
import { ifAnswered } from '../payments/provider.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { isModalNamed, renderModal } from '../web/modal.tsx'
import { renderPage } from '../web/page.tsx'
import { reply, wantsHtml } from '../web/respond.ts'
import { cancelOrder } from './cancel-order.ts'
import { cancellationOf } from './cancellation.ts'

export const routes = new Hono<AppEnv>()

const NAME = 'cancel_order_confirm'
const TITLE = 'Cancel this order?'

/** The customer's sentence. */
const FAILURE = "Sorry, we weren't able to cancel your order. Please contact customer support."

const RETURNED = "We've emailed you what you get back and when."
const CONFIRMED = "We've emailed you a confirmation."
const RELEASED = "Your card won't be charged. We've emailed you about the money that your bank holds."

routes.get(
  paths.cancelOrderModal.pattern,
  viewableOrder((c, viewable) => {
    if (!isModalNamed(c, NAME)) return notFound(c)
    const { db, clock, config } = c.var.services
    const { order } = viewable
    const cancellation = cancellationOf(db, order, clock.now())
    const orderPath = orderPathOf(viewable)
    if (!cancellation.ok) {
      const refused = <OrderRefused reason={cancellation.reason} orderPath={orderPath} store={config.store} />
      return renderModal(c, { name: NAME, title: "We can't cancel this order", styles: 'orders' }, refused)
    }
    const { shares } = cancellation
    const contents = (
      <CancelConfirm
        action={paths.cancelOrder(order.token, { key: viewable.key })}
        orderPath={orderPath}
        card={cardOf(db, order.id)}
        hasMoreCards={hasMoreCards(db, order.id)}
        {...shares}
        cardCents={shares.cardCents + shares.unspentCents}
        spentCents={shares.leftCents - shares.cardCents - shares.unspentCents}
        hasReward={cancellation.hasReward}
        isReplacement={isReplacement(db, order.id)}
      />
    )
    return renderModal(c, { name: NAME, title: TITLE, styles: 'orders' }, contents)
  }),
)

routes.post(
  paths.cancelOrder.pattern,
  viewableOrder(async (c, viewable) => {
    const { db, clock, config } = c.var.services
    const { order } = viewable
    await ifAnswered(c.var, () => endOpenExtra(c.var.services, order.id))
    const wasOnlyHeld = isOnlyHeld(db, order.id)
    const canceled = await durably(db, (tx) => cancelOrder(tx, order.id, clock.now()))
    const path = orderPathOf(viewable)
    if (!canceled.ok) {
      const { reason } = canceled
      if (!wantsHtml(c)) return c.json({ error: FAILURE, message: FAILURE, reason }, 409)
      const page = <OrderRefused reason={reason} orderPath={path} store={config.store} title={FAILURE} />
      return renderPage(c, page, { title: FAILURE, status: 409, indexed: false, styles: 'orders' })
    }
    const words = wasOnlyHeld ? RELEASED : canceled.isReturned ? RETURNED : CONFIRMED
    const message = `Order ${order.identifier} is canceled. ${words}`
    return reply(c, 200, { message, url: config.appUrl + path }, { path, flash: { kind: 'notice', message } })
  }),
)
