import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { rememberPromotionOffer } from '../accounts/session.ts'
import { isPage } from '../accounts/visitor.ts'
import { recordMissingPage } from '../analytics/missing-pages.ts'
import { findPromotion } from '../pricing/promotions.ts'
import { carriedPromotion, carryPromotion, stopCarryingPromotion } from '../web/carried-promotion.ts'
import type { AppEnv } from '../web/env.ts'
import { isPrefetch } from '../web/prefetch.ts'
import { byNetwork, failureCounter } from '../web/rate-limit.ts'

const PROMOTION_CODE = /^[A-Za-z0-9_-]{1,40}$/
/** Such URLs are easy to make up. Past this limit the page is served, but nothing is written. */
const CAPTURE_LIMIT = { points: 300, seconds: 3600, by: byNetwork }

/**
 * Captures `promotion_offer` for the session and `page_not_found_source` for the list of missing pages. A script
 * then removes both from the URL (CAT-7). Prefetches do not count: nobody may ever read them.
 */
export function captureQuery() {
  const captures = failureCounter(CAPTURE_LIMIT)
  return createMiddleware<AppEnv>(async function captureQueryParameters(c, next) {
    if (isPrefetch(c)) return next()
    const carried = carriedPromotion(c)
    const promotionOffer = newPromotionOffer(c, queryOf(c, 'promotion_offer') ?? carried)
    const source = queryOf(c, 'page_not_found_source')
    if (promotionOffer !== null) c.set('visitor', { ...c.var.visitor, promotionOffer })
    await next()
    if (carried !== undefined) stopCarryingPromotion(c)
    else if (!isPage(c)) return
    if ((promotionOffer === null && !source) || (await captures.secondsToWait(c)) > 0) return

    await captures.count(c)
    if (c.var.isFirstRequest && promotionOffer !== null) carryPromotion(c, promotionOffer)
    save(c, promotionOffer, source).catch((error) =>
      c.var.log.error({ err: error }, 'could not save the query parameters'),
    )
  })
}

const queryOf = (c: Context, name: string) => (c.req.method === 'GET' ? c.req.query(name) : undefined)

async function save(c: Context<AppEnv>, promotionOffer: string | null, source: string | undefined) {
  const { services, visitor, requestId, isFirstRequest } = c.var
  const { db, clock } = services
  const now = clock.now()
  if (promotionOffer !== null && !isFirstRequest)
    await rememberPromotionOffer(db, visitor.sessionHash, promotionOffer, now)
  if (source) await recordMissingPage(db, requestId, source, now)
}

/** Null unless it is a promotion of the shop that the session does not have yet. */
function newPromotionOffer(c: Context<AppEnv>, code: string | undefined): string | null {
  if (!code || code === c.var.visitor.promotionOffer || !PROMOTION_CODE.test(code)) return null
  return findPromotion(c.var.services.db, code) ? code : null
}
