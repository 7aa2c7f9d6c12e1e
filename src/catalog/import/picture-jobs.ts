import { and, gte, inArray, lt } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { jobs } from '#db/schema/index.ts'
import { sha256 } from '../../tokens.ts'

export const IMPORT_PICTURE = 'import_picture'

export type PictureOwner = { kind: 'farm' | 'variety'; slug: string }
export type PictureRequest = { owner: PictureOwner; pictures: { hash: string; alt: string }[] }

const prefix = ({ kind, slug }: PictureOwner) => `${IMPORT_PICTURE}:${kind}:${slug}:`

export const jobKey = ({ owner, pictures }: PictureRequest) =>
  prefix(owner) + sha256(JSON.stringify(pictures))

export function pendingJobs(db: Db): Set<string> {
  const rows = db
    .select({ key: jobs.key })
    .from(jobs)
    .where(and(keyed(`${IMPORT_PICTURE}:`), inArray(jobs.state, ['queued', 'running'])))
    .all()
  return new Set(rows.map(({ key }) => key))
}

export const hasPending = (pending: Set<string>, owner: PictureOwner) =>
  [...pending].some((key) => key.startsWith(prefix(owner)))

/** Cancels an owner's earlier jobs. One that is running finds its row gone and publishes nothing. */
export const deletePictureJobs = (tx: Tx, owner: PictureOwner) =>
  void tx
    .delete(jobs)
    .where(keyed(prefix(owner)))
    .run()

/** A range instead of `like`, so that SQLite uses the index on the key. */
const keyed = (start: string) => and(gte(jobs.key, start), lt(jobs.key, `${start.slice(0, -1)};`))
