import { type Context, Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { isRecentSignIn } from '../accounts/reauthentication.ts'
import { findSession } from '../accounts/session.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { linkProvider, signInSocially } from '../accounts/social.ts'
import {
  belongsToAnother,
  confirmFirst,
  providerFailed,
  signInAgain,
  tookTooLong,
  unverifiedEmail,
} from '../accounts/social-rules.ts'
import { paths } from '../paths.ts'
import type { Person } from '../providers/social/person.ts'
import type { Failed, Provider } from '../providers/social/social.ts'
import type { AppEnv } from '../web/env.ts'
import { leaveFlash } from '../web/flash.ts'
import { byNetwork, bySession, failureLimit, rateLimitWith } from '../web/rate-limit.ts'
import { localPage, redirectExternal, redirectTo } from '../web/redirect.ts'
import { forgetReturnPath, rememberedReturnPath } from '../web/return-path.ts'
import { type Elsewhere, saveOAuthState, takeOAuthState } from './oauth-state.ts'
import { arrive, welcome } from './sign-in.ts'
import { tooManyAttempts } from './sign-in-page.tsx'

export const socialRoutes = new Hono<AppEnv>()

/** Without a visitor: a provider's page posts here, to which a browser brings no cookie of ours. */
export const providerFormRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const leaving = rateLimitWith(
  (c, seconds) => tooManyAttempts(c, 'sign-in', seconds),
  { points: 20, seconds: 60, by: bySession },
  { points: 300, seconds: 3600, by: byNetwork },
)
/** It travels in a cookie, of which browsers keep 4 KB. */
const LONGEST_WAY = 1_000

const returns = failureLimit({ points: 10, seconds: 900, by: byNetwork })

/** A link, not a form: the page's policy lets no form be answered from elsewhere. */
socialRoutes.get(paths.signInWith.pattern, leaving, async (c) => {
  const provider = asked(c)
  if (!provider) return c.notFound()
  const { services, visitor } = c.var
  const nextPath = nextPathOf(c)
  // Only a click of one's own in the shop connects an account; from elsewhere this is just a way to where one wanted.
  if (visitor.user && c.req.header('sec-fetch-site') !== 'same-origin') return redirectTo(c, nextPath, 302)
  const obstacle = visitor.user && connectObstacle(c, visitor.user, provider)
  if (obstacle) return told(c, nextPath, obstacle)
  const begun = await services.social.begin(provider.name, callbackOf(c, provider))
  if (!begun.ok) return failed(c, provider, begun, nextPath)
  const connects = visitor.user?.id ?? null
  await saveOAuthState(c, { provider: provider.name, ...begun.checks, nextPath, connects })
  return redirectExternal(c, begun.address)
})

socialRoutes.get(paths.signInWithCallback.pattern, async (c) => {
  const provider = asked(c)
  if (!provider) return c.notFound()
  c.header('Referrer-Policy', 'no-referrer')
  if (c.req.method === 'HEAD') return redirectTo(c, paths.signIn())
  const wait = await returns.take(c)
  if (wait > 0) return tooManyAttempts(c, 'sign-in', wait)
  const elsewhere = await takeOAuthState(c)
  if (elsewhere?.provider !== provider.name || !isSamePerson(c, elsewhere))
    return told(c, paths.signIn(), tookTooLong(provider.label))
  const { search } = new URL(c.req.url)
  const address = new URL(callbackOf(c, provider) + search)
  const completed = await c.var.services.social.complete(provider.name, address, elsewhere)
  if (completed.ok || completed.reason !== 'unsound') await returns.refundPoint(c)
  if (!completed.ok) return failed(c, provider, completed, elsewhere.nextPath)
  return elsewhere.connects === null
    ? letIn(c, provider, completed.person, elsewhere.nextPath)
    : connected(c, provider, completed.person, elsewhere.nextPath, elsewhere.connects)
})

/**
 * The answer as a form (Apple): sent on as an address of ours, with which the browser brings its cookies. Nothing is
 * looked at here.
 */
providerFormRoutes.post(paths.signInWithCallback.pattern, (c) => {
  const provider = asked(c)
  if (!provider) return c.notFound()
  const answer = new URLSearchParams()
  for (const name of ['code', 'state', 'iss', 'error']) {
    const value = c.var.body[name]
    if (typeof value === 'string') answer.set(name, value.slice(0, 2_000))
  }
  return redirectTo(c, `${paths.signInWithCallback(provider.name)}?${answer}`)
})

const asked = (c: Ctx): Provider | null =>
  c.var.services.social.providers.find(({ name }) => name === c.req.param('provider')) ?? null

const callbackOf = (c: Ctx, { name }: Provider) =>
  c.var.services.config.appUrl + paths.signInWithCallback(name)

function nextPathOf(c: Ctx): string {
  const wanted = c.req.query('redirect_url')
  const way = wanted
    ? localPage(wanted, c.var.services.config.appUrl)
    : (rememberedReturnPath(c) ?? paths.home())
  return way.length > LONGEST_WAY ? paths.home() : way
}

const signInTo = (nextPath: string) =>
  paths.signIn({ redirect_url: nextPath === paths.home() ? undefined : nextPath })

/**
 * A browser that somebody left open is no reason to let its finder in for good, and an account whose address nobody
 * proved may turn out to be another's.
 */
function connectObstacle(
  { var: { services, visitor } }: Ctx,
  user: User,
  { label }: Provider,
): string | null {
  const session = findSession(services.db, visitor.sessionHash)
  if (!isRecentSignIn(session, services.clock.now())) return signInAgain(label)
  return user.emailVerifiedAt === null ? confirmFirst(label) : null
}

/** Whoever wants to connect an account is still signed in to it. */
const isSamePerson = (c: Ctx, { connects }: Elsewhere) =>
  connects === null || connects === c.var.visitor.user?.id

async function letIn(c: Ctx, { label }: Provider, person: Person, nextPath: string) {
  const arrival = await signInSocially(c.var.services, person, label)
  if (!arrival.ok) return told(c, signInTo(nextPath), unverifiedEmail(label))
  for (const hash of arrival.endedSessions) announceSessionEnded(c.var.services, hash)
  const arrived = await arrive(c, arrival.user, { hasProvenEmail: arrival.news !== 'known' })
  forgetReturnPath(c)
  const message = await welcome(c, WELCOME[arrival.news](label), arrived)
  await leaveFlash(c, { kind: 'notice', message })
  return redirectTo(c, nextPath)
}

const WELCOME = {
  known: () => 'You are signed in.',
  connected: (label: string) => `You are signed in. From now on ${label} opens your account.`,
  made: () => 'Your account is made. Welcome.',
}

async function connected(c: Ctx, { label }: Provider, person: Person, nextPath: string, userId: number) {
  const connection = await linkProvider(c.var.services, userId, person, label)
  if (!connection.ok) return told(c, nextPath, belongsToAnother(label))
  await leaveFlash(c, { kind: 'notice', message: `From now on ${label} opens your account.` })
  return redirectTo(c, nextPath)
}

async function failed(c: Ctx, { name, label }: Provider, { reason, code }: Failed, nextPath: string) {
  c.var.log.warn(
    { event: 'sign_in_elsewhere_failed', provider: name, reason, code },
    'nobody came back known',
  )
  return told(c, c.var.visitor.user ? nextPath : signInTo(nextPath), providerFailed(reason, label))
}

async function told(c: Ctx, path: string, message: string) {
  await leaveFlash(c, { kind: 'danger', message })
  return redirectTo(c, path)
}
