import { Hono } from 'hono'
import { PrintCardPage } from '#views/gift-cards/print-card-page.tsx'
import { staff } from '../accounts/guards.ts'
import { shownAddressOf } from '../orders/order-address.ts'
import { orderById } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import { cityLine, streetLine } from '../postal/place.ts'
import { boughtCardById, codeOfBought, spacedCode } from '../pricing/bought-cards.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { rowId } from '../web/row-id.ts'

export const giftCardRoutes = new Hono<AppEnv>()

/** Only of a card that the shop mails on paper: any other code is its buyer's alone. */
giftCardRoutes.get(
  paths.staffPrintGiftCard.pattern,
  staff((c) => {
    const { db, config } = c.var.services
    const bought = boughtCardById(db, rowId(c.req.param('boughtId')))
    const code = bought && codeOfBought(db, config.sessionSecret, bought)
    if (!bought || !code || bought.deliveryMethod !== 'ship' || bought.endedAt !== null) return notFound(c)
    const { name, ...place } = shownAddressOf(orderById(db, bought.orderId))
    c.header('Cache-Control', 'no-store')
    const view = (
      <PrintCardPage
        cents={bought.amountCents}
        code={spacedCode(code)}
        message={bought.message}
        sender={null}
        shopUrl={config.appUrl}
        store={config.store}
        mailTo={[name, streetLine(place), cityLine(place)]}
      />
    )
    return renderPage(c, view, { title: 'A gift card to mail', indexed: false, styles: 'gift-cards' })
  }),
)
