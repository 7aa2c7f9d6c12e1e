import { type Context, Hono } from 'hono'
import { CartPage } from '#views/cart/cart-page.tsx'
import { CartChanged, CartRefused } from '#views/cart/streams.tsx'
import { type FoundOffer, findOffer } from '../catalog/products.ts'
import { answer, wantsStream } from '../http/answer.ts'
import type { AppEnv } from '../http/env.ts'
import { notFound } from '../http/errors.tsx'
import { pageBefore } from '../http/go-back.ts'
import { renderPage, renderStream } from '../http/page.tsx'
import { paths } from '../paths.ts'
import { addToCart, type CartChange, setQuantity } from './cart.ts'
import { deliveryEstimate } from './delivery-estimate.ts'
import { readQuantity, WHOLE_NUMBER_SENTENCE } from './fields.ts'
import { offeredSentence } from './promotion-offer.ts'
import { type CartContents, cartContents } from './queries.ts'
import { quantitySentence } from './rules.ts'

export const cartRoutes = new Hono<AppEnv>()

cartRoutes.get('/cart', (c) =>
  renderPage(c, <CartPage {...shownCart(c, contents(c))} />, { title: 'Your box', indexed: false }),
)

cartRoutes.post('/cart/items/:token', async (c) => {
  const found = findOffer(c.var.services.db, c.req.param('token'))
  if (!found || found.variety.hidden) return notFound(c)
  const quantity = readQuantity(c.var.body.quantity, found.offer.minQuantity)
  if (quantity === null) return refused(c, found, WHOLE_NUMBER_SENTENCE)
  if (quantity <= 0) return refused(c, found, tooFew(found))
  return told(c, found, await addToCart(doors(c), c.var.visitor, found.offer, quantity), added(found))
})

cartRoutes.put('/cart/items/:token', async (c) => {
  const found = findOffer(c.var.services.db, c.req.param('token'))
  if (!found) return notFound(c)
  const quantity = readQuantity(c.var.body.quantity, found.offer.minQuantity)
  if (quantity === null) return refused(c, found, WHOLE_NUMBER_SENTENCE)
  if (quantity < 0) return refused(c, found, tooFew(found))
  const sentence = quantity === 0 ? removed(found) : `Your box now has ${quantity} × ${nameOf(found)}.`
  return told(c, found, await setQuantity(doors(c), c.var.visitor, found.offer, quantity), sentence)
})

cartRoutes.delete('/cart/items/:token', async (c) => {
  const found = findOffer(c.var.services.db, c.req.param('token'))
  if (!found) return notFound(c)
  return told(c, found, await setQuantity(doors(c), c.var.visitor, found.offer, 0), removed(found))
})

function told(c: Context<AppEnv>, found: FoundOffer, change: CartChange, sentence: string) {
  if (change.ok) return changed(c, found, sentence)
  return refused(c, found, quantitySentence(change.reason, change.limit, found.offer.minQuantity))
}

/** The new state of the box, to whoever asked: streams, JSON, or a redirect and a flash (CRT-1, GND-5). */
function changed(c: Context<AppEnv>, { offer }: FoundOffer, sentence: string) {
  const cart = contents(c)
  if (wantsStream(c)) return renderStream(c, <CartChanged {...shownCart(c, cart)} message={sentence} />)
  const quantity = standing(cart, offer.id)
  const json = {
    quantity,
    price_cents: offer.priceCents,
    item_total_cents: offer.priceCents * quantity,
    item_count: cart.itemCount,
    subtotal_cents: cart.totals.itemsCents,
  }
  return answer(c, 200, json, {
    path: pageBefore(c, paths.cart()),
    flash: { kind: 'notice', message: sentence },
  })
}

function refused(c: Context<AppEnv>, { offer }: FoundOffer, sentence: string) {
  const cart = contents(c)
  if (wantsStream(c)) return renderStream(c, <CartRefused {...shownCart(c, cart)} message={sentence} />, 422)
  const json = { error: sentence, quantity: standing(cart, offer.id) }
  return answer(c, 422, json, {
    path: pageBefore(c, paths.cart()),
    flash: { kind: 'danger', message: sentence },
  })
}

const doors = ({ var: { services } }: Context<AppEnv>) => ({
  db: services.db,
  chance: services.chance,
  now: services.clock.now(),
})

const contents = (c: Context<AppEnv>) =>
  cartContents(c.var.services.db, c.var.visitor, c.var.services.clock.now())

function shownCart({ var: { services, visitor } }: Context<AppEnv>, cart: CartContents) {
  const { db, clock } = services
  return {
    cart,
    delivery: deliveryEstimate(db, cart, visitor.postalCode),
    offered: offeredSentence(db, cart.order, visitor, clock.now()),
  }
}

const standing = (cart: CartContents, offerId: number) =>
  cart.items.find((item) => item.offerId === offerId)?.quantity ?? 0

const tooFew = ({ offer }: FoundOffer) => quantitySentence('below_minimum', 0, offer.minQuantity)
const nameOf = ({ offer, variety }: FoundOffer) => `${variety.name}, ${offer.label}`
const added = (found: FoundOffer) => `${nameOf(found)} is in your box.`
const removed = (found: FoundOffer) => `We took ${nameOf(found)} out of your box.`
