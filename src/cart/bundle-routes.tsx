import { type Context, Hono } from 'hono'
import { CartChanged, CartRefused } from '#views/cart/streams.tsx'
import { FirstBoxPage } from '#views/catalog/first-box-page.tsx'
import { gapSentence, type Picks } from '../catalog/bundle-rules.ts'
import { type BundleForSale, bundleById, bundlesForSale, bundleTeasers } from '../catalog/bundles.ts'
import { viewContext } from '../catalog/view-context.ts'
import { bundlesOf } from '../orders/bundles.ts'
import { itemsOf } from '../orders/items.ts'
import { findCart } from '../orders/open-order.ts'
import { BEING_PAID_SENTENCE } from '../orders/rules.ts'
import { paths } from '../paths.ts'
import { sumItems } from '../pricing/total.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { readFields } from '../web/fields.ts'
import { renderPage, renderStream } from '../web/page.tsx'
import { reply, wantsHtml, wantsStream } from '../web/respond.ts'
import { BUNDLE_LABELS, BundleFields } from './bundle-fields.ts'
import {
  addBundle,
  type BundleChange,
  type BundleRefusal,
  changeBundle,
  picksOf,
  removeFromCart,
  type SoldOut,
} from './bundles.ts'
import { sumUnits } from './cart-contents.ts'
import { cartView } from './cart-view.ts'
import { MAX_CART_LINES } from './rules.ts'

/** Boxes at one price (CAT-8): choosing the cuts, and the line that they are in the cart. */
export const bundleRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

bundleRoutes.get(paths.firstBox.pattern, (c) => {
  const { db } = c.var.services
  if (!wantsHtml(c)) return c.json({ bundles: bundlesForSale(db, viewContext(c)).map(toWire) })
  const line = lineOf(c, c.req.query('line') ?? '')
  if (line) return firstBoxPage(c, { bundle: line.bundle, picks: line.picks, lineToken: line.token })
  const bundles = bundlesForSale(db, viewContext(c))
  const bundle = bundles.find(({ handle }) => handle === c.req.query('bundle')) ?? bundles[0]
  return bundle ? firstBoxPage(c, { bundle, picks: {}, lineToken: null }) : notFound(c)
})

bundleRoutes.post(paths.cartBundle.pattern, async (c) => {
  const read = readFields(BundleFields, c.var.body, BUNDLE_LABELS)
  if (!read.ok) return unreadable(c, read.message)
  const change = await addBundle(depsOf(c), c.var.visitor, c.req.param('handle'), read.value)
  return respond(c, change, { picks: read.value, lineToken: null })
})

bundleRoutes.put(paths.cartBundleLine.pattern, async (c) => {
  const read = readFields(BundleFields, c.var.body, BUNDLE_LABELS)
  if (!read.ok) return unreadable(c, read.message)
  const lineToken = c.req.param('lineToken')
  const change = await changeBundle(depsOf(c), c.var.visitor, lineToken, read.value)
  return respond(c, change, { picks: read.value, lineToken })
})

bundleRoutes.delete(paths.cartBundleLine.pattern, async (c) => {
  const name = await removeFromCart(depsOf(c), c.var.visitor, c.req.param('lineToken'))
  if (name === null) return lineOf(c, c.req.param('lineToken')) ? beingPaid(c) : notFound(c)
  const message = `We removed ${name} from your box.`
  if (wantsStream(c)) return renderStream(c, <CartChanged {...cartProps(c)} message={message} />)
  return reply(c, 200, cartJson(c), { path: paths.cart(), flash: { kind: 'notice', message } })
})

type Asked = { picks: Picks; lineToken: string | null }

function respond(c: Ctx, change: BundleChange, asked: Asked) {
  if (!change.ok) return refused(c, change, asked)
  const { name, token, priceCents } = change.bundle
  const message = asked.lineToken ? `We changed your ${name}.` : `We added ${name} to your box.`
  const line = { quantity: 1, price_cents: priceCents, item_total_cents: priceCents, line_token: token }
  const flash = { kind: 'notice', message } as const
  return reply(c, 200, { message, ...line, ...cartJson(c) }, { path: paths.cart(), flash })
}

function refused(c: Ctx, refusal: BundleRefusal, { picks, lineToken }: Asked) {
  if (refusal.reason === 'unknown') return notFound(c)
  const message = sentenceOf(refusal)
  if (!wantsHtml(c)) return c.json({ error: message, message, ...detailsOf(refusal) }, 422)
  if (!('bundle' in refusal))
    return reply(c, 422, {}, { path: paths.cart(), flash: { kind: 'danger', message } })
  const soldOut = refusal.reason === 'sold_out' ? refusal.soldOut : []
  return firstBoxPage(c, { bundle: refusal.bundle, picks, lineToken, problem: message, soldOut })
}

/** The page's form sends nothing of the kind. */
const unreadable = (c: Ctx, message: string) =>
  reply(c, 422, { error: message, message }, { path: paths.firstBox(), flash: { kind: 'danger', message } })

function beingPaid(c: Ctx) {
  const message = BEING_PAID_SENTENCE
  if (wantsStream(c)) return renderStream(c, <CartRefused {...cartProps(c)} message={message} />, 422)
  return reply(
    c,
    422,
    { error: message, message },
    { path: paths.cart(), flash: { kind: 'danger', message } },
  )
}

function sentenceOf(refusal: Exclude<BundleRefusal, { reason: 'unknown' }>): string {
  switch (refusal.reason) {
    case 'being_paid':
      return BEING_PAID_SENTENCE
    case 'too_many':
      return 'Your box has no room for another one of these. Please check out first.'
    case 'cart_full':
      return `A box can hold up to ${MAX_CART_LINES} different items.`
    case 'unknown_choice':
      return "We don't have one of these cuts in this box. Please pick another."
    case 'incomplete':
      return `Your box isn't full yet. ${refusal.missing.map(gapSentence).join(' ')}`
    case 'sold_out':
      return refusal.soldOut.map(soldOutSentence).join(' ')
  }
}

function soldOutSentence({ choice, available, instead }: SoldOut): string {
  const name = `${choice.name}, ${choice.label}`
  const gone = available === 0 ? `${name} just sold out.` : `Only ${available} of ${name} left.`
  const names = instead.map((other) => `${other.name}, ${other.label}`)
  return names.length === 0
    ? `${gone} Nothing else is left for that part of the box. Please try another size.`
    : `${gone} You could take ${names.slice(0, 3).join(' or ')} instead.`
}

/** `missing` is what the contract asks for; it is empty when the picks are complete and something has sold out. */
function detailsOf(refusal: BundleRefusal) {
  if (refusal.reason === 'incomplete')
    return {
      missing: refusal.missing.map(({ name, slots, picked }) => ({ name, slots, missing: slots - picked })),
    }
  if (refusal.reason !== 'sold_out') return {}
  return {
    missing: [],
    sold_out: refusal.soldOut.map(({ choice, available, instead }) => ({
      bid_item_token: choice.token,
      name: `${choice.name}, ${choice.label}`,
      available,
      instead: instead.map(({ token, name, label }) => ({
        bid_item_token: token,
        name: `${name}, ${label}`,
      })),
    })),
  }
}

type PageState = Asked & { bundle: BundleForSale; problem?: string; soldOut?: SoldOut[] }

function firstBoxPage(c: Ctx, { problem, soldOut = [], ...chosen }: PageState) {
  const { db } = c.var.services
  const page = (
    <FirstBoxPage
      {...chosen}
      sizes={bundleTeasers(db)}
      problem={problem ?? null}
      soldOut={soldOut.map(({ choice }) => choice.token)}
    />
  )
  return renderPage(c, page, {
    title: 'Your first box, one price',
    description: 'Pick the cuts for your first box of meat from independent farms. The price stays the same.',
    canonical: paths.firstBox(),
    styles: 'first-box',
    status: problem ? 422 : 200,
  })
}

/** A bundle in the visitor's cart, with the cuts that it holds now. */
function lineOf(c: Ctx, token: string) {
  const { db } = c.var.services
  const cart = token ? findCart(db, c.var.visitor) : null
  const line = cart && bundlesOf(db, cart.id).find((bundle) => bundle.token === token)
  const bundle = line && bundleById(db, line.bundleId ?? 0, viewContext(c))
  if (!line || !bundle) return null
  return { token, picks: picksOf(line), bundle: { ...bundle, priceCents: line.priceCents } }
}

const toWire = ({ handle, priceCents, groups }: BundleForSale) => ({
  handle,
  price_cents: priceCents,
  groups: groups.map((group) => ({
    name: group.name,
    slots: group.slots,
    choices: group.choices.map(({ token, name: variety, label, available }) => ({
      bid_item_token: token,
      name: `${variety}, ${label}`,
      available,
    })),
  })),
})

function cartJson(c: Ctx) {
  const { db } = c.var.services
  const cart = findCart(db, c.var.visitor)
  const lines = cart ? itemsOf(db, cart.id) : []
  return { item_count: sumUnits(lines), subtotal_cents: sumItems(lines) }
}

const cartProps = (c: Ctx) => cartView(c.var.services, c.var.visitor)

const depsOf = ({ var: { services } }: Ctx) => ({
  db: services.db,
  random: services.random,
  now: services.clock.now(),
})
