import { Hono } from 'hono'
import { signedIn } from '../accounts/guards.ts'
import { unlinkSignIn } from '../accounts/identities.ts'
import { endOtherSessions, endOwnSession } from '../accounts/own-sessions.ts'
import { findSession } from '../accounts/session.ts'
import { paths } from '../paths.ts'
import { signOut } from '../sign-in/sign-in.ts'
import type { AppEnv } from '../web/env.ts'
import { reply } from '../web/respond.ts'
import { partChanged, partGone } from './account-page.tsx'

export const sessionsRoutes = new Hono<AppEnv>()

sessionsRoutes.delete(
  paths.accountSessions.pattern,
  signedIn(async (c, user) => {
    const count = await endOtherSessions(c.var.services, user.id, c.var.visitor.sessionHash)
    c.var.log.info({ event: 'sessions_ended', count }, 'signed out everywhere else')
    return partChanged(c, user, { part: 'account_sessions', message: endedSentence(count), json: { count } })
  }),
)

sessionsRoutes.delete(
  paths.accountSession.pattern,
  signedIn(async (c, user) => {
    const { services, visitor } = c.var
    const token = c.req.param('sessionToken') ?? ''
    if (findSession(services.db, visitor.sessionHash)?.token === token) {
      await signOut(c)
      const message = "You're signed out."
      return reply(c, 200, { message }, { path: paths.home(), flash: { kind: 'notice', message } })
    }
    if (!(await endOwnSession(services, user.id, token)))
      return partGone(c, user, { part: 'account_sessions' })
    return partChanged(c, user, { part: 'account_sessions', message: 'That device is signed out.' })
  }),
)

sessionsRoutes.delete(
  paths.linkedSignIn.pattern,
  signedIn(async (c, user) => {
    const isRemoved = await unlinkSignIn(c.var.services.db, user.id, c.req.param('identityToken') ?? '')
    if (!isRemoved) return partGone(c, user, { part: 'account_linked' })
    return partChanged(c, user, {
      part: 'account_linked',
      message: "Removed. You can't sign in with it anymore.",
    })
  }),
)

function endedSentence(count: number): string {
  if (count === 0) return "You weren't signed in anywhere else."
  return count === 1 ? 'One other device is signed out.' : `${count} other devices are signed out.`
}
