import { type Context, Hono } from 'hono'
import { SearchPage } from '#views/catalog/search-page.tsx'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound } from '../../web/errors.tsx'
import { isOwnVisit } from '../../web/own-visit.ts'
import { renderPage } from '../../web/page.tsx'
import { byNetwork, bySession, rateLimit } from '../../web/rate-limit.ts'
import { parseFilters } from '../filter-rules.ts'
import { listProducts } from '../listing.ts'
import { pageNumber, viewContext } from '../view-context.ts'
import { type Results, resultsPage } from './results.ts'
import { noteSearch } from './search-marks.ts'
import { MAX_SUGGESTIONS, suggest } from './suggest.ts'
import { MAX_LETTERS } from './words.ts'

const CARDS_SUGGESTED = 4

export const searchRoutes = new Hono<AppEnv>()

searchRoutes.get(paths.search.pattern, (c) => {
  const { db } = c.var.services
  const page = pageNumber(c.req.query('page'))
  const query = (c.req.query('q') ?? '').trim().slice(0, MAX_LETTERS)

  const isExact = c.req.query('exactly') === '1'
  const results = resultsPage(db, { query, isExact, page, ...viewContext(c) })
  if (page > results.pages) return notFound(c)
  mark(c, query, results)
  const suggestions = results.count === 0 ? featured(c) : []
  const view = <SearchPage query={query} isExact={isExact} results={results} suggestions={suggestions} />
  return renderPage(c, view, { title: titleOf(query, results), indexed: false })
})

/** Only what a person looks at, with a session that they brought: a robot starts a new one each time. */
function mark(c: Context<AppEnv>, query: string, { count, page }: Results) {
  const { services, visitor, isFirstRequest } = c.var
  if (isFirstRequest || page > 1 || !isOwnVisit(c)) return
  noteSearch(services, { query, found: count > 0, ...visitor })
}

function titleOf(query: string, { count, page }: Results): string {
  if (query === '') return 'Search'
  if (count === 0) return `No results for “${query}”`
  return page > 1 ? `Results for “${query}”, page ${page}` : `Results for “${query}”`
}

const featured = (c: Context<AppEnv>) =>
  listProducts(c.var.services.db, {
    ...viewContext(c),
    filters: parseFilters({ in_stock: ['1'] }),
    limit: CARDS_SUGGESTED,
  }).cards

/** Faster than one person types. The network limit is higher because an office shares one IP address. */
const autocompleteLimit = rateLimit(
  { points: 120, seconds: 60, by: bySession },
  { points: 1_200, seconds: 60, by: byNetwork },
)

searchRoutes.get(paths.autocomplete.pattern, autocompleteLimit, (c) => {
  const requested = Number(c.req.query('limit') ?? MAX_SUGGESTIONS)
  const isValid = Number.isInteger(requested) && requested > 0
  const limit = isValid ? Math.min(requested, MAX_SUGGESTIONS) : MAX_SUGGESTIONS
  return c.json(suggest(c.var.services.db, c.req.query('q') ?? '', limit))
})
