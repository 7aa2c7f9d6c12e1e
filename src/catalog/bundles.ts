import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import {
  type Bundle,
  bundleChoices,
  bundleGroups,
  bundles,
  farms,
  offers,
  varieties,
} from '#db/schema/index.ts'
import { cachedRead, shopPosition } from '../read-cache.ts'
import { slotsIn } from './bundle-rules.ts'
import { freeUnits } from './free-units.ts'
import type { ViewContext } from './listing.ts'

export type BundleTeaser = Pick<Bundle, 'handle' | 'name' | 'summary' | 'priceCents'> & {
  slots: number
  /** A choice of each group, one further on for each later bundle, so that they differ. */
  pictures: string[]
}

/** For strips and links. Empty while the shop sells none. */
export const bundleTeasers = (db: Db, position = shopPosition(db)): BundleTeaser[] => {
  const read = () =>
    statements(db)
      .shown.all()
      .map((bundle, place) => teaserOf(db, bundle, place))
  return cachedRead(db, 'bundles', read, '', position)
}

function teaserOf(db: Db, { id, handle, name, summary, priceCents }: Bundle, place: number): BundleTeaser {
  const groups = statements(db).groups.all({ bundleId: id })
  const choices = statements(db).choices.all({ bundleId: id, now: 0, fcId: null })
  const pictures = groups.flatMap((group) => {
    const own = choices.filter(({ groupId }) => groupId === group.id)
    return own[place % own.length]?.pictures[0] ?? []
  })
  return { handle, name, summary, priceCents, slots: slotsIn(groups), pictures }
}

/** With what can be picked, and how much of it there is where the visitor's boxes come from. */
export const bundlesForSale = (db: Db, view: ViewContext) =>
  statements(db)
    .shown.all()
    .map((bundle) => withGroups(db, bundle, view))

export function bundleByHandle(db: Db, handle: string, view: ViewContext) {
  const bundle = statements(db).byHandle.get({ handle })
  return bundle ? withGroups(db, bundle, view) : null
}

/** Even one that is no longer sold: a cart may hold it. */
export function bundleById(db: Db, id: number, view: ViewContext) {
  const bundle = statements(db).byId.get({ id })
  return bundle ? withGroups(db, bundle, view) : null
}

function withGroups(db: Db, bundle: Bundle, { now, fcId }: ViewContext) {
  const choices = statements(db).choices.all({ bundleId: bundle.id, now, fcId })
  const groups = statements(db)
    .groups.all({ bundleId: bundle.id })
    .map((group) => ({ ...group, choices: choices.filter(({ groupId }) => groupId === group.id) }))
  return { ...bundle, groups, slots: slotsIn(groups) }
}

export type BundleForSale = ReturnType<typeof withGroups>
export type BundleChoice = BundleForSale['groups'][number]['choices'][number]

/** What may replace a choice that ran out. */
export const replacementsFor = ({ groups }: BundleForSale, token: string): BundleChoice[] =>
  (groups.find(({ choices }) => choices.some((choice) => choice.token === token))?.choices ?? []).filter(
    (choice) => choice.token !== token && choice.available > 0,
  )

const placeholder = sql.placeholder
const isShown = eq(bundles.hidden, false)

const statements = oncePerDatabase((db) => ({
  shown: db.select().from(bundles).where(isShown).orderBy(asc(bundles.position)).prepare(),
  byHandle: db
    .select()
    .from(bundles)
    .where(and(isShown, eq(bundles.handle, placeholder('handle'))))
    .prepare(),
  byId: db
    .select()
    .from(bundles)
    .where(eq(bundles.id, placeholder('id')))
    .prepare(),
  groups: db
    .select({ id: bundleGroups.id, name: bundleGroups.name, slots: bundleGroups.slots })
    .from(bundleGroups)
    .where(eq(bundleGroups.bundleId, placeholder('bundleId')))
    .orderBy(asc(bundleGroups.position))
    .prepare(),
  // Neither hidden nor, since an import, sold by weight: a fixed price needs fixed weights.
  choices: db
    .select({
      groupId: bundleChoices.groupId,
      offerId: offers.id,
      token: offers.token,
      label: offers.label,
      priceCents: offers.priceCents,
      maxQuantity: offers.maxQuantity,
      name: varieties.name,
      slug: varieties.slug,
      pictures: varieties.pictures,
      farm: farms.name,
      available: freeUnits(sql`offers.id`),
    })
    .from(bundleChoices)
    .innerJoin(offers, eq(offers.id, bundleChoices.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(
      and(
        eq(bundleChoices.bundleId, placeholder('bundleId')),
        eq(varieties.hidden, false),
        isNull(offers.poundCents),
      ),
    )
    .orderBy(asc(bundleChoices.groupId), asc(bundleChoices.position))
    .prepare(),
}))
