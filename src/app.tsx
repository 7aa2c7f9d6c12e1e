import { Hono } from 'hono'
import { visitors } from './accounts/visitor.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { cartRoutes } from './cart/routes.tsx'
import { importedPictures } from './catalog/import/picture-routes.ts'
import { postalCodeRoutes } from './catalog/postal-code-routes.ts'
import { catalogRoutes } from './catalog/routes.tsx'
import { searchRoutes } from './catalog/search/routes.tsx'
import { addressQuestionsRoutes } from './checkout/address-questions-routes.ts'
import { cardRoutes } from './checkout/card-routes.tsx'
import { codesRoutes } from './checkout/codes-routes.tsx'
import { deliveryPageRoutes, deliveryStepRoutes } from './checkout/delivery-step-routes.tsx'
import { expressRoutes } from './checkout/express-routes.ts'
import { paymentStepRoutes } from './checkout/payment-routes.tsx'
import { paymentPageRoutes } from './checkout/payment-step-routes.tsx'
import { recurringRoutes } from './checkout/recurring-routes.ts'
import { checkoutRoutes } from './checkout/routes.tsx'
import { behavioursRoutes } from './dev/behaviours-routes.tsx'
import { mailsRoutes } from './dev/mails-routes.tsx'
import { outboxRoutes } from './dev/outbox-routes.tsx'
import { type Cable, createCable } from './live/cable.ts'
import { cableRoutes } from './live/routes.ts'
import { ordersRoutes } from './orders/routes.tsx'
import { heardParameters } from './page/heard-parameters.ts'
import { layoutFacts } from './page/layout-facts.ts'
import { modalRoutes } from './page/modal-routes.tsx'
import { pagesRoutes } from './page/pages-routes.tsx'
import { paymentRoutes } from './payments/routes.tsx'
import { webhookRoutes } from './payments/webhook-routes.ts'
import { privacyRoutes } from './privacy/routes.tsx'
import { dataRequestRoutes } from './privacy/staff-routes.tsx'
import { corporateGiftingRoutes } from './rewards/corporate-gifting-routes.tsx'
import { rewardsRoutes } from './rewards/rewards-routes.tsx'
import type { Services } from './services.ts'
import { accountRoutes } from './settings/account-routes.tsx'
import { addressesRoutes } from './settings/addresses-routes.ts'
import { cardsRoutes } from './settings/cards-routes.tsx'
import { dataRoutes } from './settings/data-routes.tsx'
import { emailChangeRoutes } from './settings/email-change-routes.tsx'
import { oneClickRoutes } from './settings/one-click-routes.ts'
import { passwordRoutes } from './settings/password-routes.tsx'
import { preferencesRoutes } from './settings/preferences-routes.tsx'
import { sessionsRoutes } from './settings/sessions-routes.tsx'
import { mailedLinksRoutes } from './sign-in/mailed-links-routes.tsx'
import { accountsRoutes } from './sign-in/routes.tsx'
import { providerFormRoutes, socialRoutes } from './sign-in/social-routes.ts'
import { authenticityTokens } from './web/authenticity-token.tsx'
import { bodies } from './web/body.ts'
import { cardNumbers } from './web/card-numbers.ts'
import { compressed } from './web/compressed.ts'
import { type EmbeddedPayments, handedOn } from './web/embedded-payments.ts'
import type { AppEnv } from './web/env.ts'
import { failed, noPage } from './web/errors.tsx'
import { flashes } from './web/flash.ts'
import { healthRoutes } from './web/health-routes.ts'
import { idempotencyKeys } from './web/idempotency-key.ts'
import { methodOverride } from './web/method-override.ts'
import { bySession, rateLimit } from './web/rate-limit.ts'
import { requestLog } from './web/request-log.ts'
import { secureHeaders } from './web/secure-headers.ts'
import { staticFiles } from './web/static-files.ts'

/** The whole shop as one request handler: middleware in order, then a line for every domain. */
export function createApp(
  services: Services,
  embeddedPayments?: EmbeddedPayments,
  cable: Cable = createCable(services),
) {
  const { config, assets } = services
  const app = new Hono<AppEnv>({ strict: false })
  app.onError(failed)
  app.notFound(noPage)

  app.use(async (c, next) => {
    c.set('services', services)
    c.set('layoutFacts', layoutFacts)
    await next()
  })
  app.use(requestLog)
  app.use(secureHeaders(config, assets))
  app.use(compressed)
  app.route('/', staticFiles(importedPictures))
  app.route('/', healthRoutes)
  app.route('/', webhookRoutes)
  app.route('/', oneClickRoutes)
  if (embeddedPayments) app.all('/embedded-payments/*', handedOn(embeddedPayments))

  app.use(bodies)
  app.route('/', providerFormRoutes)
  app.use(visitors(config))
  app.use(cardNumbers)
  app.use(rateLimit({ points: 300, seconds: 60, by: bySession }))
  app.use(authenticityTokens(config))
  app.use(methodOverride(app))
  app.use(idempotencyKeys)
  app.use(flashes(config))
  app.use(heardParameters())

  app.route('/', cableRoutes(cable, config))
  app.route('/', accountsRoutes)
  app.route('/', mailedLinksRoutes)
  app.route('/', socialRoutes)
  app.route('/', catalogRoutes)
  app.route('/', searchRoutes)
  app.route('/', postalCodeRoutes)
  app.route('/', modalRoutes)
  app.route('/', cartRoutes)
  app.route('/', checkoutRoutes)
  app.route('/', addressQuestionsRoutes)
  app.route('/', codesRoutes)
  app.route('/', deliveryStepRoutes)
  app.route('/', recurringRoutes)
  app.route('/', expressRoutes)
  app.route('/', paymentStepRoutes)
  app.route('/', cardRoutes)
  app.route('/', paymentRoutes)
  app.route('/', ordersRoutes)
  app.route('/', accountRoutes)
  app.route('/', emailChangeRoutes)
  app.route('/', passwordRoutes)
  app.route('/', addressesRoutes)
  app.route('/', cardsRoutes)
  app.route('/', sessionsRoutes)
  app.route('/', preferencesRoutes)
  app.route('/', dataRoutes)
  app.route('/', privacyRoutes)
  app.route('/', dataRequestRoutes)
  app.route('/', analyticsRoutes)
  app.route('/', corporateGiftingRoutes)
  app.route('/', rewardsRoutes)
  app.route('/', pagesRoutes)
  if (config.demo) app.route('/', outboxRoutes)
  if (config.demo) app.route('/', behavioursRoutes)
  if (config.demo) app.route('/', mailsRoutes)
  app.route('/', deliveryPageRoutes)
  app.route('/', paymentPageRoutes)
  return app
}
