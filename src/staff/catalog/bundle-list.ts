import { asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, offers, varieties } from '#db/schema/index.ts'
import { slotsIn } from '../../catalog/bundle-rules.ts'
import { bundleRows } from '../../catalog/import/bundle-rows.ts'
import { choiceText } from './bundle-fields.ts'

export type StaffBundle = ReturnType<typeof listBundles>[number]

/** In the order that shoppers see them, the hidden ones too. */
export const listBundles = (db: Db) =>
  bundleRows(db).map(({ handle, name, priceCents, hidden, groups }) => ({
    handle,
    name,
    price_cents: priceCents,
    hidden,
    slots: slotsIn(groups),
    choices: groups.reduce((sum, { choices }) => sum + choices.length, 0),
  }))

const MAX_OFFERED = 2_000

/** What can be in a bundle: a fixed price needs fixed weights. */
export const offersForBundles = (db: Db): { text: string; words: string }[] =>
  db
    .select({ variety: varieties.slug, label: offers.label, name: varieties.name, farm: farms.name })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(isNull(offers.poundCents))
    .orderBy(asc(varieties.name), asc(offers.id))
    .limit(MAX_OFFERED)
    .all()
    .map(({ name, farm, ...choice }) => ({ text: choiceText(choice), words: `${name}, ${farm}` }))
