import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { DraftOrder, Order, User } from '#db/schema/index.ts'
import { DraftPage } from '#views/staff/drafts/draft-page.tsx'
import { type Ctx, staff } from '../../accounts/guards.ts'
import type { AddressRefusal } from '../../checkout/address-question.ts'
import { draftOf } from '../../orders/drafts.ts'
import { orderByToken } from '../../orders/orders.ts'
import { paths } from '../../paths.ts'
import { notFound } from '../../web/errors.tsx'
import { reply, wantsHtml } from '../../web/respond.ts'
import { renderDesk } from '../page.tsx'
import { draftFacts, findOffers } from './facts.ts'
import { draftJson } from './json.ts'
import type { DraftChange, DraftRefused } from './open-draft.ts'

export type Typed = Record<string, unknown>

export type DraftProblem = {
  status: ContentfulStatusCode
  message: string
  /** The form's fields, to be shown again. */
  typed?: Typed
  form?: 'lines' | 'delivery' | 'charge'
  isStale?: true
  question?: AddressRefusal
}

type Handler = (c: Ctx, user: User, order: Order) => Response | Promise<Response>

/** Any draft, also one that has ended. */
export const staffDraftOf = (handler: Handler) =>
  staff((c, user) => {
    const { db } = c.var.services
    const order = orderByToken(db, c.req.param('orderToken') ?? '')
    return order && draftOf(db, order.id) ? handler(c, user, order) : notFound(c)
  })

type Shown = { query?: string; problem?: DraftProblem; typed?: Typed }

export function renderDraft(c: Ctx, user: User, token: string, shown: Shown = {}) {
  const { problem } = shown
  const typed = shown.typed ?? problem?.typed ?? {}
  const query = shown.query ?? (typeof typed.q === 'string' ? typed.q.slice(0, 64) : '')
  const { db, clock, random } = c.var.services
  const order = orderByToken(db, token)
  const draft: DraftOrder | null = order && draftOf(db, order.id)
  if (!order || !draft) throw new Error(`draft ${token} is gone`)
  const now = clock.now()
  const facts = draftFacts(db, order, draft, now)
  const found = findOffers(db, order, { query, wanted: enteredIn(typed) }, now)
  if (!wantsHtml(c)) return c.json(draftJson(facts, found))
  const view = (
    <DraftPage
      facts={facts}
      found={found}
      query={query}
      press={random.token()}
      userId={user.id}
      problem={problem ?? null}
      typed={typed}
    />
  )
  const title = `Draft ${order.identifier}`
  return renderDesk(c, user, { current: 'drafts', title, status: problem?.status }, view)
}

/** The packs that a form names with a quantity or a price. */
const enteredIn = ({ quantities, prices }: Typed): string[] => [
  ...new Set(
    [...Object.entries(quantities ?? {}), ...Object.entries(prices ?? {})]
      .filter(([, value]) => typeof value === 'string' && value.trim() !== '' && value !== '0')
      .map(([token]) => token)
      .slice(0, MAX_ENTERED),
  ),
]

const MAX_ENTERED = 200

/** Scripts get the message, and after a colleague's change both versions. */
export function refuseDraft(c: Ctx, user: User, token: string, problem: DraftProblem): Response {
  if (wantsHtml(c)) return renderDraft(c, user, token, { problem })
  const { db, clock } = c.var.services
  const order = orderByToken(db, token)
  const draft = order && draftOf(db, order.id)
  const both =
    problem.isStale && order && draft
      ? { current: draftJson(draftFacts(db, order, draft, clock.now())), yours: problem.typed ?? {} }
      : {}
  const question = problem.question?.type ? { error_type: problem.question.type } : {}
  return c.json({ error: problem.message, message: problem.message, ...both, ...question }, problem.status)
}

export function answerDraft(
  c: Ctx,
  user: User,
  token: string,
  change: DraftChange | (DraftRefused & { question: AddressRefusal }),
  form?: DraftProblem['form'],
) {
  if (!change.ok) {
    const { authenticity_token: _token, ...typed } = c.var.body
    return refuseDraft(c, user, token, { ...change, typed, ...(form && { form }) })
  }
  const { message } = change
  return reply(c, 200, { message }, { path: paths.staffDraft(token), flash: { kind: 'notice', message } })
}
