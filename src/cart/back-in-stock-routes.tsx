import { eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { offers, varieties } from '#db/schema/index.ts'
import { BackInStockPage } from '#views/cart/back-in-stock-page.tsx'
import { openEntryKey } from '../catalog/wait-list-key.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { reply } from '../web/respond.ts'
import { addToCart } from './cart.ts'
import { quantitySentence } from './rules.ts'

/** Where the wait list's emails lead: a page with a button, since programs follow links too (GND-8). */
export const backInStockRoutes = new Hono<AppEnv>()

type Found = ReturnType<typeof offerOfEntry>

const offerOfEntry = (db: Db, offerId: number | null) =>
  db
    .select({ offer: offers, name: varieties.name, slug: varieties.slug, hidden: varieties.hidden })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(offers.id, offerId ?? 0))
    .get()

type Handler = (c: Context<AppEnv>, found: NonNullable<Found>) => Response | Promise<Response>

/** For paths with `:entryKey`. The entry is gone if its person left the list; then so is the link. */
const withOffer = (handler: Handler) => (c: Context<AppEnv>) => {
  const { db, config } = c.var.services
  const opened = openEntryKey(db, config, c.req.param('entryKey') ?? '')
  const found = opened?.entry && offerOfEntry(db, opened.entry.offerId)
  return found && !found.hidden ? handler(c, found) : notFound(c)
}

backInStockRoutes.get(
  paths.backInStock.pattern,
  withOffer((c, found) => {
    c.header('Referrer-Policy', 'no-referrer')
    const view = <BackInStockPage {...found} action={c.req.path} />
    return renderPage(c, view, { title: `${found.name} is back`, indexed: false })
  }),
)

backInStockRoutes.post(
  paths.backInStock.pattern,
  withOffer(async (c, { offer, slug, name }) => {
    const { db, random, clock } = c.var.services
    const deps = { db, random, now: clock.now() }
    const change = await addToCart(deps, c.var.visitor, offer, offer.minQuantity)
    const path = paths.product(slug)
    if (!change.ok) {
      const message = quantitySentence(change.reason, change.limit, offer.minQuantity)
      return reply(c, 422, { error: message, message }, { path, flash: { kind: 'danger', message } })
    }
    const message = `Added to your box: ${name}, ${offer.label}.`
    // With `minicart`, the product's page opens the mini cart.
    return reply(
      c,
      200,
      { message, quantity: change.quantity },
      {
        path: `${path}?minicart`,
        flash: { kind: 'notice', message },
      },
    )
  }),
)
