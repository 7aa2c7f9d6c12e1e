import { Hono } from 'hono'
import { JobsPage } from '#views/staff/jobs-page.tsx'
import { staff } from '../accounts/guards.ts'
import { isJobState, JOB_STATES } from '../jobs/manage.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { unknownOption } from '../web/unknown-option.ts'
import { listJobs } from './jobs.ts'
import { jobJson } from './json.ts'
import { renderDesk } from './page.tsx'

export const jobRoutes = new Hono<AppEnv>()

/** A failed job is tried again or dismissed where its flag is. */
jobRoutes.get(
  paths.staffJobs.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const { state = 'failed' } = c.req.query()
    if (!isJobState(state)) return refuse(c, 422, unknownOption('state', state, JOB_STATES))
    const list = listJobs(db, state, pageNumber(c.req.query()))
    if (list.page > list.pages) return notFound(c)
    if (!wantsHtml(c)) return c.json({ ...list, jobs: list.jobs.map(jobJson) })
    const view = <JobsPage {...list} state={state} now={clock.now()} />
    return renderDesk(c, user, { current: 'jobs', title: 'Jobs' }, view)
  }),
)
