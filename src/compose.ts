import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import type { Assets } from './assets.ts'
import { createBus } from './bus.ts'
import { type Clock, shopClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createAddressFinder, createAddressVerifier } from './delivery/address-services.ts'
import { createMetrics } from './metrics.ts'
import { recaptcha } from './providers/captcha/captcha.ts'
import { outboxMailer } from './providers/mail/outbox-mailer.ts'
import { smtpMailer } from './providers/mail/smtp-mailer.ts'
import { createStripe } from './providers/payments/stripe.ts'
import { EASYPOST_ORIGIN, easyPost } from './providers/shipping/easypost.ts'
import { createSocial } from './providers/social/social.ts'
import { outboxTexter } from './providers/texts/outbox-texter.ts'
import { TWILIO_ORIGIN, twilio } from './providers/texts/twilio.ts'
import type { Services } from './services.ts'
import { liveConfig } from './shop-settings/live-config.ts'
import { random } from './tokens.ts'

const wallClock: Clock = { now: () => Date.now() }
const steadyClock: Clock = { now: () => performance.now() }

type Deps = {
  db: Db
  log: Logger
  assets: Assets
  /** Origin of the payment API; null: Stripe. */
  apiBase: string | null
  /** Origin of the carrier's API; null: EasyPost. */
  carrierBase: string | null
}

export function createServices(config: Config, { db, log, assets, apiBase, carrierBase }: Deps): Services {
  const clock = shopClock(db, wallClock)
  const { smtpUrl, from } = config.mail
  return {
    config: liveConfig(config, db),
    db,
    clock,
    wallClock,
    steadyClock,
    random,
    stripe: createStripe(config.payments.secretKey, apiBase),
    carrier: easyPost({ apiKey: config.shipping.apiKey, apiBase: carrierBase ?? EASYPOST_ORIGIN }),
    social: createSocial(config.social),
    captcha: config.captcha && recaptcha(config.captcha),
    texter: texterOf(config, db, clock),
    mailer: smtpUrl ? smtpMailer(smtpUrl, from) : outboxMailer(db, clock),
    addressVerifier: createAddressVerifier(config, db, log, wallClock),
    addressFinder: createAddressFinder(config, db, log),
    assets,
    log,
    metrics: createMetrics(),
    bus: createBus((error) => log.error({ err: error }, 'an open page could not be told')),
    lifecycle: { starting: false, stopping: false },
  }
}

const texterOf = ({ texts: { embedded, apiBase, ...account } }: Config, db: Db, clock: Clock) =>
  embedded ? outboxTexter(db, clock) : twilio({ ...account, apiBase: apiBase ?? TWILIO_ORIGIN })
