import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { photoProblem, TOO_MUCH, UNREADABLE } from '../claims/photo-rules.ts'
import { reencodePhoto } from '../claims/reencode.ts'
import { cutPage, withCut } from '../passport/cut-page.tsx'
import { type Cut, receivedLine } from '../passport/cuts.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { lines, readFields } from '../web/fields.ts'
import { byUser, rateLimit } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import type { Upload } from '../web/uploads.ts'
import { MAX_REVIEW } from './rules.ts'
import { takeBackReview, writeReview } from './write-review.ts'

export const writeRoutes = new Hono<AppEnv>()

const ReviewFields = z.object({
  words: lines(MAX_REVIEW).refine((typed) => typed !== '', { message: 'please write a few words' }),
})

/** Each photo costs seconds of a processor. */
const limit = rateLimit({ points: 30, seconds: 3_600, by: byUser })

const NOT_RECEIVED = 'You can review a cut once it has been delivered to you.'
const THANKS = 'Thanks for your review! We read each one before it shows, usually within a day.'

writeRoutes.post(
  paths.review.pattern,
  limit,
  signedIn(
    withCut(async (c, user, cut) => {
      const { db, clock, random } = c.var.services
      const read = readFields(ReviewFields, c.var.body, { words: 'your review' })
      if (receivedLine(db, user.id, cut.varietyId) === null) return refuse(c, 422, NOT_RECEIVED)
      if (!read.ok) return refuseReview(c, user, cut, { status: 422, field: 'words', message: read.message })
      const photos = await readPhotos(c.var.uploads ?? [])
      if ('status' in photos) return refuseReview(c, user, cut, { ...photos, field: 'photos' })
      const review = { varietyId: cut.varietyId, ...read.value, removed: removedIn(c), photos: photos.bytes }
      const written = await durably(db, (tx) => writeReview(tx, user, review, { now: clock.now(), random }))
      if (!written.ok)
        return written.code === 'not_received'
          ? refuse(c, 422, NOT_RECEIVED)
          : refuseReview(c, user, cut, { ...TOO_MUCH, field: 'photos' })
      return done(c, THANKS, pageOf(cut))
    }),
  ),
)

/** Encodes them again, one after the other. */
async function readPhotos(
  all: Upload[],
): Promise<{ bytes: Buffer[] } | { status: 413 | 422; message: string }> {
  const uploads = all.filter(({ field }) => /^photos(\[\])?$/.test(field))
  const problem = photoProblem(uploads)
  if (problem) return problem
  const bytes: Buffer[] = []
  for (const upload of uploads) {
    const photo = await reencodePhoto(upload.bytes)
    if (!photo) return UNREADABLE
    bytes.push(photo)
  }
  return { bytes }
}

const removedIn = (c: Ctx): string[] => {
  const { remove_photos: removed } = c.var.body
  return (Array.isArray(removed) ? removed : [removed]).filter((one) => typeof one === 'string')
}

writeRoutes.delete(
  paths.review.pattern,
  signedIn(
    withCut(async (c, user, cut) => {
      const { db } = c.var.services
      await durably(db, (tx) => takeBackReview(tx, user.id, cut.varietyId))
      const isReceived = receivedLine(db, user.id, cut.varietyId) !== null
      return done(c, 'Your review is gone.', isReceived ? pageOf(cut) : paths.passport())
    }),
  ),
)

const pageOf = ({ vendor, slug }: Cut) => paths.passportCut(vendor, slug)

function done(c: Ctx, message: string, path: string) {
  return reply(
    c,
    200,
    { message, url: c.var.services.config.appUrl + path },
    {
      path,
      flash: { kind: 'notice', message },
    },
  )
}

type Refused = { status: ContentfulStatusCode; field: 'words' | 'photos'; message: string }

/** The page comes back with what was typed. */
function refuseReview(c: Ctx, user: User, cut: Cut, { status, field, message }: Refused) {
  if (!wantsHtml(c)) return refuse(c, status, message)
  const { words } = c.var.body
  const typed = typeof words === 'string' ? words : ''
  const hasPhotos = (c.var.uploads ?? []).length > 0
  return cutPage(c, user, cut, {
    status,
    review: { field, message, typed, removed: removedIn(c), hasPhotos },
  })
}
