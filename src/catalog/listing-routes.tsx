import { type Context, Hono } from 'hono'
import { CategoryCards } from '#views/catalog/home-categories.tsx'
import { HomePage } from '#views/catalog/home-page.tsx'
import { ShelfFrame } from '#views/catalog/listing-frame.tsx'
import { ShelfPage } from '#views/catalog/listing-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderFrame, renderPage } from '../web/page.tsx'
import { hasFilters, readWishes } from './filter-rules.ts'
import { homeRows } from './home-rows.ts'
import { knownWishes, listShelf } from './listing.ts'
import { homeHead, shelfHead } from './page-heads.ts'
import { categories, listFarms } from './queries.ts'
import { type Category, findCategory } from './rules.ts'
import { pageNumber, standpoint } from './view-context.ts'

const GLIMPSE = 12
/** Of these the rest hides until it is asked for. */
const SEEN_AT_ONCE = 6
const MOST_FARMS = 30
const SUGGESTIONS = 6

export const shelfRoutes = new Hono<AppEnv>()

shelfRoutes.get(paths.home.pattern, (c) => {
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

shelfRoutes.get(paths.shop.pattern, (c) => shelfPage(c, null))

shelfRoutes.get(paths.category.pattern, (c) => {
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
  const wishes = knownWishes(db, clock.now(), readWishes(c.req.queries()))
  const shelf = listShelf(db, { ...standpoint(c), category: category?.slug, wishes, page })
  if (page > shelf.pages) return notFound(c)

  const suggestions = shelf.count === 0 && hasFilters(wishes) ? suggest(c, category) : []
  const head = shelfHead(shelf, category, wishes, config.appUrl)
  const facts = { shelf, category, wishes, suggestions, title: head.title }
  if (c.req.header('turbo-frame') === 'shelf') return renderFrame(c, <ShelfFrame {...facts} />)
  return renderPage(c, <ShelfPage {...facts} />, head)
}

/** The first cards of a shelf. */
const glimpse = (c: Context<AppEnv>, { slug }: Category) =>
  listShelf(c.var.services.db, { ...standpoint(c), category: slug, limit: GLIMPSE }).cards

const suggest = (c: Context<AppEnv>, category: Category | null) =>
  listShelf(c.var.services.db, {
    ...standpoint(c),
    category: category?.slug,
    wishes: readWishes({ in_stock: ['1'] }),
    limit: SUGGESTIONS,
  }).cards
