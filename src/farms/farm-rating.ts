import { type SQL, sql } from 'drizzle-orm'
import { ratings, varieties } from '#db/schema/index.ts'
import { MIN_BUYERS, type Rating, type RatingSum, shownRating } from '../catalog/rating-rules.ts'

/** How many people rated a farm's cuts, counted no further than an average needs. */
export const ratersOfFarm = (farmId: SQL) => sql<number>`(
  select count(*) from (
    select distinct ratings.user_id from ${varieties} join ${ratings} on ratings.variety_id = varieties.id
    where varieties.farm_id = ${farmId} and not varieties.hidden limit ${MIN_BUYERS}))`

/** Over all cuts of a farm, where one buyer may have given several of the ratings. */
export const farmRating = (sum: RatingSum, raters: number): Rating | null =>
  raters < MIN_BUYERS ? null : shownRating(sum)
