import { inArray, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { offers } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { countStock } from '../../stock/count.ts'
import { endEarlyAccess, endPublished } from '../early-access.ts'
import { writeBundle } from './bundle-rows.ts'
import { enqueuePictures, setPictures } from './picture-job.ts'
import { deletePictureJobs, type PictureRequest } from './picture-jobs.ts'
import { type ConvertedPicture, pictureName } from './picture-name.ts'
import type { Changes, Count, FarmRow, OfferRow, Plan, VarietyRow } from './plan-types.ts'

export type ConvertedPictures = Map<string, ConvertedPicture>

/** Writes the plan, with one statement per table: a running server waits for this transaction to end. */
export function applyPlan(
  tx: DurableTx,
  plan: Plan,
  converted: ConvertedPictures,
  now: Instant,
  note: string,
) {
  writeFarms(tx, all(plan.farms))
  writeVarieties(tx, all(plan.varieties))
  endEarlyAccess(tx, plan.endedEarly)
  addOffers(tx, plan.offers.added)
  changeOffers(tx, plan.offers.changed)
  for (const bundle of all(plan.bundles)) writeBundle(tx, bundle)
  countStock(tx, withIds(tx, plan.counts), now, note)
  setOrEnqueuePictures(tx, plan.pictures, converted, now)
}

const all = <T>({ added, changed }: Changes<T>) => [...added, ...changed]

/** Passes all rows as one JSON text; `value` is one of them. */
const rowsOf = (rows: object[]) => sql`json_each(${JSON.stringify(rows)}) as each`

function writeFarms(tx: Tx, rows: FarmRow[]) {
  if (rows.length === 0) return
  tx.run(sql`
    insert into farms (slug, name, town, state, region, latitude, longitude, founded, story, practices, badges, picture,
      quote, badge_proofs, shows_place)
    select value ->> 'slug', value ->> 'name', value ->> 'town', value ->> 'state', value ->> 'region',
      value ->> 'latitude', value ->> 'longitude', value ->> 'founded', value ->> 'story', value -> 'practices',
      value -> 'badges', value ->> 'picture', value ->> 'quote', value -> 'badgeProofs', value ->> 'showsPlace'
    from ${rowsOf(rows)} where true
    on conflict (slug) do update set name = excluded.name, town = excluded.town, state = excluded.state,
      region = excluded.region, latitude = excluded.latitude, longitude = excluded.longitude,
      founded = excluded.founded, story = excluded.story, practices = excluded.practices, badges = excluded.badges,
      quote = excluded.quote, badge_proofs = excluded.badge_proofs, shows_place = excluded.shows_place`)
}

function writeVarieties(tx: Tx, rows: VarietyRow[]) {
  if (rows.length === 0) return
  tx.run(sql`
    insert into varieties (slug, family, farm_id, name, animal, cut, summary, story, cooking, nutrition, raised,
      badges, pictures, featured_rank, added_on, hidden)
    select value ->> 'slug', value ->> 'family', (select id from farms where slug = value ->> 'farm'),
      value ->> 'name', value ->> 'animal', value ->> 'cut', value ->> 'summary', value ->> 'story',
      value -> 'cooking', value -> 'nutrition', value ->> 'raised', value -> 'badges', value -> 'pictures',
      value ->> 'featuredRank', value ->> 'addedOn', value ->> 'hidden'
    from ${rowsOf(rows)} where true
    on conflict (slug) do update set family = excluded.family, farm_id = excluded.farm_id, name = excluded.name,
      animal = excluded.animal, cut = excluded.cut, summary = excluded.summary, story = excluded.story,
      cooking = excluded.cooking, nutrition = excluded.nutrition, raised = excluded.raised,
      badges = excluded.badges, featured_rank = excluded.featured_rank, added_on = excluded.added_on,
      hidden = excluded.hidden`)
  endPublished(tx)
}

function addOffers(tx: Tx, rows: OfferRow[]) {
  if (rows.length === 0) return
  tx.run(sql`
    insert into offers (token, variety_id, label, serves, weight_grams, price_cents, pound_cents, max_grams,
      tare_grams, gtin, min_days_at_home, min_quantity, max_quantity, position)
    select value ->> 'token', (select id from varieties where slug = value ->> 'variety'), value ->> 'label',
      value ->> 'serves', value ->> 'weightGrams', value ->> 'priceCents', value ->> 'poundCents',
      value ->> 'maxGrams', value ->> 'tareGrams', value ->> 'gtin', value ->> 'minDaysAtHome', value ->> 'minQuantity',
      value ->> 'maxQuantity', value ->> 'position'
    from ${rowsOf(rows)} where true`)
}

/** An update of its own: an upsert makes SQLite look for orders of each offer, as if its id could change. */
function changeOffers(tx: Tx, rows: OfferRow[]) {
  if (rows.length === 0) return
  tx.run(sql`
    update offers set serves = value ->> 'serves', weight_grams = value ->> 'weightGrams',
      price_cents = value ->> 'priceCents', pound_cents = value ->> 'poundCents', max_grams = value ->> 'maxGrams',
      tare_grams = value ->> 'tareGrams', gtin = value ->> 'gtin', min_days_at_home = value ->> 'minDaysAtHome',
      min_quantity = value ->> 'minQuantity', max_quantity = value ->> 'maxQuantity', position = value ->> 'position'
    from ${rowsOf(rows)} where offers.token = value ->> 'token'`)
}

function withIds(db: Db, counts: Count[]) {
  const tokens = JSON.stringify(counts.map(({ token }) => token))
  const wanted = sql`(select value from json_each(${tokens}))`
  const rows = db
    .select({ id: offers.id, token: offers.token })
    .from(offers)
    .where(inArray(offers.token, wanted))
    .all()
  const ids = new Map(rows.map(({ id, token }) => [token, id]))
  return counts.map(({ token, fcId, units }) => ({ offerId: ids.get(token) ?? 0, fcId, units }))
}

/** Pictures that are already converted are set at once; the others get a job. */
function setOrEnqueuePictures(
  tx: Tx,
  requests: PictureRequest[],
  converted: ConvertedPictures,
  now: Instant,
) {
  for (const { owner } of requests) deletePictureJobs(tx, owner)
  const isConverted = ({ pictures }: PictureRequest) => pictures.every(({ hash }) => converted.has(hash))
  for (const { owner, pictures } of requests.filter(isConverted)) {
    const names = pictures.flatMap(({ hash, alt }) => {
      const picture = converted.get(hash)
      return picture ? [pictureName(hash, picture, alt)] : []
    })
    setPictures(tx, owner, names)
  }
  enqueuePictures(
    tx,
    requests.filter((request) => !isConverted(request)),
    now,
  )
}
