import type { Recall } from '#db/schema/index.ts'
import { RecallPage } from '#views/fulfillment/recall-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { versionOf } from '../tokens.ts'
import { refuse } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { type Clerk, clerk } from './clerk.ts'
import { renderCenterPage } from './page.tsx'
import { caseOf } from './recall-case.ts'
import { draftOf, recallAt, recallJson, recallView } from './recalls.ts'

type RecallHandler = (c: Ctx, who: Clerk, recall: Recall) => Response | Promise<Response>

/** For paths with `:recallId` under a center. */
export const clerkAtRecall = (handler: RecallHandler) =>
  clerk((c, who) => {
    const recall = recallAt(c.var.services.db, who.center.id, rowId(c.req.param('recallId')))
    return recall ? handler(c, who, recall) : refuse(c, 404, 'There is no such recall.')
  })

/**
 * `isStale`: a colleague changed the email's draft since the page was opened. `earlier`: the recall that the lots are
 * in already.
 */
export type RecallProblem = {
  status: 404 | 409 | 422
  message: string
  isStale?: boolean
  earlier?: number | null | undefined
}

export function renderRecall(c: Ctx, who: Clerk, recall: Recall, problem?: RecallProblem) {
  const view = recallView(c.var.services.db, recall)
  if (!wantsHtml(c)) return c.json(recallJson(view))
  const refused = problem ? { action: c.req.path, fields: c.var.body } : null
  const versions = { draft: versionOf(draftOf(recall)), case: versionOf(caseOf(recall)) }
  const shown = { center: who.center, recall: view, problem, refused, versions }
  const head = { current: 'recalls' as const, title: `Recall ${recall.id}`, status: problem?.status }
  return renderCenterPage(c, who, head, <RecallPage {...shown} />)
}

/** The page as it is, with what was refused. */
export const refuseRecall = (c: Ctx, who: Clerk, recall: Recall, problem: RecallProblem) =>
  wantsHtml(c)
    ? renderRecall(c, who, recall, problem)
    : c.json({ error: problem.message, message: problem.message }, problem.status)
