import { sql } from 'drizzle-orm'
import { ratings, varieties } from '#db/schema/index.ts'
import { MIN_BUYERS, type Rating, type RatingSum, shownRating } from '../catalog/rating-rules.ts'

/** Not as a parameter, with which SQLite would plan at each run. */
const enough = sql`${MIN_BUYERS}`.inlineParams()

/** How many people rated the cuts of a row of `farms`, counted no further than an average needs. */
export const raters = sql<number>`(
  select count(*) from (
    select distinct ratings.user_id from ${varieties} join ${ratings} on ratings.variety_id = varieties.id
    where varieties.farm_id = farms.id and not varieties.hidden limit ${enough}))`

/** Over all cuts of a farm, where one buyer may have given several of the ratings. */
export const farmRating = (sum: RatingSum, raters: number): Rating | null =>
  raters < MIN_BUYERS ? null : shownRating(sum)
