import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, fulfillmentCenters } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import { isStaff, subjectsOf } from './roles.ts'

export type DeskLink = { title: string; path: string }

/** Where else this person works. @param here the home of the desk they see */
export const otherDesks = (db: Db, userId: number, here: string): DeskLink[] =>
  [
    ...(isStaff(db, userId) ? [{ title: 'Back office', path: paths.staff() }] : []),
    ...desks(
      ownPlaces(db, userId, 'fulfillment', 2),
      { title: 'Your centers', path: paths.fulfillment() },
      paths.center,
    ),
    ...desks(
      ownPlaces(db, userId, 'vendor', 2),
      { title: 'Your farms', path: paths.vendor() },
      paths.farmDesk,
    ),
  ].filter(({ path }) => path !== here)

/** One place links to its desk; several link to the list of them. */
const desks = (places: Place[], choice: DeskLink, pathOf: (slug: string) => string): DeskLink[] =>
  places.length > 1 ? [choice] : places.map(({ name, slug }) => ({ title: name, path: pathOf(slug) }))

export type Place = { slug: string; name: string; town: string; state: string }

const PLACES = {
  fulfillment: { table: fulfillmentCenters, town: fulfillmentCenters.city },
  vendor: { table: farms, town: farms.town },
}

/** The centers or farms that this person works for, by name. @param limit at most so many; without it, all */
export function ownPlaces(db: Db, userId: number, role: keyof typeof PLACES, limit = -1): Place[] {
  const held = subjectsOf(db, userId, role)
  const isOwn = held.includes(null)
    ? sql`true`
    : sql`id in (select value from json_each(${JSON.stringify(held)}))`
  const { table, town } = PLACES[role]
  return db.all<Place>(
    sql`select slug, name, ${town} as town, state from ${table} where ${isOwn} order by name limit ${limit}`,
  )
}
