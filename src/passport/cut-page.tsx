import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { User } from '#db/schema/index.ts'
import { CutPage } from '#views/passport/cut-page.tsx'
import { RefundedCutPage } from '#views/passport/refunded-cut-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { ownReview } from '../catalog/reviews.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { wantsHtml } from '../web/respond.ts'
import { type Cut, findCut, receivedLine, wasRefunded } from './cuts.ts'
import { cutJson } from './json.ts'
import { notesOf } from './notes.ts'
import { scoresOf } from './rate.ts'

type CutHandler = (c: Ctx, user: User, cut: Cut) => Response | Promise<Response>

/** For paths with `:vendor` and `:cut`. */
export const withCut = (handler: CutHandler) => (c: Ctx, user: User) => {
  const cut = findCut(c.var.services.db, c.req.param('vendor') ?? '', c.req.param('cut') ?? '', user.id)
  return cut ? handler(c, user, cut) : notFound(c)
}

export type CutRefusal = {
  status?: ContentfulStatusCode
  notesProblem?: string
  typedNotes?: string
  review?: ReviewRefusal
}

export type ReviewRefusal = {
  field: 'words' | 'photos'
  message: string
  typed: string
  /** The photos that were to be taken out. */
  removed: string[]
  /** Photos came with it, which a browser doesn't send again by itself. */
  hasPhotos: boolean
}

/** Only of a cut that came to this person. If its order was refunded since, their review of it stays theirs to delete. */
export function cutPage(c: Ctx, user: User, cut: Cut, refusal?: CutRefusal): Response | Promise<Response> {
  const { db } = c.var.services
  const review = ownReview(db, user.id, cut.varietyId)
  const isReceived = receivedLine(db, user.id, cut.varietyId) !== null
  if (!isReceived && !(review && wantsHtml(c))) return noCutPage(c, user, cut)
  const own = {
    score: scoresOf(db, user.id, [cut.varietyId]).get(cut.varietyId) ?? 0,
    ...notesOf(db, user.id, cut.varietyId),
  }
  if (!wantsHtml(c)) return c.json(cutJson(cut, own))
  const view = (
    <CutPage
      cut={cut}
      isReceived={isReceived}
      own={own}
      review={review}
      userToken={user.token}
      refusal={refusal ?? {}}
    />
  )
  const status = refusal ? (refusal.status ?? 422) : 200
  return renderPage(c, view, { title: cut.name, indexed: false, styles: 'passport', status })
}

function noCutPage(c: Ctx, user: User, { varietyId, name }: Cut): Response | Promise<Response> {
  if (!wantsHtml(c) || !wasRefunded(c.var.services.db, user.id, varietyId)) return notFound(c)
  return renderPage(c, <RefundedCutPage name={name} />, { title: name, indexed: false, status: 404 })
}
