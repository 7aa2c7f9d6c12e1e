import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { bundleChoices, bundleGroups, bundles, offers, varieties } from '#db/schema/index.ts'
import type { BundleRow } from './plan-types.ts'

/** All bundles, hidden ones too, in the order that shoppers see. */
export function bundleRows(db: Db): BundleRow[] {
  const groups = db.select().from(bundleGroups).orderBy(asc(bundleGroups.position)).all()
  const choices = db
    .select({ groupId: bundleChoices.groupId, variety: varieties.slug, label: offers.label })
    .from(bundleChoices)
    .innerJoin(offers, eq(offers.id, bundleChoices.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .orderBy(asc(bundleChoices.position))
    .all()
  const choicesOf = (group: number) =>
    choices.filter(({ groupId }) => groupId === group).map(({ variety, label }) => ({ variety, label }))
  return db
    .select()
    .from(bundles)
    .orderBy(asc(bundles.position))
    .all()
    .map(({ id: bundleId, ...bundle }) => ({
      ...bundle,
      groups: groups
        .filter((group) => group.bundleId === bundleId)
        .map(({ id, name, slots }) => ({ name, slots, choices: choicesOf(id) })),
    }))
}

/** Replaces its groups. Carts and orders keep what they hold: their items are rows of their own. */
export function writeBundle(tx: Tx, { groups, ...row }: BundleRow) {
  const { id: bundleId } = tx
    .insert(bundles)
    .values(row)
    .onConflictDoUpdate({ target: bundles.handle, set: row })
    .returning({ id: bundles.id })
    .get()
  tx.delete(bundleChoices).where(eq(bundleChoices.bundleId, bundleId)).run()
  tx.delete(bundleGroups).where(eq(bundleGroups.bundleId, bundleId)).run()
  for (const [position, { choices, ...group }] of groups.entries()) {
    const { id: groupId } = tx
      .insert(bundleGroups)
      .values({ ...group, bundleId, position })
      .returning({ id: bundleGroups.id })
      .get()
    for (const [place, choice] of choices.entries())
      tx.insert(bundleChoices)
        .values({ bundleId, groupId, offerId: offerIdOf(tx, choice), position: place })
        .run()
  }
}

function offerIdOf(tx: Tx, { variety, label }: { variety: string; label: string }): number {
  const found = tx
    .select({ id: offers.id, slug: varieties.slug, label: offers.label })
    .from(varieties)
    .innerJoin(offers, eq(offers.varietyId, varieties.id))
    .where(eq(varieties.slug, variety))
    .orderBy(asc(offers.id)) // where two share a label, the older one wins
    .all()
    .find((offer) => offer.label === label)
  if (!found) throw new Error(`the plan has no offer ${variety} “${label}”`)
  return found.id
}
