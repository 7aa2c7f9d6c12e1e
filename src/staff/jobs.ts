import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { jobs, staffFlags } from '#db/schema/index.ts'
import { JOB_FLAGS } from '../flags/kinds.ts'
import { JOBS_IN, type JobState } from '../jobs/manage.ts'

export const JOBS_PER_PAGE = 50

export type ListedJob = ReturnType<typeof listJobs>['jobs'][number]

/** What is due next or ended last comes first; a failed job with the open flag that can solve it. */
export function listJobs(db: Db, state: JobState, page: number) {
  const { where, orderBy } = JOBS_IN[state]
  const total = db.select({ total: count() }).from(jobs).where(where).get()?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / JOBS_PER_PAGE))
  const rows = db
    .select({ job: jobs, flagId: staffFlags.id })
    .from(jobs)
    .leftJoin(
      staffFlags,
      and(
        inArray(staffFlags.kind, JOB_FLAGS),
        eq(staffFlags.subjectId, jobs.id),
        isNull(staffFlags.resolvedAt),
      ),
    )
    .where(where)
    .orderBy(...orderBy)
    .limit(JOBS_PER_PAGE)
    .offset((page - 1) * JOBS_PER_PAGE)
    .all()
  return { jobs: rows, total, page, pages }
}
