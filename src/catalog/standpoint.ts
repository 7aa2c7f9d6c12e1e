import type { Context } from 'hono'
import { centerFor } from '../cart/queries.ts'
import type { AppEnv } from '../http/env.ts'
import type { Standpoint } from './shelf.ts'

/** From where and when the visitor looks at the shelves. */
export function standpoint(c: Context<AppEnv>): Standpoint {
  const { db, clock } = c.var.services
  return { now: clock.now(), fcId: centerFor(db, c.var.visitor.postalCode) }
}

/** The page asked for, 1 when none is; null for what is no page number. */
export function pageNumber(text: string | undefined): number | null {
  if (text === undefined) return 1
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null
}
