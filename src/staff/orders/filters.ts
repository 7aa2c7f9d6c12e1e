import type { Db } from '#db/client.ts'
import { fulfillmentCenters } from '#db/schema/index.ts'
import { parseDay } from '../../day.ts'
import { unknownOption } from '../../web/unknown-option.ts'
import { type Cursor, ORDER_TABS, type OrderFilters, SORTS } from './rules.ts'

type Query = Record<string, string | undefined>
type FiltersRead = { ok: true; filters: OrderFilters } | { ok: false; message: string }

const MAX_SEARCH_LENGTH = 100

/** As they stand in the address; empty ones count as absent. */
export function readOrderFilters(db: Db, query: Query): FiltersRead {
  const {
    q = '',
    state = '',
    ship_on = '',
    center = '',
    held = '',
    flagged = '',
    sort = '',
    after = '',
  } = query
  const shipOn = ship_on === '' ? null : parseDay(ship_on)
  if (ship_on !== '' && shipOn === null)
    return { ok: false, message: `"${ship_on.slice(0, 40)}" is no date. Please use one like 2026-11-30.` }
  if (!isOneOf(ORDER_TABS, state)) return refuse('state', state, ORDER_TABS)
  if (!isOneOf(['yes'], held)) return refuse('held', held, ['yes'])
  if (!isOneOf(['yes'], flagged)) return refuse('flagged', flagged, ['yes'])
  if (!isOneOf(SORTS, sort)) return refuse('sort', sort, SORTS)
  const centers = centersOf(db)
  const chosen = centers.find(({ slug }) => slug === center)
  if (center !== '' && !chosen)
    return refuse(
      'center',
      center,
      centers.map(({ slug }) => slug),
    )
  const cursor = after === '' ? null : readCursor(after)
  if (after !== '' && !cursor)
    return { ok: false, message: 'We couldn’t find that page of the list. Please start over.' }
  return {
    ok: true,
    filters: {
      searched: q.trim().slice(0, MAX_SEARCH_LENGTH),
      state: state || null,
      shipOn,
      center: chosen ?? null,
      isHeld: held === 'yes',
      isFlagged: flagged === 'yes',
      sort: sort || 'newest',
      after: cursor,
    },
  }
}

export const centersOf = (db: Db) =>
  db
    .select({ id: fulfillmentCenters.id, slug: fulfillmentCenters.slug, name: fulfillmentCenters.name })
    .from(fulfillmentCenters)
    .orderBy(fulfillmentCenters.name)
    .all()

const isOneOf = <T extends string>(known: readonly T[], typed: string): typed is T | '' =>
  typed === '' || (known as readonly string[]).includes(typed)

const refuse = (option: string, value: string, known: readonly string[]) => ({
  ok: false as const,
  message: unknownOption(option, value, known),
})

function readCursor(typed: string): Cursor | null {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(typed) ?? []
  return at && id ? { at: Number(at), id: Number(id) } : null
}
