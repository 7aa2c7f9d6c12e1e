import { type Context, Hono } from 'hono'
import { CategoryCards } from '#views/catalog/home-categories.tsx'
import { HomePage } from '#views/catalog/home-page.tsx'
import { ListingFrame } from '#views/catalog/listing-frame.tsx'
import { ListingPage } from '#views/catalog/listing-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderFrame, renderPage } from '../web/page.tsx'
import { hasFilters, parseFilters } from './filter-rules.ts'
import { homeRows } from './home-rows.ts'
import { knownFilters, listProducts } from './listing.ts'
import { homeHead, listingHead } from './page-heads.ts'
import { categories, listFarms } from './queries.ts'
import { type Category, findCategory } from './rules.ts'
import { pageNumber, standpoint } from './view-context.ts'

const GLIMPSE = 12
/** Of these the rest hides until it is asked for. */
const SEEN_AT_ONCE = 6
const MOST_FARMS = 30
const SUGGESTIONS = 6

export const listingRoutes = new Hono<AppEnv>()

listingRoutes.get(paths.home.pattern, (c) => {
  const { db, config } = c.var.services
  const [first] = categories(db)
  const cards = first ? glimpse(c, first) : []
  const view = (
    <HomePage
      category={first ?? null}
      cards={cards}
      rows={homeRows(db, standpoint(c), cards.slice(0, SEEN_AT_ONCE))}
      farms={listFarms(db, MOST_FARMS)}
    />
  )
  return renderPage(c, view, homeHead(config.appUrl, config.store.name))
})

listingRoutes.get(paths.shop.pattern, (c) => shelfPage(c, null))

listingRoutes.get(paths.category.pattern, (c) => {
  const category = findCategory(c.req.param('category'))
  if (!category) return notFound(c)
  if (c.req.header('turbo-frame') === 'category_cards') {
    return renderFrame(c, <CategoryCards category={category} cards={glimpse(c, category)} />)
  }
  return shelfPage(c, category)
})

/** The whole page; or, when a filter was changed on it, only the part that it changes. */
function shelfPage(c: Context<AppEnv>, category: Category | null) {
  const { db, config, clock } = c.var.services
  const page = pageNumber(c.req.query('page'))
  const wishes = knownFilters(db, clock.now(), parseFilters(c.req.queries()))
  const shelf = listProducts(db, { ...standpoint(c), category: category?.slug, wishes, page })
  if (page > shelf.pages) return notFound(c)

  const suggestions = shelf.count === 0 && hasFilters(wishes) ? suggest(c, category) : []
  const head = listingHead(shelf, category, wishes, config.appUrl)
  const facts = { shelf, category, wishes, suggestions, title: head.title }
  if (c.req.header('turbo-frame') === 'shelf') return renderFrame(c, <ListingFrame {...facts} />)
  return renderPage(c, <ListingPage {...facts} />, head)
}

/** The first cards of a shelf. */
const glimpse = (c: Context<AppEnv>, { slug }: Category) =>
  listProducts(c.var.services.db, { ...standpoint(c), category: slug, limit: GLIMPSE }).cards

const suggest = (c: Context<AppEnv>, category: Category | null) =>
  listProducts(c.var.services.db, {
    ...standpoint(c),
    category: category?.slug,
    wishes: parseFilters({ in_stock: ['1'] }),
    limit: SUGGESTIONS,
  }).cards
