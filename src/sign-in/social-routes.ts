import { type Context, Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { isRecentSignIn } from '../accounts/reauthentication.ts'
import { findSession } from '../accounts/session.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { arriveSocially, connectSocially } from '../accounts/social.ts'
import {
  belongsToAnother,
  confirmFirst,
  elsewhereFailed,
  signInAgain,
  tookTooLong,
  unverifiedEmail,
} from '../accounts/social-rules.ts'
import { paths } from '../paths.ts'
import type { Person } from '../providers/social/person.ts'
import type { Failed, Provider } from '../providers/social/social.ts'
import type { AppEnv } from '../web/env.ts'
import { leaveFlash } from '../web/flash.ts'
import { byAddress, bySession, rateLimitSaying, returnableLimit } from '../web/rate-limit.ts'
import { ownPage, redirectAway, redirectTo } from '../web/redirect.ts'
import { forgetWay, rememberedWay } from '../web/return-path.ts'
import { type Elsewhere, recallElsewhere, rememberElsewhere } from './oauth-state.ts'
import { arrive, welcome } from './sign-in.ts'
import { comeAgain } from './sign-in-page.tsx'

export const socialRoutes = new Hono<AppEnv>()

/** Without a visitor: a provider's page posts here, to which a browser brings no cookie of ours. */
export const providerFormRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const leaving = rateLimitSaying(
  (c, seconds) => comeAgain(c, 'sign-in', seconds),
  { points: 20, seconds: 60, by: bySession },
  { points: 300, seconds: 3600, by: byAddress },
)
/** It travels in a cookie, of which browsers keep 4 KB. */
const LONGEST_WAY = 1_000

const returns = returnableLimit({ points: 10, seconds: 900, by: byAddress })

/** A link, not a form: the page's policy lets no form be answered from elsewhere. */
socialRoutes.get(paths.signInWith.pattern, leaving, async (c) => {
  const provider = asked(c)
  if (!provider) return c.notFound()
  const { services, visitor } = c.var
  const goOnTo = wayOn(c)
  // Only a click of one's own in the shop connects an account; from elsewhere this is just a way to where one wanted.
  if (visitor.user && c.req.header('sec-fetch-site') !== 'same-origin') return redirectTo(c, goOnTo, 302)
  const obstacle = visitor.user && connectObstacle(c, visitor.user, provider)
  if (obstacle) return told(c, goOnTo, obstacle)
  const begun = await services.social.begin(provider.name, callbackOf(c, provider))
  if (!begun.ok) return failed(c, provider, begun, goOnTo)
  const connects = visitor.user?.id ?? null
  await rememberElsewhere(c, { provider: provider.name, ...begun.checks, goOnTo, connects })
  return redirectAway(c, begun.address)
})

socialRoutes.get(paths.signInWithCallback.pattern, async (c) => {
  const provider = asked(c)
  if (!provider) return c.notFound()
  c.header('Referrer-Policy', 'no-referrer')
  if (c.req.method === 'HEAD') return redirectTo(c, paths.signIn())
  const wait = await returns.take(c)
  if (wait > 0) return comeAgain(c, 'sign-in', wait)
  const elsewhere = await recallElsewhere(c)
  if (elsewhere?.provider !== provider.name || !isSamePerson(c, elsewhere))
    return told(c, paths.signIn(), tookTooLong(provider.label))
  const { search } = new URL(c.req.url)
  const address = new URL(callbackOf(c, provider) + search)
  const completed = await c.var.services.social.complete(provider.name, address, elsewhere)
  if (completed.ok || completed.reason !== 'unsound') await returns.giveBack(c)
  if (!completed.ok) return failed(c, provider, completed, elsewhere.goOnTo)
  return elsewhere.connects === null
    ? letIn(c, provider, completed.person, elsewhere.goOnTo)
    : connected(c, provider, completed.person, elsewhere.goOnTo, elsewhere.connects)
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

function wayOn(c: Ctx): string {
  const wanted = c.req.query('redirect_url')
  const way = wanted ? ownPage(wanted, c.var.services.config.appUrl) : (rememberedWay(c) ?? paths.home())
  return way.length > LONGEST_WAY ? paths.home() : way
}

const signInTo = (goOnTo: string) =>
  paths.signIn({ redirect_url: goOnTo === paths.home() ? undefined : goOnTo })

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

async function letIn(c: Ctx, { label }: Provider, person: Person, goOnTo: string) {
  const arrival = await arriveSocially(c.var.services, person, label)
  if (!arrival.ok) return told(c, signInTo(goOnTo), unverifiedEmail(label))
  for (const hash of arrival.endedSessions) announceSessionEnded(c.var.services, hash)
  const arrived = await arrive(c, arrival.user, { hasProvenEmail: arrival.news !== 'known' })
  forgetWay(c)
  const message = await welcome(c, WELCOME[arrival.news](label), arrived)
  await leaveFlash(c, { kind: 'notice', message })
  return redirectTo(c, goOnTo)
}

const WELCOME = {
  known: () => 'You are signed in.',
  connected: (label: string) => `You are signed in. From now on ${label} opens your account.`,
  made: () => 'Your account is made. Welcome.',
}

async function connected(c: Ctx, { label }: Provider, person: Person, goOnTo: string, userId: number) {
  const connection = await connectSocially(c.var.services, userId, person, label)
  if (!connection.ok) return told(c, goOnTo, belongsToAnother(label))
  await leaveFlash(c, { kind: 'notice', message: `From now on ${label} opens your account.` })
  return redirectTo(c, goOnTo)
}

async function failed(c: Ctx, { name, label }: Provider, { reason, code }: Failed, goOnTo: string) {
  c.var.log.warn(
    { event: 'sign_in_elsewhere_failed', provider: name, reason, code },
    'nobody came back known',
  )
  return told(c, c.var.visitor.user ? goOnTo : signInTo(goOnTo), elsewhereFailed(reason, label))
}

async function told(c: Ctx, path: string, message: string) {
  await leaveFlash(c, { kind: 'danger', message })
  return redirectTo(c, path)
}
