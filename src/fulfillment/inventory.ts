import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { plainText, plainTextOf } from '#db/plain-text.ts'
import { farms, offers, stock, varieties } from '#db/schema/index.ts'
import { waitingCount } from '../catalog/wait-list-rounds.ts'
import type { Instant } from '../day.ts'

const ITEMS_PER_PAGE = 50

/** A center's stock at a moment, after which some holds no longer count. */
export type Shelves = { fcId: number; now: Instant }

const onHand = sql<number>`coalesce(${stock.onHand}, 0)`

const reservedUnits = ({ fcId, now }: Shelves) => sql<number>`(
  select coalesce(sum(holds.quantity), 0) from holds
  where holds.offer_id = offers.id and holds.fc_id = ${fcId} and holds.expires_at > ${now})`

const selectItems = (db: Db, shelves: Shelves) => {
  const reserved = reservedUnits(shelves)
  return db
    .select({
      offerId: offers.id,
      token: offers.token,
      name: varieties.name,
      label: offers.label,
      farm: farms.name,
      shelf: stock.shelf,
      onHand,
      reserved,
      available: sql<number>`max(0, ${onHand} - ${reserved})`,
      /** People on the wait list, in all places. */
      waiting: waitingCount(shelves.now),
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .leftJoin(stock, and(eq(stock.offerId, offers.id), eq(stock.fcId, shelves.fcId)))
}

export type InventoryItem = ReturnType<typeof selectItems>['_']['result'][number]
export type InventoryList = ReturnType<typeof listInventory>

export const inventoryItem = (db: Db, shelves: Shelves, token: string): InventoryItem | null =>
  selectItems(db, shelves).where(eq(offers.token, token)).get() ?? null

/** Of several farms' offers with this GTIN, the first. */
export const inventoryItemByGtin = (db: Db, shelves: Shelves, gtin: string): InventoryItem | null =>
  selectItems(db, shelves).where(eq(offers.gtin, gtin)).orderBy(asc(offers.id)).get() ?? null

/** Every offer of the shop, whether or not the center has had any of it. */
export function listInventory(db: Db, shelves: Shelves, searched: string, page: number) {
  const total = countOffers(db, matches(searched))
  const items = selectItems(db, shelves)
    .where(matches(searched))
    .orderBy(asc(varieties.name), asc(varieties.id), asc(offers.position), asc(offers.id))
    .limit(ITEMS_PER_PAGE)
    .offset((page - 1) * ITEMS_PER_PAGE)
    .all()
  const pages = Math.max(1, Math.ceil(total / ITEMS_PER_PAGE))
  return { items, first: (page - 1) * ITEMS_PER_PAGE + 1, total, page, pages }
}

/** The page of the unfiltered list with this offer's row. */
export function pageOfItem(db: Db, { offerId }: InventoryItem): number {
  const isBefore = sql`(${varieties.name}, ${varieties.id}, ${offers.position}, ${offers.id}) < (
    select v.name, v.id, o.position, o.id from offers o inner join varieties v on v.id = o.variety_id
    where o.id = ${offerId})`
  return Math.floor(countOffers(db, isBefore) / ITEMS_PER_PAGE) + 1
}

const countOffers = (db: Db, condition: SQL | undefined): number =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(condition)
    .get()?.count ?? 0

/** Every word of it, in any order. */
const matches = (searched: string): SQL | undefined =>
  and(...plainText(searched).split(/\s+/).filter(Boolean).map(wordMatches))

/** By `instr`, which knows no wildcards. */
const wordMatches = (word: string) => sql`(lower(${offers.token}) = ${word}
  or instr(${plainTextOf(sql`${varieties.name} || ', ' || ${offers.label} || ' ' || ${farms.name}`)}, ${word}) > 0)`
