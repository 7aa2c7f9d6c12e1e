import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, offers, orderLines, reviewPhotos, reviews } from '#db/schema/index.ts'
import { signedIn } from './account.ts'
import type { Shopper } from './shopper.ts'
import { RUTH } from './staff.ts'
import { RIBEYE_PATH, taster } from './tastes.ts'

/** Deletes the demo's reviews. */
export const withoutReviews = (db: Db) => void db.delete(reviews).run()

type Typed = { words: string; photos?: Buffer[]; removed?: string[]; accept?: string }

/** A shopper who may review the ribeyes they received, staff who moderate reviews, and the farmer who raised them. */
export async function writer() {
  const made = await taster()
  const { shop, db, mo, user } = made
  withoutReviews(db)
  const ruth = await signedIn(shop, RUTH)
  await ruth.visit('/staff')
  const farmer = await signedIn(shop, 'vendor@example.com')
  await farmer.visit('/vendor/three-larks-ranch')
  const own = () => db.select().from(reviews).where(eq(reviews.userId, user.id)).all()
  return {
    ...made,
    ruth,
    farmer,
    own,
    write: (typed: Typed) => writeReview(mo, RIBEYE_PATH, typed),
    decide: (fields: Record<string, unknown>) => ruth.call('POST', `/staff/reviews/${own()[0]?.id}`, fields),
    report: (by: Shopper, reason: string) =>
      by.call('POST', `/reviews/${own()[0]?.token}/report`, { reason }),
    guestSees: async (path: string) => (await (await shop.shopper()).visit(path)).text(),
    photoPaths: () =>
      db
        .select()
        .from(reviewPhotos)
        .all()
        .map(({ token }) => `/reviews/photos/${token}`),
    withLine(order: Order) {
      const line = db
        .select({ orderLineId: orderLines.id, varietyId: offers.varietyId })
        .from(orderLines)
        .innerJoin(offers, eq(offers.id, orderLines.offerId))
        .where(eq(orderLines.orderId, order.id))
        .get()
      if (!line) throw new Error('the order is empty')
      return line
    },
  }
}

/** Posts a review as the page's form does. */
export function writeReview(shopper: Shopper, cut: string, typed: Typed) {
  const { words, photos = [], removed = [], accept = 'application/json' } = typed
  const form = new FormData()
  form.append('words', words)
  form.append('authenticity_token', shopper.token)
  for (const path of removed) form.append('remove_photos[]', path.split('/').at(-1) ?? '')
  for (const bytes of photos) form.append('photos[]', new File([new Uint8Array(bytes)], 'photo.jpg'))
  return shopper.send(`/passport/${cut}/review`, { method: 'POST', headers: { accept }, body: form })
}
