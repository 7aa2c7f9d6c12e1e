import { type Context, Hono } from 'hono'
import { CategoryCards } from '#views/catalog/home-categories.tsx'
import { HomePage } from '#views/catalog/home-page.tsx'
import { ListingFrame } from '#views/catalog/listing-frame.tsx'
import { ListingPage } from '#views/catalog/listing-page.tsx'
import { paths } from '../paths.ts'
import { homeCollections } from '../shop-settings/page-settings.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderFrame, renderPage } from '../web/page.tsx'
import { hasFilters, parseFilters } from './filter-rules.ts'
import { homeRows } from './home-rows.ts'
import { knownFilters, listProducts } from './listing.ts'
import { homeHead, listingHead } from './page-heads.ts'
import { categories, listFarms } from './queries.ts'
import { type Category, findCategory } from './rules.ts'
import { pageNumber, viewContext } from './view-context.ts'

const PREVIEW_CARDS = 12
const VISIBLE_CARDS = 6
const MAX_FARMS = 30
const SUGGESTIONS = 6

export const listingRoutes = new Hono<AppEnv>()

listingRoutes.get(paths.home.pattern, (c) => {
  const { db, config } = c.var.services
  const [first] = categories(db)
  const cards = first ? previewCards(c, first) : []
  const view = (
    <HomePage
      category={first ?? null}
      cards={cards}
      rows={homeRows(db, viewContext(c), homeCollections(db, config), cards.slice(0, VISIBLE_CARDS))}
      farms={listFarms(db, MAX_FARMS)}
    />
  )
  return renderPage(c, view, homeHead(config.appUrl, config.store.name))
})

listingRoutes.get(paths.shop.pattern, (c) => listingPage(c, null))

listingRoutes.get(paths.category.pattern, (c) => {
  const category = findCategory(c.req.param('category'))
  if (!category) return notFound(c)
  if (c.req.header('turbo-frame') === 'category_cards') {
    return renderFrame(c, <CategoryCards category={category} cards={previewCards(c, category)} />)
  }
  return listingPage(c, category)
})

function listingPage(c: Context<AppEnv>, category: Category | null) {
  const { db, config, clock } = c.var.services
  const page = pageNumber(c.req.query('page'))
  const filters = knownFilters(db, clock.now(), parseFilters(c.req.queries()))
  const listing = listProducts(db, { ...viewContext(c), category: category?.slug, filters, page })
  if (page > listing.pages) return notFound(c)

  const suggestions = listing.count === 0 && hasFilters(filters) ? suggest(c, category) : []
  const head = listingHead(listing, category, filters, config.appUrl)
  const props = { listing, category, filters, suggestions, title: head.title }
  if (c.req.header('turbo-frame') === 'shelf') return renderFrame(c, <ListingFrame {...props} />)
  return renderPage(c, <ListingPage {...props} />, head)
}

const previewCards = (c: Context<AppEnv>, { slug }: Category) =>
  listProducts(c.var.services.db, { ...viewContext(c), category: slug, limit: PREVIEW_CARDS }).cards

const suggest = (c: Context<AppEnv>, category: Category | null) =>
  listProducts(c.var.services.db, {
    ...viewContext(c),
    category: category?.slug,
    filters: parseFilters({ in_stock: ['1'] }),
    limit: SUGGESTIONS,
  }).cards
