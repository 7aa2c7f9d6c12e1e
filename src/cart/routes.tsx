import { type Context, Hono } from 'hono'
import { CartPage } from '#views/cart/cart-page.tsx'
import { CartChanged, CartParts, CartRefused } from '#views/cart/streams.tsx'
import { type FoundOffer, findOffer } from '../catalog/products.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { ownPlacedOrder } from '../orders/own-order.ts'
import { BEING_PAID_SENTENCE } from '../orders/rules.ts'
import { paths } from '../paths.ts'
import { looseUnits, sumItems } from '../pricing/total.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage, renderStream } from '../web/page.tsx'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml, wantsStream } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import { backInStockRoutes } from './back-in-stock-routes.tsx'
import { bundleRoutes } from './bundle-routes.tsx'
import { buyAgain, type Refill } from './buy-again.ts'
import { addToCart, type CartChange, setQuantity } from './cart.ts'
import { cartLines, sumUnits } from './cart-contents.ts'
import { cartView } from './cart-view.ts'
import { readQuantity, WHOLE_NUMBER_SENTENCE } from './fields.ts'
import { quantitySentence } from './rules.ts'
import { isWithheld } from './withheld.ts'

export const routes = new Hono<AppEnv>()

routes.route('/', backInStockRoutes)
routes.route('/', bundleRoutes)

routes.get(paths.cart.pattern, (c) =>
  renderPage(c, <CartPage {...cartProps(c)} />, { title: 'Your box', indexed: false }),
)

/** A browser that visits the URL itself gets the cart page. */
routes.get(paths.miniCart.pattern, (c) => {
  if (wantsHtml(c) && !wantsStream(c)) return redirectTo(c, paths.cart())
  return renderStream(c, <CartParts {...cartProps(c)} />)
})

routes.post(paths.cartItem.pattern, async (c) => {
  const found = findOffer(c.var.services.db, c.req.param('offerToken'))
  if (!found || isUnknown(c, found)) return notFound(c)
  const quantity = readQuantity(c.var.body.quantity, found.offer.minQuantity)
  if (quantity === null) return refused(c, found, WHOLE_NUMBER_SENTENCE)
  if (quantity <= 0) return refused(c, found, tooFew(found))
  const change = await addToCart(depsOf(c), c.var.visitor, found.offer, quantity)
  return respond(c, found, change, { sentence: added(found), units: quantity })
})

routes.put(paths.cartItem.pattern, async (c) => {
  const found = findOffer(c.var.services.db, c.req.param('offerToken'))
  if (!found) return notFound(c)
  const quantity = readQuantity(c.var.body.quantity, found.offer.minQuantity)
  if (quantity === null) return refused(c, found, WHOLE_NUMBER_SENTENCE)
  if (quantity < 0) return refused(c, found, tooFew(found))
  if (quantity > 0 && found.variety.earlyUntil !== null && isUnknown(c, found)) return notFound(c)
  const sentence = quantity === 0 ? removed(found) : `Your box now has ${quantity} × ${nameOf(found)}.`
  const change = await setQuantity(depsOf(c), c.var.visitor, found.offer, quantity)
  return respond(c, found, change, { sentence, isQuiet: quantity > 0 })
})

routes.delete(paths.cartItem.pattern, async (c) => {
  const found = findOffer(c.var.services.db, c.req.param('offerToken'))
  if (!found) return notFound(c)
  const change = await setQuantity(depsOf(c), c.var.visitor, found.offer, 0)
  return respond(c, found, change, { sentence: removed(found) })
})

/** Early access gets others the same 404 as what isn't sold. */
const isUnknown = ({ var: { services, visitor } }: Context<AppEnv>, { variety }: FoundOffer) =>
  isWithheld(services.db, variety, visitor)

/** `units` were added. `isQuiet`: the page already shows the new quantity. */
type Notice = { sentence: string; units?: number; isQuiet?: boolean }

function respond(c: Context<AppEnv>, found: FoundOffer, change: CartChange, notice: Notice) {
  if (change.ok) return changed(c, found, change, notice)
  return refused(c, found, quantitySentence(change.reason, change.limit, found.offer.minQuantity))
}

/** Streams, JSON, or a redirect and a flash (CRT-1, GND-5). */
function changed(
  c: Context<AppEnv>,
  { offer }: FoundOffer,
  { orderId }: Extract<CartChange, { ok: true }>,
  { sentence, units, isQuiet }: Notice,
) {
  if (wantsStream(c)) {
    const props = cartProps(c)
    const opens = props.cart.itemCount === units // the first item opens the mini cart
    return renderStream(c, <CartChanged {...props} message={sentence} isQuiet={isQuiet} opens={opens} />)
  }
  const lines = orderId === null ? [] : itemsOf(c.var.services.db, orderId)
  const quantity = quantityOf(lines, offer.id)
  const json = {
    quantity,
    price_cents: offer.priceCents,
    item_total_cents: offer.priceCents * quantity,
    item_count: sumUnits(lines),
    subtotal_cents: sumItems(lines),
  }
  return reply(c, 200, json, {
    path: previousPage(c, paths.cart()),
    flash: { kind: 'notice', message: sentence },
  })
}

function refused(c: Context<AppEnv>, { offer }: FoundOffer, sentence: string) {
  if (wantsStream(c)) return renderStream(c, <CartRefused {...cartProps(c)} message={sentence} />, 422)
  const json = {
    error: sentence,
    quantity: quantityOf(cartLines(c.var.services.db, c.var.visitor), offer.id),
  }
  return reply(c, 422, json, {
    path: previousPage(c, paths.cart()),
    flash: { kind: 'danger', message: sentence },
  })
}

const depsOf = ({ var: { services } }: Context<AppEnv>) => ({
  db: services.db,
  random: services.random,
  now: services.clock.now(),
})

const cartProps = (c: Context<AppEnv>) => cartView(c.var.services, c.var.visitor)

const quantityOf = (lines: OrderItem[], offerId: number) =>
  lines.filter((line) => line.offerId === offerId).map(looseUnits)[0] ?? 0

const tooFew = ({ offer }: FoundOffer) => quantitySentence('below_minimum', 0, offer.minQuantity)
const nameOf = ({ offer, variety }: FoundOffer) => `${variety.name}, ${offer.label}`
const added = (found: FoundOffer) => `We added ${nameOf(found)} to your box.`
const removed = (found: FoundOffer) => `We removed ${nameOf(found)} from your box.`

routes.post(
  paths.buyAgain.pattern,
  ownPlacedOrder(async (c, order) => {
    const { services, visitor } = c.var
    const refill = await buyAgain(
      { db: services.db, random: services.random, now: services.clock.now() },
      visitor,
      order.id,
    )
    const message = refillSentence(refill)
    const isFilled = refill.added > 0
    const flash = { kind: isFilled ? 'notice' : 'danger', message } as const
    return reply(c, isFilled ? 200 : 422, { message, ...refill }, { path: paths.cart(), flash })
  }),
)

function refillSentence({ added, missing, limits, isBeingPaid }: Refill): string {
  if (isBeingPaid) return BEING_PAID_SENTENCE
  const unavailable = missing.join('; ')
  if (added === 0 && limits.length === 0)
    return `Sorry, nothing from that order is available right now: ${unavailable}.`
  if (missing.length + limits.length === 0) return 'We added everything from that order to your box.'
  const outcome = added > 0 ? 'We added what we could.' : "We didn't add anything to your box."
  const gaps = missing.length > 0 ? [`Not available right now: ${unavailable}.`] : []
  return [outcome, ...limits, ...gaps].join(' ')
}
