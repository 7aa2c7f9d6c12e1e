import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import { durably, type Tx } from '#db/client.ts'
import { farms, jobs, varieties } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { job } from '../../jobs/job.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { madePicture, pictureFolder, recordPicture, stagedFile, writeWhole } from './picture-files.ts'
import { IMPORT_PICTURE, jobKey, type PictureRequest } from './picture-jobs.ts'
import { type MadePicture, PICTURE_WIDTHS, pictureFile, pictureName } from './picture-name.ts'
import { isPicture, MOST_PIXELS } from './picture-sources.ts'

const QUALITY: Record<number, number> = { 480: 76, 800: 74, 1280: 70 }

const Pictures = z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{32}$/), alt: z.string() }))

/** Makes a farm's or variety's pictures from what the import staged, then hangs all of them at once. */
export const importPicture = job(
  IMPORT_PICTURE,
  z.object({
    kind: z.enum(['farm', 'variety']),
    slug: z.string(),
    // JSON text in jobs enqueued before payloads were typed
    pictures: z.preprocess((given) => (typeof given === 'string' ? JSON.parse(given) : given), Pictures),
  }),
  { attempts: 3, isIdle: true },
  async (services, { kind, slug, pictures }) => {
    const names: string[] = []
    for (const { hash, alt } of pictures) {
      const made = await oneAtATime(() => makePicture(services.config.storagePath, hash))
      names.push(pictureName(hash, made, alt))
    }
    await hangPictures(services, { owner: { kind, slug }, pictures }, names)
  },
)

/** How much time a picture is given, so that a mail that comes due meanwhile never waits behind many of them. */
const PACE_MS = 1_000

/** Writes the wishes down as jobs, one after the other in time. */
export function enqueuePictures(tx: Tx, wishes: PictureRequest[], now: Instant) {
  let runAt = now
  for (const wish of wishes) {
    const { owner, pictures } = wish
    enqueue(tx, importPicture, { ...owner, pictures }, { key: jobKey(wish), now, runAt })
    runAt += PACE_MS * pictures.length
  }
}

/** Unless a newer import wished otherwise meanwhile, and took this job's row away. */
async function hangPictures({ db }: Services, wish: PictureRequest, names: string[]) {
  await durably(db, (tx) => {
    const isWanted = tx
      .select()
      .from(jobs)
      .where(eq(jobs.key, jobKey(wish)))
      .get()
    if (isWanted) setPictures(tx, wish.owner, names)
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

let last: Promise<unknown> = Promise.resolve()

/** A large picture is 200 MB while it is decoded, and the worker runs ten jobs together. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => undefined)
  return turn
}

async function makePicture(storagePath: string, hash: string): Promise<MadePicture> {
  const known = madePicture(storagePath, hash)
  if (known) return known

  const bytes = await readFile(stagedFile(storagePath, hash))
  if (!isPicture(bytes)) throw new Error(`the staged picture ${hash} is no picture`)
  const made = await encode(bytes, pictureFolder(storagePath), hash)
  recordPicture(storagePath, hash, made)
  return made
}

/** Decoded and written anew: turned upright, in sRGB, without anything else that the file carried. */
async function encode(bytes: Buffer, folder: string, hash: string): Promise<MadePicture> {
  // Only here: its library is loaded by no process that makes no pictures.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  const original = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient()
  const { autoOrient } = await original.metadata()
  let made: MadePicture = { width: 0, height: 0, colour: '#ffffff' }
  for (const width of PICTURE_WIDTHS.filter((wide) => wide <= autoOrient.width)) {
    const { data, info } = await original
      .clone()
      .flatten({ background: '#ffffff' })
      .resize({ width })
      .webp({ quality: QUALITY[width] ?? 72, effort: 4 })
      .toBuffer({ resolveWithObject: true })
    writeWhole(join(folder, pictureFile(hash, width)), data)
    made = { width: info.width, height: info.height, colour: await meanColour(sharp(data)) }
  }
  return made
}

async function meanColour(picture: Sharp): Promise<string> {
  const { channels } = await picture.stats()
  return `#${channels
    .slice(0, 3)
    .map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
    .join('')}`
}
