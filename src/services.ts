import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type { Db } from '#db/client.ts'
import type { Assets } from './assets.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Metrics } from './metrics.ts'
import type { AddressFinder } from './providers/addresses/finder.ts'
import type { AddressVerifier } from './providers/addresses/verifier.ts'
import type { Captcha } from './providers/captcha/captcha.ts'
import type { Mailer } from './providers/mail/mailer.ts'
import type { Carrier } from './providers/shipping/carrier.ts'
import type { Social } from './providers/social/social.ts'
import type { Texter } from './providers/texts/texter.ts'
import type { Random } from './tokens.ts'

export type Services = {
  config: Config
  db: Db
  clock: Clock
  /** The machine's time, for timeouts and signatures. Everything else uses `clock`. */
  wallClock: Clock
  /** Milliseconds since some moment, for leases: unlike the machine's time, it never jumps. */
  steadyClock: Clock
  random: Random
  stripe: Stripe
  mailer: Mailer
  texter: Texter
  carrier: Carrier
  social: Social
  captcha: Captcha | null
  /** Verifies addresses. Never call it inside a transaction. */
  addressVerifier: AddressVerifier
  addressFinder: AddressFinder
  assets: Assets
  log: Logger
  metrics: Metrics
  bus: Bus
  /** `starting` until all processes of the shop have read the catalog and serve; `stopping` once this one is asked to stop. */
  lifecycle: { starting: boolean; stopping: boolean }
}

/** Created at first use in each process; found by its services, because tests run several processes in one. */
export function oncePerProcess<T extends object>(
  create: (services: Services) => T,
): (services: Services) => T {
  const created = new WeakMap<Services, T>()
  return (services) => {
    const value = created.get(services) ?? create(services)
    created.set(services, value)
    return value
  }
}
