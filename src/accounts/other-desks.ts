import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, fulfillmentCenters } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import { isStaff, subjectsOf } from './roles.ts'

export type DeskLink = { title: string; path: string }

/** Where else this person works. @param here the home of the desk they see */
export const otherDesks = (db: Db, userId: number, here: string): DeskLink[] =>
  [...staffDesk(db, userId), ...centerDesks(db, userId), ...farmDesks(db, userId)].filter(
    ({ path }) => path !== here,
  )

const staffDesk = (db: Db, userId: number): DeskLink[] =>
  isStaff(db, userId) ? [{ title: 'Back office', path: paths.staff() }] : []

function centerDesks(db: Db, userId: number): DeskLink[] {
  const held = subjectsOf(db, userId, 'fulfillment')
  const isOwn = held.includes(null) ? undefined : inArray(fulfillmentCenters.id, held.map(Number))
  const own = db.select().from(fulfillmentCenters).where(isOwn).limit(2).all()
  if (own.length > 1) return [{ title: 'Your centers', path: paths.fulfillment() }]
  return own.map(({ name, slug }) => ({ title: name, path: paths.center(slug) }))
}

function farmDesks(db: Db, userId: number): DeskLink[] {
  const held = subjectsOf(db, userId, 'vendor')
  const isOwn = held.includes(null) ? undefined : inArray(farms.id, held.map(Number))
  const own = db.select().from(farms).where(isOwn).limit(2).all()
  if (own.length > 1) return [{ title: 'Your farms', path: paths.vendor() }]
  return own.map(({ name, slug }) => ({ title: name, path: paths.farmDesk(slug) }))
}
