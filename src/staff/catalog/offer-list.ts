import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { plainText, plainTextOf } from '#db/plain-text.ts'
import { farms, offers, varieties } from '#db/schema/index.ts'
import { cutName } from '../../catalog/search/cut-name.ts'
import type { CatalogFilters, CatalogSort, CatalogState } from './list-filters.ts'

const OFFERS_PER_PAGE = 50

/** Spelled out, since drizzle leaves out the table's name. */
const onHand = sql<number>`coalesce((select sum(on_hand) from stock where offer_id = offers.id), 0)`

const selectOffers = (db: Db) =>
  db
    .select({
      id: offers.id,
      token: offers.token,
      label: offers.label,
      priceCents: offers.priceCents,
      poundCents: offers.poundCents,
      pausedAt: offers.pausedAt,
      name: varieties.name,
      slug: varieties.slug,
      animal: varieties.animal,
      cut: varieties.cut,
      isHidden: varieties.hidden,
      rank: varieties.featuredRank,
      badges: varieties.badges,
      farm: farms.name,
      farmSlug: farms.slug,
      onHand,
      proposedCents: sql<number | null>`(
        select price_cents from price_proposals where offer_id = offers.id and state = 'open')`,
      nextPriceAt: sql<number | null>`(
        select min(starts_at) from price_changes where offer_id = offers.id and state = 'waiting')`,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))

type Row = ReturnType<typeof selectOffers>['_']['result'][number]

const named = (row: Row) => ({ ...row, cutName: cutName(row.cut) })

export type ListedOffer = ReturnType<typeof named>

export function listOffers(db: Db, filters: CatalogFilters, page: number) {
  const total = countOffers(db, filters)
  const pages = Math.max(1, Math.ceil(total / OFFERS_PER_PAGE))
  const first = (page - 1) * OFFERS_PER_PAGE
  const items = ordered(db, filters).limit(OFFERS_PER_PAGE).offset(first).all().map(named)
  return { items, total, page, pages, first: first + 1 }
}

export type OfferList = ReturnType<typeof listOffers>

/** All that match, for an edit of the whole list. */
export const matchingOffers = (db: Db, filters: CatalogFilters, limit: number): ListedOffer[] =>
  ordered(db, filters).limit(limit).all().map(named)

export const countOffers = (db: Db, filters: CatalogFilters): number =>
  db
    .select({ total: count() })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(matching(filters))
    .get()?.total ?? 0

export function offerByToken(db: Db, token: string): ListedOffer | null {
  const row = selectOffers(db).where(eq(offers.token, token)).get()
  return row ? named(row) : null
}

/** In the order of the list; unknown tokens are left out. */
export const offersByTokens = (db: Db, tokens: string[]): ListedOffer[] =>
  selectOffers(db)
    .where(inArray(offers.token, tokens))
    .orderBy(asc(varieties.featuredRank), asc(varieties.name), asc(offers.position), asc(offers.id))
    .all()
    .map(named)

const ordered = (db: Db, filters: CatalogFilters) => {
  const by = SORTS[filters.sort]
  return selectOffers(db)
    .where(matching(filters))
    .orderBy(
      filters.isDescending ? sql`${by} desc` : by,
      asc(varieties.featuredRank),
      asc(varieties.name),
      asc(offers.position),
      asc(offers.id),
    )
}

const SORTS: Record<CatalogSort, SQL> = {
  shelf: sql`${varieties.featuredRank}`,
  name: sql`lower(${varieties.name})`,
  farm: sql`lower(${farms.name})`,
  cut: sql`${varieties.animal} || ' ' || ${varieties.cut}`,
  price: sql`${offers.priceCents}`,
  on_hand: sql`${onHand}`,
}

const STATES: Record<CatalogState, SQL> = {
  for_sale: sql`not ${varieties.hidden} and ${offers.pausedAt} is null and ${onHand} > 0`,
  hidden: sql`${varieties.hidden}`,
  paused: sql`not ${varieties.hidden} and ${offers.pausedAt} is not null`,
  sold_out: sql`not ${varieties.hidden} and ${offers.pausedAt} is null and ${onHand} = 0`,
}

function matching({ searched, farm, cut, animal, state }: CatalogFilters): SQL | undefined {
  return and(
    ...plainText(searched).split(/\s+/).filter(Boolean).map(wordMatches),
    farm === null ? undefined : eq(farms.slug, farm),
    cut === null ? undefined : eq(varieties.cut, cut),
    animal === null ? undefined : eq(varieties.animal, animal),
    state === null ? undefined : STATES[state],
  )
}

/** Anywhere in what names an offer; `instr` knows no wildcards. */
const wordMatches = (word: string) =>
  sql`instr(${plainTextOf(sql`${varieties.name} || ' ' || ${offers.label} || ' ' ||
  ${farms.name} || ' ' || ${varieties.cut} || ' ' || ${varieties.animal} || ' ' || ${varieties.slug} || ' ' ||
  ${offers.token} || ' ' || coalesce(${offers.gtin}, '')`)}, ${word}) > 0`

/** What the list can be narrowed to. */
export function catalogChoices(db: Db) {
  const cuts = db.selectDistinct({ cut: varieties.cut }).from(varieties).orderBy(asc(varieties.cut)).all()
  const allFarms = db
    .select({ slug: farms.slug, name: farms.name })
    .from(farms)
    .orderBy(asc(farms.name))
    .all()
  return { farms: allFarms, cuts: cuts.map(({ cut }) => ({ cut, name: cutName(cut) })) }
}

export type CatalogChoices = ReturnType<typeof catalogChoices>
