import type { Hono } from 'hono'
import { inspectRoutes } from 'hono/dev'
import type { AppEnv } from '#src/web/env.ts'

export type Route = { method: string; path: string }

/** Every route from the app's own list, so that new ones are covered automatically. */
export function appRoutes(app: Hono<AppEnv>): Route[] {
  const routes = inspectRoutes(app)
    .filter((route) => !route.isMiddleware)
    .map(({ method, path }) => ({ method, path }))
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

const READS = ['GET', 'HEAD', 'OPTIONS', 'ALL']

/** The visitors' routes that may change something; those of providers and mail clients have their own tests. */
export const changingRoutes = (app: Hono<AppEnv>) =>
  appRoutes(app).filter(
    ({ method, path }) => !READS.includes(method) && !/^\/(webhooks|auth|unsubscribe)\//.test(path),
  )

/** Path parameters, by name. */
export type Params = Record<string, string>

/** Well-formed values for every path parameter, none of which exists. */
export const NOBODYS: Params = {
  secret: 'A'.repeat(43),
  provider: 'nobody',
  membershipToken: 'A'.repeat(22),
  userToken: 'A'.repeat(22),
  creditToken: 'A'.repeat(22),
  invitationToken: 'A'.repeat(22),
  sessionToken: 'A'.repeat(22),
  requestToken: 'A'.repeat(22),
  flagId: '999999',
  claimId: '999999',
  photoToken: 'A'.repeat(22),
  giftToken: 'A'.repeat(22),
  addressToken: 'A'.repeat(22),
  id: '999999',
  identityToken: 'A'.repeat(43),
  sealed: 'A'.repeat(72),
  file: 'nothing.html',
  center: 'nowhere',
  waveId: '999999',
  manifestId: '999999',
  alertId: '999999',
  farm: 'nowhere',
  entryKey: `9-${'A'.repeat(43)}`,
  referralKey: `9-${'A'.repeat(43)}`,
  code: 'NOBODYS234',
  holdId: '999999',
  deliveryId: '999999',
  recallId: '999999',
  jobId: 'A'.repeat(22),
  editToken: 'A'.repeat(22),
  exportToken: 'A'.repeat(22),
  uploadHash: '0'.repeat(32),
  fileHash: '0'.repeat(32),
  fileToken: 'A'.repeat(22),
  boughtToken: 'A'.repeat(22),
  linkToken: 'A'.repeat(22),
  lineToken: 'A'.repeat(22),
  reviewToken: 'A'.repeat(22),
  reviewId: '999999',
  vendor: 'nowhere',
  cut: 'nothing',
  score: '3',
  handle: 'nothing',
  videoUri: 'nothing',
  boughtId: '999999',
  period: '2026-10',
  payoutId: '999999',
  changeId: '999999',
  promotionId: '999999',
  cardId: '999999',
  rewardId: '999999',
  proposalId: '999999',
  slug: 'nothing',
  varietySlug: 'nothing',
  version: 'none',
  group: 'ordering',
}

/** A parameter in a route's path, with its optional pattern. */
export const PARAMETER = /:(\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g

/** A route's path with its parameters filled in. @throws for a parameter without a value */
export function addressOf({ path }: Route, params: Params): string {
  return path.replace(PARAMETER, (_, name: string) => {
    const value = params[name] ?? NOBODYS[name]
    if (value === undefined) throw new Error(`no value for :${name} in ${path}`)
    return value
  })
}
