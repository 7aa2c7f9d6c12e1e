import { type Context, Hono } from 'hono'
import type { RoleInvitation } from '#db/schema/index.ts'
import { InvitationPage } from '#views/sign-in/invitation-page.tsx'
import { acceptInvitation, accountOfInvitation, findInvitation } from '../accounts/invitations.tsx'
import { roleWords } from '../accounts/role-grants.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { byNetwork, failureLimit, tooManyRequests } from '../web/rate-limit.ts'
import { reply } from '../web/respond.ts'
import { signIn } from './sign-in.ts'

export const invitationRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const DESKS = { staff: paths.staff(), fulfillment: paths.fulfillment(), vendor: paths.vendor() }

const invitationOf = (c: Ctx) =>
  findInvitation(c.var.services.db, c.req.param('secret') ?? '', c.var.services.clock.now())

function page(c: Ctx, invitation: RoleInvitation | null) {
  c.header('Referrer-Policy', 'no-referrer')
  const work = invitation && roleWords(c.var.services.db, invitation)
  const view = <InvitationPage email={invitation?.email ?? null} work={work ?? ''} />
  return renderPage(c, view, { title: 'Your invitation', indexed: false, status: invitation ? 200 : 410 })
}

/** Only the button accepts, because mail scanners open links. */
invitationRoutes.get(paths.invitation.pattern, (c) => page(c, invitationOf(c)))

const wrongLinks = failureLimit({ points: 10, seconds: 900, by: byNetwork })

invitationRoutes.post(paths.invitation.pattern, async (c) => {
  const wait = await wrongLinks.consume(c)
  if (wait > 0) return tooManyRequests(c, wait)
  const { services } = c.var
  const invitation = invitationOf(c)
  const account = invitation && (await accountOfInvitation(services, invitation))
  const result =
    account &&
    (await signIn(c, account, {
      settle: (tx, current) => acceptInvitation(tx, invitation, current, services.clock.now()),
      hasProvenEmail: true,
    }))
  if (!result || !invitation) return page(c, null)
  await wrongLinks.refund(c)
  const path = DESKS[invitation.role]
  const message = 'Welcome! You’re in.'
  return reply(c, 200, { message, redirect_to: path }, { path, flash: { kind: 'notice', message } })
})
