import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { dayThatCounts } from './arrival-day.ts'
import { arrivalFacts } from './arrival-facts.ts'
import { lastClaimDay } from './rules.ts'

/** The last day on which its buyer can tell us what was wrong, as they count days. */
export const lastClaimDayOf = (db: Db, order: Order, promisedOn: Day): Day =>
  lastClaimDay(promisedOn, dayThatCounts(arrivalFacts(db, { ...order, arrivalOn: promisedOn })))
