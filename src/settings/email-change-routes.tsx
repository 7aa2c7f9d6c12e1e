import { Hono } from 'hono'
import { ChangeEmailPage } from '#views/accounts/change-email-page.tsx'
import { confirmEmailChange, findEmailChange } from '../accounts/email-change.ts'
import { answer } from '../http/answer.ts'
import type { AppEnv } from '../http/env.ts'
import type { Ctx } from '../http/own-account.ts'
import { renderPage } from '../http/page.tsx'
import { byAddress, failureLimit, tooMany } from '../http/rate-limit.ts'
import { joinProvenOrders } from '../orders/join.ts'
import { paths } from '../paths.ts'
import { claimCards } from '../payments/cards.ts'

/** Where the mailed link of a change of email leads. Works in any browser, signed in or not: the mailbox is the proof. */
export const emailChangeRoutes = new Hono<AppEnv>()

const wrongLinks = failureLimit({ points: 10, seconds: 900, by: byAddress })

emailChangeRoutes.get('/change-email/:secret', (c) => {
  const link = findEmailChange(c.var.services, c.req.param('secret'))
  return link ? linkPage(c, link.email, 200) : linkPage(c, null, 410)
})

emailChangeRoutes.post('/change-email/:secret', async (c) => {
  const wait = await wrongLinks.take(c)
  if (wait > 0) return tooMany(c, wait)
  const { services, visitor } = c.var
  const { db, clock } = services
  const changed = await confirmEmailChange(services, c.req.param('secret'), (user) => {
    joinProvenOrders(db, user, clock.now())
    claimCards(db, user.id)
  })
  if (!changed) return linkPage(c, null, 410)
  await wrongLinks.giveBack(c)
  c.var.log.info({ event: 'email_changed' }, 'an account has another address')
  const message = `Your email is ${changed.email} from now on.`
  const path = visitor.user?.id === changed.id ? paths.account() : paths.signIn()
  return answer(c, 200, { message, new_email: changed.email }, { path, flash: { kind: 'notice', message } })
})

/** The address is the secret: it goes to nobody as the page that led on. */
function linkPage(c: Ctx, email: string | null, status: 200 | 410) {
  c.header('Referrer-Policy', 'no-referrer')
  const view = <ChangeEmailPage email={email} />
  return renderPage(c, view, {
    title: 'Change your email',
    indexed: false,
    ...(status === 200 ? {} : { status }),
  })
}
