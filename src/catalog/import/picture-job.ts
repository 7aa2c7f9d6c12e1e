import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import { durably, type Tx } from '#db/client.ts'
import { farms, jobs, varieties } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { job } from '../../jobs/job.ts'
import { LANES } from '../../jobs/lanes.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import {
  convertedPicture,
  pictureFolder,
  recordPicture,
  stagedFile,
  writeAtomically,
} from './picture-files.ts'
import { IMPORT_PICTURE, jobKey, type PictureRequest } from './picture-jobs.ts'
import { type ConvertedPicture, PICTURE_WIDTHS, pictureFile, pictureName } from './picture-name.ts'
import { isPicture, MAX_PIXELS } from './picture-sources.ts'

const QUALITY: Record<number, number> = { 480: 76, 800: 74, 1280: 70 }

const Pictures = z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{32}$/), alt: z.string() }))

export const importPicture = job(
  IMPORT_PICTURE,
  z.object({
    kind: z.enum(['farm', 'variety']),
    slug: z.string(),
    // Jobs enqueued before payloads were typed hold JSON text.
    pictures: z.preprocess((value) => (typeof value === 'string' ? JSON.parse(value) : value), Pictures),
  }),
  LANES.picture,
  async (services, { kind, slug, pictures }) => {
    const names: string[] = []
    for (const { hash, alt } of pictures) {
      const converted = await convertPicture(services.config.storagePath, hash)
      names.push(pictureName(hash, converted, alt))
    }
    await publishPictures(services, { owner: { kind, slug }, pictures }, names)
  },
)

export function enqueuePictures(tx: Tx, requests: PictureRequest[], now: Instant) {
  for (const request of requests) {
    const { owner, pictures } = request
    enqueue(tx, importPicture, { ...owner, pictures }, { key: jobKey(request), now })
  }
}

/** Does nothing if a newer import has deleted this job's row. */
async function publishPictures({ db }: Services, request: PictureRequest, names: string[]) {
  await durably(db, (tx) => {
    const isWanted = tx
      .select()
      .from(jobs)
      .where(eq(jobs.key, jobKey(request)))
      .get()
    if (isWanted) setPictures(tx, request.owner, names)
  })
}

export function setPictures(tx: Tx, { kind, slug }: PictureRequest['owner'], names: string[]) {
  if (kind === 'variety') tx.update(varieties).set({ pictures: names }).where(eq(varieties.slug, slug)).run()
  else
    tx.update(farms)
      .set({ picture: names[0] ?? '' })
      .where(eq(farms.slug, slug))
      .run()
}

async function convertPicture(storagePath: string, hash: string): Promise<ConvertedPicture> {
  const converted = convertedPicture(storagePath, hash)
  if (converted) return converted

  const bytes = await readFile(stagedFile(storagePath, hash))
  if (!isPicture(bytes)) throw new Error(`the staged file ${hash} is not a picture`)
  const encoded = await encode(bytes, pictureFolder(storagePath), hash)
  recordPicture(storagePath, hash, encoded)
  return encoded
}

/** Re-encodes a picture in all widths: upright, in sRGB and without metadata. */
async function encode(bytes: Buffer, folder: string, hash: string): Promise<ConvertedPicture> {
  // Imported lazily, so that only processes that convert pictures load the library.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  const original = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
  const { autoOrient } = await original.metadata()
  let converted: ConvertedPicture = { width: 0, height: 0, colour: '#ffffff' }
  for (const width of PICTURE_WIDTHS.filter((wide) => wide <= autoOrient.width)) {
    const { data, info } = await original
      .clone()
      .flatten({ background: '#ffffff' })
      .resize({ width })
      .webp({ quality: QUALITY[width] ?? 72, effort: 4 })
      .toBuffer({ resolveWithObject: true })
    writeAtomically(join(folder, pictureFile(hash, width)), data)
    converted = { width: info.width, height: info.height, colour: await meanColor(sharp(data)) }
  }
  return converted
}

async function meanColor(picture: Sharp): Promise<string> {
  const { channels } = await picture.stats()
  return `#${channels
    .slice(0, 3)
    .map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
    .join('')}`
}
