import type { User } from '#db/schema/index.ts'
import { StatementPage } from '#views/staff/statement-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { periodTitle } from '../farm-money/periods.ts'
import { viewJson, viewStatement } from '../farm-money/statement-view.ts'
import { firstOpenPeriod } from '../farm-money/statements.ts'
import { lacksTerms } from '../farm-money/terms.ts'
import { notFound } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import type { StatementOf } from './at-farm.ts'
import { renderDesk } from './page.tsx'

/** `typed`: what was in the form that is refused, to be corrected. */
export type StatementProblem = {
  status: 409 | 422
  errors: Record<string, string>
  typed?: Record<string, string>
  /** The payout whose correction is refused. */
  takingBack?: number
}

export function renderStatement(c: Ctx, user: User, of: StatementOf, problem?: StatementProblem) {
  const { db, random, clock } = c.var.services
  if (problem && !wantsHtml(c)) return refusalJson(c, problem)
  const { farm, period } = of
  const page = problem ? 1 : pageNumber(c.req.query())
  const view = viewStatement(db, farm.id, period, page)
  if (view.page > view.pages) return notFound(c)
  if (!wantsHtml(c)) return c.json(viewJson(farm.slug, view))
  const shown = (
    <StatementPage
      {...{ farm, view, problem }}
      takingBack={problem?.takingBack ? { payoutId: problem.takingBack, typed: c.var.body } : null}
      payoutKey={problem?.typed?.payout_key || random.token()}
      now={clock.now()}
      earlierOpen={view.statement.closed ? null : firstOpenPeriod(db, farm.id, period)}
      isUncovered={view.statement.closed === null && lacksTerms(db, farm.id, period)}
    />
  )
  const title = `${farm.name}, ${periodTitle(period)}`
  return renderDesk(c, user, { current: 'statements', title, status: problem?.status }, shown)
}

function refusalJson(c: Ctx, { errors, status }: StatementProblem) {
  const message = Object.values(errors).join(' ')
  return c.json({ error: message, message, errors }, status)
}
