import { Hono } from 'hono'
import { OverviewPage } from '#views/staff/overview-page.tsx'
import { staff } from '../accounts/guards.ts'
import { staffAccounts } from '../accounts/roles.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { dueStatements } from '../farm-money/statement-list.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { wantsHtml } from '../web/respond.ts'
import { openCreditRequests } from './credit.ts'
import { firstStepJson, firstSteps, openingOf } from './first-run.ts'
import { OPEN_FLAGS } from './flag-filters.ts'
import { listFlags } from './flags.ts'
import { flagJson } from './json.ts'
import { countWork } from './overview.ts'
import { renderDesk } from './page.tsx'
import { proposedPromotions } from './promotions/lists.ts'
import { expiringLots, lowStock } from './stock.ts'

export const overviewRoutes = new Hono<AppEnv>()

overviewRoutes.get(
  paths.staff.pattern,
  staff((c, user) => {
    const { db, clock, config } = c.var.services
    const list = listFlags(db, OPEN_FLAGS, 1)
    const counts = countWork(db)
    const upkeep = {
      low: lowStock(db).length,
      expiring: expiringLots(db, dayIn(SHOP_ZONE, clock.now())).length,
      credit: openCreditRequests(db),
      promotions: proposedPromotions(db, clock.now()),
      farmsToPay: dueStatements(db).length,
    }
    const steps = firstSteps(db, config)
    if (!wantsHtml(c)) {
      return c.json({
        open_flags: counts.flags,
        disputes: counts.disputes,
        failed_jobs: counts.failedJobs,
        unverified_addresses: counts.unverifiedAddresses,
        data_requests: counts.dataRequests,
        claims: counts.claims,
        reviews: counts.reviews,
        members_at_risk: counts.membersAtRisk,
        low_stock: upkeep.low,
        expiring_lots: upkeep.expiring,
        credit_requests: upkeep.credit.length,
        promotions_to_approve: upkeep.promotions.length,
        statements_to_pay: upkeep.farmsToPay,
        first_steps: steps.map(firstStepJson),
        flags: list.flags.map(flagJson),
      })
    }
    const view = (
      <OverviewPage
        list={list}
        counts={counts}
        upkeep={upkeep}
        steps={steps}
        opening={openingOf(steps)}
        desk={{ people: staffAccounts(db), user, now: clock.now() }}
      />
    )
    return renderDesk(c, user, { current: 'today', title: 'Today' }, view)
  }),
)
