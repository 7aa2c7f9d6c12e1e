import type { Context } from 'hono'
import { centerFor } from '../delivery/postal-zones.ts'
import { cachedRead } from '../read-cache.ts'
import type { AppEnv } from '../web/env.ts'
import type { ViewContext } from './listing.ts'

export function viewContext(c: Context<AppEnv>): ViewContext {
  const { db, clock } = c.var.services
  const now = clock.now()
  const { postalCode } = c.var.visitor
  if (!postalCode) return { now, fcId: null }
  return { now, fcId: cachedRead(db, `center for ${postalCode}`, () => centerFor(db, postalCode)) }
}

export function pageNumber(text = ''): number {
  return /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) : 1
}
