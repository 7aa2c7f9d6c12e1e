import { sql } from 'drizzle-orm'
import { varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** Null unless only members may see and buy it yet. A hidden product without it is no longer sold. */
export const earlyUntil = sql<Instant | null>`iif(${varieties.hidden},
  (select opens_at from early_access where early_access.variety_id = ${varieties.id}), null)`
