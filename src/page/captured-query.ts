import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { rememberPromotionOffer } from '../accounts/session.ts'
import { isPage } from '../accounts/visitor.ts'
import { recordMissingPage } from '../analytics/missing-pages.ts'
import { findPromotion } from '../pricing/promotions.ts'
import type { AppEnv } from '../web/env.ts'
import { isPrefetch } from '../web/prefetch.ts'
import { byNetwork, failureCounter } from '../web/rate-limit.ts'

const PROMOTION_CODE = /^[A-Za-z0-9_-]{1,40}$/
/** Anybody can make up such addresses; past this they are only pages, so that nobody fills the tables with them. */
const KEPT_AT_MOST = { points: 300, seconds: 3600, by: byNetwork }

/**
 * What an address brings along for the server and a script then takes from sight (CAT-7): the promotion that is
 * offered in this session from now on, and the page that was missing elsewhere. Only a page that is read keeps them;
 * what a browser fetches ahead is read by nobody yet.
 */
export function captureQuery() {
  const kept = failureCounter(KEPT_AT_MOST)
  return createMiddleware<AppEnv>(async function heard(c, next) {
    if (c.req.method !== 'GET' || isPrefetch(c)) return next()
    const promotionOffer = newPromotionOffer(c)
    const source = c.req.query('page_not_found_source')
    if (promotionOffer !== null) c.set('visitor', { ...c.var.visitor, promotionOffer })
    await next()
    if ((promotionOffer === null && !source) || !isPage(c) || (await kept.secondsToWait(c)) > 0) return

    await kept.count(c)
    keep(c, promotionOffer, source).catch((error) => c.var.log.error({ err: error }, 'parameters not kept'))
  })
}

async function keep(c: Context<AppEnv>, promotionOffer: string | null, source: string | undefined) {
  const { services, visitor, requestId } = c.var
  const { db, clock } = services
  const now = clock.now()
  if (promotionOffer !== null) await rememberPromotionOffer(db, visitor.sessionHash, promotionOffer, now)
  if (source) await recordMissingPage(db, requestId, source, now)
}

/** The code of a promotion that the shop has and this session does not remember yet. */
function newPromotionOffer(c: Context<AppEnv>): string | null {
  const code = c.req.query('promotion_offer')
  if (!code || code === c.var.visitor.promotionOffer || !PROMOTION_CODE.test(code)) return null
  return findPromotion(c.var.services.db, code) ? code : null
}
