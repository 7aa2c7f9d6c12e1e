import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { User } from '#db/schema/index.ts'
import { AccountPage } from '#views/settings/account-page.tsx'
import type { PartName, PartProblem } from '#views/settings/account-part.tsx'
import { PartChanged, PartRefused } from '#views/settings/account-streams.tsx'
import { PageJson } from '#views/shared/page-json.tsx'
import { userById } from '../accounts/users.ts'
import { currentUserJson } from '../orders/order-json.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage, renderStream } from '../web/page.tsx'
import { markTooManyRequests, retryLaterSentence, tooManyRequests } from '../web/rate-limit.ts'
import { reply, wantsHtml, wantsStream } from '../web/respond.ts'
import { accountFacts } from './facts.ts'

type Ctx = Context<AppEnv>

export function showAccount(c: Ctx, user: User, problem?: PartProblem, status?: ContentfulStatusCode) {
  const { db } = c.var.services
  const view = (
    <>
      <AccountPage account={factsOf(c, user)} {...(problem ? { problem } : {})} />
      <PageJson id="current_user" value={currentUserJson(db, userById(db, user.id))} />
    </>
  )
  return renderPage(c, view, {
    title: 'Your account',
    indexed: false,
    styles: 'orders',
    ...(status ? { status } : {}),
  })
}

type Changed = { part: PartName; message: string; json?: Record<string, unknown> }

/** Responds with JSON, the updated part as a stream, or a redirect to the page. */
export function partChanged(c: Ctx, user: User, { part, message, json = {} }: Changed) {
  if (wantsStream(c))
    return renderStream(c, <PartChanged part={part} account={factsOf(c, user)} message={message} />)
  const flash = { kind: 'notice' as const, message, part }
  return reply(c, 200, { message, ...json }, { path: paths.accountPart(part), flash })
}

/** Shows the error at its field and keeps what was typed. */
export function partRefused(c: Ctx, user: User, problem: PartProblem, status: 401 | 404 | 422 = 422) {
  const { message } = problem
  if (wantsStream(c))
    return renderStream(c, <PartRefused account={factsOf(c, user)} problem={problem} />, status)
  if (!wantsHtml(c)) return c.json({ error: message, message, errors: [message] }, status)
  return showAccount(c, user, problem, status)
}

type MissingItem = Pick<PartProblem, 'part'> & Partial<PartProblem>

/** For an item that was removed in another window. Another account's item gets the same response. */
export function partGone(c: Ctx, user: User, item: MissingItem) {
  if (!wantsHtml(c)) return notFound(c)
  const problem = { field: null, message: "That isn't here anymore.", isGone: true, ...item }
  return partRefused(c, user, problem, 404)
}

export function partMustWait(c: Ctx, user: User, problem: Omit<PartProblem, 'message'>, seconds: number) {
  if (!wantsHtml(c)) return tooManyRequests(c, seconds)
  markTooManyRequests(c, seconds)
  const refusal = { ...problem, message: retryLaterSentence(seconds) }
  if (wantsStream(c))
    return renderStream(c, <PartRefused account={factsOf(c, user)} problem={refusal} />, 429)
  return showAccount(c, user, refusal, 429)
}

const factsOf = ({ var: { services, visitor } }: Ctx, user: User) =>
  accountFacts(services, user.id, visitor.sessionHash)
