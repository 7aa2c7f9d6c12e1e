import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { User } from '#db/schema/index.ts'
import { StaffClaimPage } from '#views/staff/claim-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { type ClaimFacts, claimById } from '../claims/claims.ts'
import { worthCents } from '../claims/worth.ts'
import { claimFarms } from '../farm-money/claim-charges.ts'
import { orderById } from '../orders/orders.ts'
import { zoneOf } from '../orders/placed.ts'
import { leftToGive } from '../payments/left-to-give.ts'
import { creditCode } from '../pricing/credit-code.ts'
import { refuse } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { rowOf } from './claims.ts'
import { renderDesk } from './page.tsx'

type Problem = { status: ContentfulStatusCode; message: string }

export function renderClaim(c: Ctx, user: User, claim: ClaimFacts, problem?: Problem) {
  const { db, config } = c.var.services
  const order = orderById(db, claim.orderId)
  const view = (
    <StaffClaimPage
      claim={{ ...rowOf(db, claim), code: creditCode(config, claim) }}
      newBox={claim.answer === 'reship' && claim.reshipOrderId ? orderById(db, claim.reshipOrderId) : null}
      order={order}
      zone={zoneOf(db, order.fcId ?? 0)}
      leftCents={leftToGive(db, order.id)}
      worthCents={worthCents(db, order, claim.lines)}
      farms={claimFarms(db, claim.id)}
      problem={problem?.message}
      refused={problem ? { action: c.req.path, fields: c.var.body } : null}
    />
  )
  return renderDesk(c, user, { current: 'claims', title: `Claim ${claim.id}`, status: problem?.status }, view)
}

/** Scripts get the message; a form gets the claim's page with it. */
export function refuseOnClaim(c: Ctx, user: User, claimId: number, problem: Problem) {
  const claim = wantsHtml(c) ? claimById(c.var.services.db, claimId) : null
  return claim ? renderClaim(c, user, claim, problem) : refuse(c, problem.status, problem.message)
}
