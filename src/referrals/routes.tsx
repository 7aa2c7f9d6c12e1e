import { type Context, Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { FriendPage } from '#views/referrals/friend-page.tsx'
import { ReferPage } from '#views/referrals/refer-page.tsx'
import { StopInvitationsPage } from '#views/referrals/stop-invitations-page.tsx'
import { brokenMailLink } from '../accounts/broken-mail-link.tsx'
import { firstNameForStrangers } from '../accounts/shown-name.ts'
import { userById } from '../accounts/users.ts'
import { paths } from '../paths.ts'
import { findPromotion } from '../pricing/promotions.ts'
import { REFERRAL_CENTS } from '../pricing/referral-amounts.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { byNetwork, byUser, rateLimit } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { referralCodeOf } from './code.ts'
import { type InvitationProblem, readInvitation } from './fields.ts'
import { type InviteRefusal, inviteFriend, suppressMail } from './invite.ts'
import { referralJson } from './json.ts'
import { openReferralKey } from './key.ts'
import { referralsOf } from './referrals.ts'

export const routes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const linkOf = ({ var: { services } }: Ctx, user: User): string | null => {
  const code = referralCodeOf(services.db, user.id)
  return code === null ? null : services.config.appUrl + paths.referralLink(code)
}

routes.get(paths.refer.pattern, (c) => {
  const { visitor } = c.var
  return visitor.user ? referPage(c, visitor.user) : requireSignIn(c)
})

function referPage(c: Ctx, user: User, refused?: InvitationProblem & { status: 422 | 409 | 429 }) {
  const { db, config } = c.var.services
  const list = referralsOf(db, user.id)
  if (!wantsHtml(c) && !refused)
    return c.json({ url: linkOf(c, user), credit_cents: REFERRAL_CENTS, referrals: list.map(referralJson) })
  const view = (
    <ReferPage
      url={linkOf(c, user)}
      referrals={list}
      name={user.firstName}
      store={config.store}
      canMail={config.store.address !== null}
      problem={refused}
      typed={refused ? c.var.body : {}}
    />
  )
  return renderPage(c, view, { title: 'Refer a friend', indexed: false, status: refused?.status ?? 200 })
}

const limits = rateLimit(
  { points: 30, seconds: 3_600, by: byUser },
  { points: 60, seconds: 3_600, by: byNetwork },
)

const SENTENCES: Record<InviteRefusal, string> = {
  own: "That's your own address. Invite a friend instead.",
  twice: "You've invited this friend before, and once is enough.",
  too_many: 'You can invite 10 friends an hour and 50 a day. Please try again later.',
}
const NO_MAIL = "We can't email invitations right now. Please share your link instead."
const SENT = "Your invitation is on its way. You'll see here what comes of it."

routes.post(paths.referrals.pattern, limits, async (c) => {
  const { services, visitor } = c.var
  const { user } = visitor
  if (!user) return requireSignIn(c)
  const read = readInvitation(c.var.body)
  if (!read.ok) return refused(c, user, read, 422)
  if (services.config.store.address === null)
    return refused(c, user, { field: 'email', message: NO_MAIL }, 422)
  const invited = await inviteFriend(services.db, user, read.value, services.clock.now())
  if (!invited.ok) {
    const status = invited.reason === 'too_many' ? 429 : invited.reason === 'twice' ? 409 : 422
    return refused(c, user, { field: 'email', message: SENTENCES[invited.reason] }, status)
  }
  return reply(c, 200, { message: SENT }, { path: paths.refer(), flash: { kind: 'notice', message: SENT } })
})

function refused(c: Ctx, user: User, problem: InvitationProblem, status: 422 | 409 | 429) {
  const { message } = problem
  return wantsHtml(c)
    ? referPage(c, user, { ...problem, status })
    : c.json({ message, error: message }, status)
}

/** The middleware that captures promotions reads the code from the query. */
routes.get(paths.referralLink.pattern, (c) => {
  const { db, clock } = c.var.services
  const promotion = findPromotion(db, c.req.param('code'))
  const referrer = promotion?.referrerId == null ? null : userById(db, promotion.referrerId)
  const isOver = promotion?.endsAt != null && promotion.endsAt <= clock.now()
  if (!promotion || !referrer || isOver) return notFound(c)
  if (c.req.query('promotion_offer') !== promotion.code)
    return redirectTo(c, `${c.req.path}?promotion_offer=${promotion.code}`, 302)
  c.header('Referrer-Policy', 'no-referrer')
  const isOwn = referrer.id === c.var.visitor.user?.id
  const view = <FriendPage name={firstNameForStrangers(referrer)} code={promotion.code} isOwn={isOwn} />
  return renderPage(c, view, { title: 'A gift from a friend', indexed: false })
})

routes.get(paths.stopInvitations.pattern, (c) => {
  const { db, config } = c.var.services
  if (!openReferralKey(db, config, c.req.param('referralKey'))) return brokenMailLink(c)
  c.header('Referrer-Policy', 'no-referrer')
  const view = <StopInvitationsPage action={c.req.path} isDone={c.req.query('done') === '1'} />
  return renderPage(c, view, { title: 'No more invitations', indexed: false })
})

/** Without cookie or token: the key is the proof, and the worst it does is one email less. */
export const stopInvitationCalls = new Hono<AppEnv>()

stopInvitationCalls.post(paths.stopInvitations.pattern, async (c) => {
  const { db, config, clock } = c.var.services
  const referral = openReferralKey(db, config, c.req.param('referralKey'))
  if (!referral) return c.text("We couldn't find that.", 404)
  if (referral.mailboxHash !== null) await suppressMail(db, referral.mailboxHash, clock.now())
  return wantsHtml(c) ? redirectTo(c, `${c.req.path}?done=1`) : c.text("We won't invite you again.")
})
