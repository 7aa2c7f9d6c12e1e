import { type Context, Hono } from 'hono'
import { BEHAVIOURS, type ExampleFacts } from '#views/dev/behaviours/index.ts'
import { BehaviourPage, BehavioursPage } from '#views/dev/behaviours-page.tsx'
import { listProducts } from '../catalog/listing.ts'
import { findProduct } from '../catalog/products.ts'
import { categories } from '../catalog/queries.ts'
import { standpoint } from '../catalog/view-context.ts'
import { calendarFor } from '../delivery/calendar-facts.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'

/** Where the behaviours of the pages can be tried, each alone. A live shop does not mount them. */
export const behavioursRoutes = new Hono<AppEnv>()

behavioursRoutes.get(paths.behaviours.pattern, (c) =>
  renderPage(c, <BehavioursPage behaviours={BEHAVIOURS} />, { title: 'Behaviours', indexed: false }),
)

behavioursRoutes.get(paths.behaviour.pattern, (c) => {
  const behaviour = BEHAVIOURS.find(({ name }) => name === c.req.param('name'))
  if (!behaviour) return notFound(c)
  const view = <BehaviourPage behaviour={behaviour} {...exampleFacts(c)} />
  return renderPage(c, view, { title: behaviour.title, indexed: false })
})

const CARDS = 8
const SEATTLE = '98101'

function exampleFacts(c: Context<AppEnv>): ExampleFacts {
  const { db } = c.var.services
  const place = standpoint(c)
  const [category] = categories(db)
  return {
    soldOut: findProduct(db, 'demo-sold-out', place)?.offers[0]?.token ?? null,
    category: category ?? null,
    cards: listProducts(db, { ...place, category: category?.slug, limit: CARDS }).cards,
    days: calendarFor(db, { zip: SEATTLE, now: place.now, expedited: true }),
    usualDays: calendarFor(db, { zip: SEATTLE, now: place.now }),
    ticked: c.req.query('expedited') === '1',
  }
}
