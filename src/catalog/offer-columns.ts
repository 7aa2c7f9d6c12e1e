import { sql } from 'drizzle-orm'
import { offers, ratingSums } from '#db/schema/index.ts'
import { freeUnits } from './free-units.ts'

/** A weight for sale, on cards and product pages. `free` needs the placeholders of `freeUnits`. */
export const offerColumns = {
  id: offers.id,
  token: offers.token,
  label: offers.label,
  serves: offers.serves,
  weightGrams: offers.weightGrams,
  priceCents: offers.priceCents,
  poundCents: offers.poundCents,
  minQuantity: offers.minQuantity,
  maxQuantity: offers.maxQuantity,
  free: freeUnits(sql`offers.id`),
}

export const ratedColumns = { buyers: ratingSums.buyers, scoreSum: ratingSums.scoreSum }
