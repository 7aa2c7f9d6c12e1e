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
import type { Social } from './providers/social/social.ts'
import type { Chance } from './tokens.ts'

/** Everything the shop is handed from outside itself. Tests and commands hand in their own. */
export type Services = {
  config: Config
  db: Db
  clock: Clock
  /** Time of the machine, for leases, time-outs and signatures; the shop's day asks `clock`. */
  wallClock: Clock
  chance: Chance
  stripe: Stripe
  mailer: Mailer
  /** Other companies that tell us who somebody is. */
  social: Social
  /** null: nobody is asked whether they are a robot. */
  captcha: Captcha | null
  /** Confirms addresses; asked outside of transactions. */
  addresses: AddressVerifier
  /** Finishes addresses while they are typed. */
  finder: AddressFinder
  assets: Assets
  log: Logger
  metrics: Metrics
  /** Carries news to the pages that are open. */
  bus: Bus
  /** Set once the process is asked to stop, so that nobody sends it new work. */
  lifecycle: { stopping: boolean }
}
