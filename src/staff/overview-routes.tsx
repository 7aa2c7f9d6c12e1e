import { Hono } from 'hono'
import { OverviewPage } from '#views/staff/overview-page.tsx'
import { staff } from '../accounts/guards.ts'
import { staffAccounts } from '../accounts/roles.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { wantsHtml } from '../web/respond.ts'
import { OPEN_FLAGS } from './flag-filters.ts'
import { listFlags } from './flags.ts'
import { flagJson } from './json.ts'
import { countWork } from './overview.ts'
import { renderDesk } from './page.tsx'

export const overviewRoutes = new Hono<AppEnv>()

overviewRoutes.get(
  paths.staff.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const list = listFlags(db, OPEN_FLAGS, 1)
    const counts = countWork(db)
    if (!wantsHtml(c)) {
      return c.json({
        open_flags: counts.flags,
        disputes: counts.disputes,
        failed_jobs: counts.failedJobs,
        unverified_addresses: counts.unverifiedAddresses,
        data_requests: counts.dataRequests,
        claims: counts.claims,
        members_at_risk: counts.membersAtRisk,
        flags: list.flags.map(flagJson),
      })
    }
    const view = (
      <OverviewPage
        list={list}
        counts={counts}
        desk={{ people: staffAccounts(db), user, now: clock.now() }}
      />
    )
    return renderDesk(c, user, { current: 'today', title: 'Today' }, view)
  }),
)
