import { Hono } from 'hono'
import { desksOfVisitor } from './accounts/other-desks.ts'
import { visitors } from './accounts/visitor.ts'
import { routes as agreements } from './agreements/routes.tsx'
import { routes as analytics } from './analytics/routes.ts'
import { routes as cancel } from './cancel/routes.tsx'
import { routes as cart } from './cart/routes.tsx'
import { awaitListings } from './catalog/await-listings.ts'
import { importedPictures } from './catalog/import/picture-routes.ts'
import { routes as catalog } from './catalog/routes.ts'
import { routes as checkout } from './checkout/routes.ts'
import { routes as claims } from './claims/routes.tsx'
import { withSource } from './dev/error-page.tsx'
import { reloadRoutes } from './dev/reload-routes.ts'
import { routes as dev } from './dev/routes.ts'
import { routes as farms } from './farms/routes.ts'
import { routes as fulfillment } from './fulfillment/routes.ts'
import { routes as giftCards } from './gift-cards/routes.tsx'
import { type Cable, createCable } from './live/cable.ts'
import { cableRoutes } from './live/routes.ts'
import { routes as membership } from './membership/routes.tsx'
import { routes as orderEdit } from './order-edit/routes.tsx'
import { routes as orders } from './orders/routes.tsx'
import { captureQuery } from './page/captured-query.ts'
import { layoutFacts } from './page/layout-facts.ts'
import { routes as page } from './page/routes.ts'
import { routes as passport } from './passport/routes.ts'
import { routes as payments } from './payments/routes.tsx'
import { webhookRoutes } from './payments/webhook-routes.ts'
import { routes as privacy } from './privacy/routes.ts'
import { routes as referrals, stopInvitationCalls } from './referrals/routes.tsx'
import { routes as reschedule } from './reschedule/routes.tsx'
import { routes as reviews } from './reviews/routes.ts'
import { routes as rewards } from './rewards/routes.ts'
import type { Services } from './services.ts'
import { leaveWaitListCalls } from './settings/leave-wait-list-routes.tsx'
import { oneClickRoutes } from './settings/one-click-routes.ts'
import { routes as settings } from './settings/routes.ts'
import { webhookRoutes as shippingWebhookRoutes } from './shipping/webhook-routes.ts'
import { routes as signIn } from './sign-in/routes.ts'
import { providerFormRoutes } from './sign-in/social-routes.ts'
import { routes as staff } from './staff/routes.ts'
import { webhookRoutes as textWebhookRoutes } from './texts/webhook-routes.ts'
import { routes as tracking } from './tracking/routes.tsx'
import { routes as vendor } from './vendor/routes.ts'
import { routes as videos } from './videos/routes.tsx'
import { routes as weather } from './weather/routes.tsx'
import { admission } from './web/admission/admission.ts'
import { authenticityTokens } from './web/authenticity-token.tsx'
import { bodies } from './web/body.ts'
import { cardNumbers } from './web/card-numbers.ts'
import { compression } from './web/compression.ts'
import { type EmbeddedPayments, forwardTo } from './web/embedded-payments.ts'
import type { AppEnv } from './web/env.ts'
import { handleError, handleNotFound } from './web/errors.tsx'
import { flashes } from './web/flash.ts'
import { healthRoutes } from './web/health-routes.ts'
import { idempotencyKeys } from './web/idempotency-key.ts'
import { methodOverride } from './web/method-override.ts'
import { bySession, rateLimit } from './web/rate-limit.ts'
import { isReport } from './web/reports.ts'
import { requestLog } from './web/request-log.ts'
import { secureHeaders } from './web/secure-headers.ts'
import { createSessionSeal } from './web/session-cookie.ts'
import { staticFiles } from './web/static-files.ts'

export function createApp(
  services: Services,
  embeddedPayments?: EmbeddedPayments,
  cable: Cable = createCable(services),
) {
  const { config, assets } = services
  const seal = createSessionSeal(config)
  const app = new Hono<AppEnv>({ strict: false })
  app.onError(config.development ? withSource(handleError) : handleError)
  app.notFound(handleNotFound)

  app.use(async (c, next) => {
    c.set('services', services)
    c.set('layoutFacts', layoutFacts)
    c.set('desksOf', desksOfVisitor)
    await next()
  })
  app.use(requestLog)
  app.use(secureHeaders(config, assets))
  app.use(compression)
  app.route('/', healthRoutes)
  app.route('/', webhookRoutes)
  app.route('/', shippingWebhookRoutes)
  app.route('/', textWebhookRoutes)
  app.use(admission(config, seal))
  app.route('/', staticFiles(importedPictures))
  if (config.development) app.route('/', reloadRoutes)
  app.route('/', oneClickRoutes)
  app.route('/', leaveWaitListCalls)
  app.route('/', stopInvitationCalls)
  if (embeddedPayments) app.all('/embedded-payments/*', forwardTo(embeddedPayments))

  const findVisitor = visitors(config, seal)
  app.use(bodies(findVisitor))
  app.route('/', providerFormRoutes)
  app.use(findVisitor)
  app.use(cardNumbers)
  app.use(
    rateLimit({ points: 300, seconds: 60, by: (c) => (isReport(c) ? null : bySession(c)), isOwn: true }),
  )
  app.use(authenticityTokens(config))
  app.use(methodOverride(app))
  app.use(idempotencyKeys)
  app.use(flashes(config))
  app.use(captureQuery())

  app.route('/', cableRoutes(cable, config))
  app.use(awaitListings)
  app.route('/', catalog)
  app.route('/', passport)
  app.route('/', farms(config))
  app.route('/', videos)
  app.route('/', orders)
  app.route('/', analytics)
  app.route('/', payments)
  app.route('/', cart)
  app.route('/', rewards)
  app.route('/', giftCards)
  app.route('/', referrals)
  app.route('/', membership)
  app.route('/', agreements)
  app.route('/', privacy)
  app.route('/', weather)
  app.route('/', cancel)
  app.route('/', claims)
  app.route('/', reviews)
  app.route('/', reschedule)
  app.route('/', orderEdit)
  app.route('/', fulfillment)
  app.route('/', vendor)
  app.route('/', staff)
  app.route('/', signIn)
  app.route('/', settings)
  app.route('/', page)
  if (config.demo) app.route('/', dev)
  app.route('/', tracking)
  app.route('/', checkout) // last, with tracking: their patterns begin with an order's token
  return app
}
