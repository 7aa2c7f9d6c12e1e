import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, fulfillmentCenters } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { Ctx } from './guards.ts'
import { isStaff, subjectsOf } from './roles.ts'
import { hasPassed } from './second-factor.ts'

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

/** All desks of the visitor, first the one of this path. None before their second step. */
export function desksOfVisitor(c: Ctx): DeskLink[] {
  const { db } = c.var.services
  const { user, sessionHash } = c.var.visitor ?? {}
  if (!user || !sessionHash || !hasPassed(db, user.id, sessionHash)) return []
  const isHere = ({ path }: DeskLink) => `${c.req.path}/`.startsWith(`${path}/`)
  return otherDesks(db, user.id, '').sort((a, b) => Number(isHere(b)) - Number(isHere(a)))
}

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
