import { eq, inArray } from 'drizzle-orm'
import { auditEntries, offers, varieties } from '#db/schema/index.ts'
import { signedIn } from './account.ts'
import { RUTH } from './staff.ts'
import { type World, world } from './world.ts'

/** A shop, a staff member and an offer that isn't sold by weight. */
export async function catalogDesk(made?: World) {
  const shop = made ?? (await world())
  const ruth = await signedIn(shop, RUTH)
  const found = shop.db
    .select({ offer: offers, slug: varieties.slug })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, 'grass-fed-ribeye'))
    .get()
  if (!found) throw new Error('the demo has no ribeye')
  const path = `/staff/catalog/offers/${found.offer.token}`
  const offer = () => shop.db.select().from(offers).where(eq(offers.id, found.offer.id)).get()!
  return { shop, ruth, slug: found.slug, token: found.offer.token, path, offer, first: found.offer }
}

/** What the trail says of these verbs, oldest first. */
export const actionsOf = ({ db }: World, ...verbs: string[]) =>
  db.select().from(auditEntries).where(inArray(auditEntries.verb, verbs)).orderBy(auditEntries.id).all()
