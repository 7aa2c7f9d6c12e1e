import { and, eq, inArray } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { reviewPhotos, reviews, type User } from '#db/schema/index.ts'
import { ownReview } from '../catalog/reviews.ts'
import type { Instant } from '../day.ts'
import { receivedLine } from '../passport/cuts.ts'
import type { Random } from '../tokens.ts'
import { MAX_UPLOADS } from '../web/upload-rules.ts'

export type NewReview = {
  varietyId: number
  words: string
  /** Of its own, that its author takes out. */
  removed: string[]
  photos: Buffer[]
}

export type ReviewWritten = { ok: true } | { ok: false; code: 'not_received' | 'too_many_photos' }

/** One per buyer and cut: a later one replaces it. Staff read it, also a changed one, before anyone else does. */
export function writeReview(
  tx: DurableTx,
  user: User,
  { varietyId, words, removed, photos }: NewReview,
  { now, random }: { now: Instant; random: Random },
): ReviewWritten {
  const orderLineId = receivedLine(tx, user.id, varietyId)
  if (orderLineId === null) return { ok: false, code: 'not_received' }
  const before = ownReview(tx, user.id, varietyId)
  const kept = before ? keptPhotos(tx, before.id, removed) : []
  const added = photos.filter((bytes) => !kept.some((one) => one.bytes.equals(bytes))) // a form sent twice
  if (kept.length + added.length > MAX_UPLOADS) return { ok: false, code: 'too_many_photos' }
  const isSame =
    before?.words === words &&
    before.name === shownName(user) &&
    added.length === 0 &&
    kept.length === before.photos.length
  if (isSame && before.state !== 'refused') return { ok: true }
  const id = save(tx, user, { varietyId, orderLineId, words, before }, random, now)
  const gone = before?.photos.filter((token) => !kept.some((one) => one.token === token)) ?? []
  if (gone.length > 0) tx.delete(reviewPhotos).where(inArray(reviewPhotos.token, gone)).run()
  for (const bytes of added)
    tx.insert(reviewPhotos).values({ reviewId: id, token: random.token(), bytes }).run()
  return { ok: true }
}

const keptPhotos = (tx: DurableTx, reviewId: number, removed: string[]) =>
  tx
    .select()
    .from(reviewPhotos)
    .where(eq(reviewPhotos.reviewId, reviewId))
    .all()
    .filter(({ token }) => !removed.includes(token))

type Saved = Pick<NewReview, 'varietyId' | 'words'> & {
  orderLineId: number
  before: ReturnType<typeof ownReview>
}

function save(
  tx: DurableTx,
  user: User,
  { varietyId, orderLineId, words, before }: Saved,
  random: Random,
  now: Instant,
): number {
  const content = { words, orderLineId, name: shownName(user), state: 'waiting' as const, writtenAt: now }
  if (before === null)
    return tx
      .insert(reviews)
      .values({ ...content, token: random.token(), userId: user.id, varietyId })
      .returning({ id: reviews.id })
      .get().id
  const { version } = tx.select().from(reviews).where(eq(reviews.id, before.id)).get() ?? { version: 0 }
  tx.update(reviews)
    .set({ ...content, version: version + 1, reason: '', decidedAt: null, decidedBy: null, keptAt: null })
    .where(eq(reviews.id, before.id))
    .run()
  return before.id
}

/** 'Ana W.': enough for readers. */
const shownName = ({ firstName, lastName }: User): string => {
  const [initial = ''] = lastName?.trim() ?? ''
  return [firstName?.trim() || 'A shopper', initial && `${initial.toUpperCase()}.`].filter(Boolean).join(' ')
}

/** @returns whether there was one */
export const takeBackReview = (tx: DurableTx, userId: number, varietyId: number): boolean =>
  tx
    .delete(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.varietyId, varietyId)))
    .run().changes === 1
