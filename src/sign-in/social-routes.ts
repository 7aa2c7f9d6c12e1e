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
import type { ProviderIdentity } from '../providers/social/person.ts'
import type { Provider, SignInFailure } from '../providers/social/social.ts'
import type { AppEnv } from '../web/env.ts'
import { setFlash } from '../web/flash.ts'
import { byNetwork, bySession, failureLimit, rateLimitWith } from '../web/rate-limit.ts'
import { localPage, redirectExternal, redirectTo } from '../web/redirect.ts'
import { forgetReturnPath, rememberedReturnPath } from '../web/return-path.ts'
import { type OAuthState, saveOAuthState, takeOAuthState } from './oauth-state.ts'
import { signIn, signInMessage } from './sign-in.ts'
import { tooManyAttempts } from './sign-in-page.tsx'

export const socialRoutes = new Hono<AppEnv>()

/** Mounted without a visitor: on a cross-site POST from the provider, the browser sends no cookies. */
export const providerFormRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const startLimit = rateLimitWith(
  (c, seconds) => tooManyAttempts(c, 'sign-in', seconds),
  { points: 20, seconds: 60, by: bySession },
  { points: 300, seconds: 3600, by: byNetwork },
)
/** The path travels in a cookie, and browsers limit cookies to 4 KB. */
const MAX_PATH_LENGTH = 1_000

const callbackFailures = failureLimit({ points: 10, seconds: 900, by: byNetwork })

/** A link, not a form: `form-action 'self'` forbids redirecting a form to another site. */
socialRoutes.get(paths.signInWith.pattern, startLimit, async (c) => {
  const provider = requestedProvider(c)
  if (!provider) return c.notFound()
  const { services, visitor } = c.var
  const nextPath = nextPathOf(c)
  // Only a click on our own page may connect a provider to a signed-in account (CSRF).
  if (visitor.user && c.req.header('sec-fetch-site') !== 'same-origin') return redirectTo(c, nextPath, 302)
  const obstacle = visitor.user && connectObstacle(c, visitor.user, provider)
  if (obstacle) return redirectWithError(c, nextPath, obstacle)
  const started = await services.social.begin(provider.name, callbackOf(c, provider))
  if (!started.ok) return failed(c, provider, started, nextPath)
  const connects = visitor.user?.id ?? null
  await saveOAuthState(c, { provider: provider.name, ...started.checks, nextPath, connects })
  return redirectExternal(c, started.address)
})

socialRoutes.get(paths.signInWithCallback.pattern, async (c) => {
  const provider = requestedProvider(c)
  if (!provider) return c.notFound()
  c.header('Referrer-Policy', 'no-referrer')
  if (c.req.method === 'HEAD') return redirectTo(c, paths.signIn())
  const wait = await callbackFailures.consume(c)
  if (wait > 0) return tooManyAttempts(c, 'sign-in', wait)
  const state = await takeOAuthState(c)
  if (state?.provider !== provider.name || !isSameUser(c, state))
    return redirectWithError(c, paths.signIn(), tookTooLong(provider.label))
  const { search } = new URL(c.req.url)
  const address = new URL(callbackOf(c, provider) + search)
  const completed = await c.var.services.social.complete(provider.name, address, state)
  if (completed.ok || completed.reason !== 'unsound') await callbackFailures.refund(c)
  if (!completed.ok) return failed(c, provider, completed, state.nextPath)
  return state.connects === null
    ? signInAs(c, provider, completed.person, state.nextPath)
    : connect(c, provider, completed.person, state.nextPath, state.connects)
})

/** Apple posts its response as a form. The redirect makes it a GET, with which the browser sends its cookies. */
providerFormRoutes.post(paths.signInWithCallback.pattern, (c) => {
  const provider = requestedProvider(c)
  if (!provider) return c.notFound()
  const params = new URLSearchParams()
  for (const name of ['code', 'state', 'iss', 'error']) {
    const value = c.var.body[name]
    if (typeof value === 'string') params.set(name, value.slice(0, 2_000))
  }
  return redirectTo(c, `${paths.signInWithCallback(provider.name)}?${params}`)
})

const requestedProvider = (c: Ctx): Provider | null =>
  c.var.services.social.providers.find(({ name }) => name === c.req.param('provider')) ?? null

const callbackOf = (c: Ctx, { name }: Provider) =>
  c.var.services.config.appUrl + paths.signInWithCallback(name)

function nextPathOf(c: Ctx): string {
  const requested = c.req.query('redirect_url')
  const path = requested
    ? localPage(requested, c.var.services.config.appUrl)
    : (rememberedReturnPath(c) ?? paths.home())
  return path.length > MAX_PATH_LENGTH ? paths.home() : path
}

const signInTo = (nextPath: string) =>
  paths.signIn({ redirect_url: nextPath === paths.home() ? undefined : nextPath })

/** A connection gives lasting access, which an unattended browser or an unconfirmed account must not grant. */
function connectObstacle(
  { var: { services, visitor } }: Ctx,
  user: User,
  { label }: Provider,
): string | null {
  const session = findSession(services.db, visitor.sessionHash)
  if (!isRecentSignIn(session, services.clock.now())) return signInAgain(label)
  return user.emailVerifiedAt === null ? confirmFirst(label) : null
}

const isSameUser = (c: Ctx, { connects }: OAuthState) =>
  connects === null || connects === c.var.visitor.user?.id

async function signInAs(c: Ctx, { label }: Provider, person: ProviderIdentity, nextPath: string) {
  const social = await signInSocially(c.var.services, person, label)
  if (!social.ok) return redirectWithError(c, signInTo(nextPath), unverifiedEmail(label))
  for (const hash of social.endedSessions) announceSessionEnded(c.var.services, hash)
  const result = await signIn(c, social.user, { hasProvenEmail: social.outcome !== 'known' })
  forgetReturnPath(c)
  const message = await signInMessage(c, WELCOME[social.outcome](label), result)
  await setFlash(c, { kind: 'notice', message })
  return redirectTo(c, nextPath)
}

const WELCOME = {
  known: () => "You're signed in.",
  connected: (label: string) => `You're signed in. From now on, you can sign in with ${label}.`,
  created: () => 'Welcome! Your account is ready.',
}

async function connect(
  c: Ctx,
  { label }: Provider,
  person: ProviderIdentity,
  nextPath: string,
  userId: number,
) {
  const connection = await linkProvider(c.var.services, userId, person, label)
  if (!connection.ok) return redirectWithError(c, nextPath, belongsToAnother(label))
  await setFlash(c, { kind: 'notice', message: `${label} is connected. You can now sign in with it.` })
  return redirectTo(c, nextPath)
}

async function failed(c: Ctx, { name, label }: Provider, { reason, code }: SignInFailure, nextPath: string) {
  c.var.log.warn({ event: 'sign_in_elsewhere_failed', provider: name, reason, code }, 'social sign-in failed')
  return redirectWithError(
    c,
    c.var.visitor.user ? nextPath : signInTo(nextPath),
    providerFailed(reason, label),
  )
}

async function redirectWithError(c: Ctx, path: string, message: string) {
  await setFlash(c, { kind: 'danger', message })
  return redirectTo(c, path)
}
