import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { CropPage } from '#views/staff/catalog/crop-page.tsx'
import { PicturesPage } from '#views/staff/catalog/pictures-page.tsx'
import { actorOf } from '../../../accounts/actor.ts'
import { type Ctx, staff } from '../../../accounts/guards.ts'
import { recordAction } from '../../../audit/audit.ts'
import { paths } from '../../../paths.ts'
import { versionOf } from '../../../tokens.ts'
import { changedMeanwhile } from '../../../web/changed-meanwhile.ts'
import type { AppEnv } from '../../../web/env.ts'
import { notFound, refuse } from '../../../web/errors.tsx'
import { byUser, markTooManyRequests, rateLimitWith, retryLaterSentence } from '../../../web/rate-limit.ts'
import { reply, wantsHtml } from '../../../web/respond.ts'
import { renderDesk } from '../../page.tsx'
import { readCrop } from './crop.ts'
import { readPictureFields } from './fields.ts'
import { type PictureOwner, pictureOwner, replacePicture } from './replace-picture.ts'
import { encodeCrop, keepPicture, keptPicture, MIN_WIDTH, PICTURE_GONE } from './uploaded-picture.ts'

export const pictureRoutes = new Hono<AppEnv>()

type Handler = (c: Ctx, user: User, owner: PictureOwner) => Response | Promise<Response>

const ofOwner = (handler: Handler) =>
  staff((c, user) => {
    const [kind, key] = [
      c.req.param('farm') === undefined ? ('variety' as const) : ('farm' as const),
      keyOf(c),
    ]
    const owner = pictureOwner(c.var.services.db, kind, key)
    return owner ? handler(c, user, owner) : notFound(c)
  })

const keyOf = (c: Ctx) => c.req.param('farm') ?? c.req.param('varietySlug') ?? ''

const show = ofOwner((c, user, owner) => {
  if (wantsHtml(c)) return picturesPage(c, user, owner, null)
  return c.json({ pictures: owner.names, version: versionOf(owner.names) })
})

type Refusal = { status: 409 | 413 | 422 | 429; message: string }

function picturesPage(c: Ctx, user: User, owner: PictureOwner, refusal: Refusal | null) {
  const { alt, slot } = readPictureFields(c.var.body ?? {}, owner)
  const view = <PicturesPage owner={owner} alt={alt} slot={slot} problem={refusal?.message ?? null} />
  const title = `Pictures of ${owner.label}`
  return renderDesk(c, user, { current: 'catalog', title, status: refusal?.status }, view)
}

/** Keeps the picture for its crop. The old one stays. */
const upload = ofOwner(async (c, user, owner) => {
  const { db, config, clock } = c.var.services
  const fields = readPictureFields(c.var.body, owner)
  const kept = fields.problem
    ? ({ ok: false, status: 422, message: fields.problem } as const)
    : await keepPicture(config.storagePath, c.var.uploads ?? [])
  if (!kept.ok)
    return wantsHtml(c)
      ? picturesPage(c, user, owner, kept)
      : c.json({ error: kept.message, message: kept.message }, kept.status)
  await durably(db, (tx) =>
    recordAction(tx, {
      actor: actorOf(user),
      verb: `${owner.kind}.picture_uploaded`,
      subject: { kind: owner.kind, token: owner.key, label: owner.label },
      detail: { width: kept.width, height: kept.height },
      now: clock.now(),
    }),
  )
  const { alt, slot } = fields
  const json = { upload: kept.hash, width: kept.width, height: kept.height }
  return reply(c, 200, json, { path: owner.cropPath(kept.hash, { alt, slot: String(slot) }) })
})

const STALE = changedMeanwhile('these pictures')
const UNREADABLE = 'We couldn’t encode that crop. The old picture stays.'

const crop = ofOwner((c, user, owner) => cropPage(c, user, owner, c.req.query(), null))

function cropPage(
  c: Ctx,
  user: User,
  owner: PictureOwner,
  given: Record<string, unknown>,
  refusal: Refusal | null,
) {
  const kept = keptPicture(c.var.services.config.storagePath, c.req.param('uploadHash') ?? '')
  if (!kept) return refuse(c, 404, PICTURE_GONE)
  const fields = readPictureFields(given, owner)
  const read = readCrop(given, kept, MIN_WIDTH)
  const problem = refusal ?? (read.ok ? null : { status: 422 as const, message: read.message })
  const { hash, width, height } = kept
  if (!wantsHtml(c)) {
    const json = {
      upload: hash,
      width,
      height,
      crop: read.ok ? read.crop : null,
      version: versionOf(owner.names),
    }
    if (!problem) return c.json(json)
    return c.json({ error: problem.message, message: problem.message, ...json }, problem.status)
  }
  const view = (
    <CropPage
      owner={owner}
      upload={{ hash, width, height }}
      read={read}
      typed={given}
      fields={fields}
      version={versionOf(owner.names)}
      minWidth={MIN_WIDTH}
      problem={problem?.message ?? null}
    />
  )
  const title = `Crop a picture of ${owner.label}`
  return renderDesk(c, user, { current: 'catalog', title, status: problem?.status }, view)
}

/** Encodes the crop first, and then replaces the old picture in one transaction. */
const commit = ofOwner(async (c, user, owner) => {
  const given = c.var.body
  const { storagePath } = c.var.services.config
  const kept = keptPicture(storagePath, c.req.param('uploadHash') ?? '')
  if (!kept) return refuse(c, 404, PICTURE_GONE)
  const fields = readPictureFields(given, owner)
  const read = readCrop(given, kept, MIN_WIDTH)
  if (fields.problem) return cropPage(c, user, owner, given, { status: 422, message: fields.problem })
  if (!read.ok) return cropPage(c, user, owner, given, null)
  if (given.version !== versionOf(owner.names))
    return cropPage(c, user, owner, given, { status: 409, message: STALE })
  const name = await encodeCrop(storagePath, kept, read.crop, fields.alt)
  if (!name) return cropPage(c, user, owner, given, { status: 422, message: UNREADABLE })
  const token = await replacePicture(c.var.services, owner, { name, slot: fields.slot }, user)
  if (!token) return cropPage(c, user, owner, given, { status: 409, message: STALE })
  const message = 'Shoppers see the new picture now.'
  const path = paths.madeBulkEdit(token)
  return reply(c, 200, { message, token, name }, { path, flash: { kind: 'notice', message } })
})

/** Each picture costs seconds of a processor. */
const HOURLY = { points: 60, seconds: 3_600, by: byUser }

const tooMany = (c: Ctx, seconds: number): Refusal => {
  markTooManyRequests(c, seconds)
  return { status: 429, message: retryLaterSentence(seconds) }
}

const uploadLimit = rateLimitWith((c, seconds) => {
  const refusal = tooMany(c, seconds)
  return ofOwner((ctx, user, owner) =>
    wantsHtml(ctx) ? picturesPage(ctx, user, owner, refusal) : refuse(ctx, 429, refusal.message),
  )(c)
}, HOURLY)

const cropLimit = rateLimitWith((c, seconds) => {
  const refusal = tooMany(c, seconds)
  return ofOwner((ctx, user, owner) => cropPage(ctx, user, owner, ctx.var.body, refusal))(c)
}, HOURLY)

for (const [all, one] of [
  [paths.varietyPictures, paths.varietyPicture],
  [paths.farmPictures, paths.farmPicture],
] as const) {
  pictureRoutes.get(all.pattern, show)
  pictureRoutes.post(all.pattern, uploadLimit, upload)
  pictureRoutes.get(one.pattern, crop)
  pictureRoutes.post(one.pattern, cropLimit, commit)
}

/** Only staff see it before it's in the shop. */
pictureRoutes.get(
  paths.pictureUpload.pattern,
  staff((c) => {
    const kept = keptPicture(c.var.services.config.storagePath, c.req.param('uploadHash') ?? '')
    if (!kept) return notFound(c)
    return c.body(new Uint8Array(kept.bytes), 200, {
      'Content-Type': 'image/webp',
      'Cache-Control': 'private, no-store',
    })
  }),
)
