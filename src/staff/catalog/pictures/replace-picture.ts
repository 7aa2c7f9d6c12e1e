import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { farms, type User, varieties } from '#db/schema/index.ts'
import { deletePictureJobs } from '../../../catalog/import/picture-jobs.ts'
import { paths } from '../../../paths.ts'
import type { Services } from '../../../services.ts'
import { keepEdit, writePictures } from '../bulk/apply.ts'

/** As many as the catalog file allows. */
const MAX_PICTURES = 12

/** What has pictures: a variety several, of which the first is for its card, and a farm one. */
export type PictureOwner = {
  kind: 'variety' | 'farm'
  key: string
  label: string
  names: string[]
  /** Its pictures can be replaced, and one may be added while there is room. */
  slots: number
  path: string
  picturesPath: string
  cropPath(hash: string, query?: Record<string, string>): string
}

export function pictureOwner(db: Db, kind: PictureOwner['kind'], key: string): PictureOwner | null {
  if (kind === 'farm') {
    const farm = db.select().from(farms).where(eq(farms.slug, key)).get()
    return (
      (farm && {
        kind,
        key,
        label: farm.name,
        names: [farm.picture].filter(Boolean),
        slots: 1,
        path: paths.staffFarm(key),
        picturesPath: paths.farmPictures(key),
        cropPath: (hash, query = {}) => paths.farmPicture(key, hash, query),
      }) ??
      null
    )
  }
  const variety = db.select().from(varieties).where(eq(varieties.slug, key)).get()
  return (
    (variety && {
      kind,
      key,
      label: variety.name,
      names: variety.pictures,
      slots: Math.min(MAX_PICTURES, variety.pictures.length + 1),
      path: paths.staffVariety(key),
      picturesPath: paths.varietyPictures(key),
      cropPath: (hash, query = {}) => paths.varietyPicture(key, hash, query),
    }) ??
    null
  )
}

/** @returns the token of the edit, by which it can be undone; null if the pictures are no longer those of `seen` */
export function replacePicture(
  { db, clock, random }: Services,
  seen: PictureOwner,
  { name, slot }: { name: string; slot: number },
  user: User,
): Promise<string | null> {
  return durably(db, (tx): string | null => {
    const current = pictureOwner(tx, seen.kind, seen.key)
    const before = JSON.stringify(current?.names)
    if (!current || before !== JSON.stringify(seen.names)) return null
    const names = [...current.names]
    names[slot] = name
    const { kind, key, label } = current
    // An import that still converts its pictures would replace this one.
    deletePictureJobs(tx, { kind, slug: key })
    writePictures(tx, { kind, key }, names)
    const row = { kind, key, field: 'pictures' as const, before, after: JSON.stringify(names) }
    const made = {
      title: `Picture of ${label}`,
      rows: [row],
      reason: '',
      verb: 'bulk_edit.picture_replaced' as const,
    }
    return keepEdit(tx, made, user, { now: clock.now(), random })
  })
}
