import { and, gte, inArray, lt } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { jobs } from '#db/schema/index.ts'
import { sha256 } from '../../tokens.ts'

export const IMPORT_PICTURE = 'import_picture'

/** A farm or a variety whose pictures are to be these. */
export type PictureOwner = { kind: 'farm' | 'variety'; slug: string }
export type PictureRequest = { owner: PictureOwner; pictures: { hash: string; alt: string }[] }

const prefix = ({ kind, slug }: PictureOwner) => `${IMPORT_PICTURE}:${kind}:${slug}:`

export const jobKey = ({ owner, pictures }: PictureRequest) =>
  prefix(owner) + sha256(JSON.stringify(pictures))

/** Work that is still to be done, by its key. */
export function pendingJobs(db: Db): Set<string> {
  const rows = db
    .select({ key: jobs.key })
    .from(jobs)
    .where(and(keyed(`${IMPORT_PICTURE}:`), inArray(jobs.state, ['queued', 'running'])))
    .all()
  return new Set(rows.map(({ key }) => key))
}

export const hasPending = (standing: Set<string>, owner: PictureOwner) =>
  [...standing].some((key) => key.startsWith(prefix(owner)))

/** Older wishes of the same owner end here: a job that is at work on one finds its row gone, and changes nothing. */
export const deletePictureJobs = (tx: Tx, owner: PictureOwner) =>
  void tx
    .delete(jobs)
    .where(keyed(prefix(owner)))
    .run()

/** A range instead of `like`, so that the index on the key serves it. */
const keyed = (start: string) => and(gte(jobs.key, start), lt(jobs.key, `${start.slice(0, -1)};`))
