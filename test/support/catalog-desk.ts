import { eq, inArray } from 'drizzle-orm'
import { auditEntries, offers, varieties } from '#db/schema/index.ts'
import { signedIn } from './account.ts'
import type { Shopper } from './shopper.ts'
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

/** The audit entries with these verbs, oldest first. */
export const actionsOf = ({ db }: World, ...verbs: string[]) =>
  db.select().from(auditEntries).where(inArray(auditEntries.verb, verbs)).orderBy(auditEntries.id).all()

type SentFile = { field: string; bytes: Buffer | string; name?: string }

/** Posts a form with files, as a browser does; `accept` says whether a page or a script sends it. */
export function sendFiles(
  shopper: Shopper,
  path: string,
  files: SentFile[],
  fields: Record<string, string> = {},
  accept = 'application/json',
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, authenticity_token: shopper.token }))
    form.append(name, value)
  for (const { field, bytes, name = 'file' } of files)
    form.append(field, new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  return shopper.send(path, { method: 'POST', headers: { accept }, body: form })
}
