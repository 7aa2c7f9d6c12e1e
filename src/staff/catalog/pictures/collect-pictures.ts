import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { bulkEdits, farms, jobs, settingVersions, varieties } from '#db/schema/index.ts'
import { pictureFolder, sweepStaged } from '../../../catalog/import/picture-files.ts'
import { pendingJobs } from '../../../catalog/import/picture-jobs.ts'
import { DAY_MS, type Instant } from '../../../day.ts'
import type { Services } from '../../../services.ts'

/** A picture is written before the row that names it. */
const MIN_AGE_MS = 2 * DAY_MS

/** Removes pictures that no product, farm or setting shows, and no undo could bring back. @returns how many files */
export async function collectPictures({ db, config }: Pick<Services, 'db' | 'config'>, wallNow: Instant) {
  const folder = pictureFolder(config.storagePath)
  const files = await readdir(folder).catch(() => [])
  const wanted = wantedHashes(db)
  let removed = 0
  for (const file of files) {
    const hash = /^(?:imported|logo)-([0-9a-f]{32})[-.]/.exec(file)?.[1]
    if (hash === undefined || wanted.has(hash)) continue
    const path = join(folder, file)
    const { mtimeMs } = await stat(path)
    if (wallNow - mtimeMs < MIN_AGE_MS) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** Also uploads that nobody cropped, or applied. */
export async function collectOldFiles({ db, config, wallClock }: Services) {
  const wallNow = wallClock.now()
  await collectPictures({ db, config }, wallNow)
  if (pendingJobs(db).size === 0) sweepStaged(config.storagePath, DAY_MS, wallNow)
}

/** Wherever a picture's name or an import's hash stands. */
function wantedHashes(db: Db): Set<string> {
  const texts = [
    db.select({ held: varieties.pictures }).from(varieties).all(),
    db.select({ held: farms.picture }).from(farms).all(),
    db.select({ held: bulkEdits.rows }).from(bulkEdits).all(),
    db.select({ held: settingVersions.value }).from(settingVersions).all(),
    db
      .select({ held: jobs.payload })
      .from(jobs)
      .where(inArray(jobs.state, ['queued', 'running', 'failed']))
      .all(),
  ].flatMap((rows) => rows.map(({ held }) => JSON.stringify(held)))
  return new Set(texts.flatMap((text) => text.match(/\b[0-9a-f]{32}\b/g) ?? []))
}
