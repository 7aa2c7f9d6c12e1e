import Stripe from 'stripe'
import { closeDatabase, type Db, openDatabase, serialize } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { createApp } from '#src/app.tsx'
import { unbuiltAssets } from '#src/assets.ts'
import { createBus } from '#src/bus.ts'
import type { Config } from '#src/config/config.ts'
import { embeddedFinder } from '#src/delivery/embedded-finder.ts'
import { embeddedVerifier } from '#src/delivery/embedded-verifier.ts'
import { seedDemoShop, seedReference } from '#src/demo/index.ts'
import { seededPayment } from '#src/demo/seeded-payments.ts'
import { createCable } from '#src/live/cable.ts'
import { createLog } from '#src/log.ts'
import { createMetrics } from '#src/metrics.ts'
import { recaptcha } from '#src/providers/captcha/captcha.ts'
import { outboxMailer } from '#src/providers/mail/outbox-mailer.ts'
import { DEMO_CARDS } from '#src/providers/payments/demo-cards.ts'
import { WEBHOOK_EVENTS } from '#src/providers/payments/embedded.ts'
import { createStandIn } from '#src/providers/payments/stand-in/index.ts'
import { easyPost } from '#src/providers/shipping/easypost.ts'
import { createCarrierStandIn } from '#src/providers/shipping/stand-in/index.ts'
import { createSocial } from '#src/providers/social/social.ts'
import { openStandInStore } from '#src/providers/stand-in/store/store.ts'
import { outboxTexter } from '#src/providers/texts/outbox-texter.ts'
import type { Services } from '#src/services.ts'
import { liveConfig } from '#src/shop-settings/live-config.ts'
import { random } from '#src/tokens.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { closeWithTest } from './close-afterwards.ts'
import { NOW } from './now.ts'
import { createShopper, type Shopper } from './shopper.ts'

export const testConfig: Config = {
  development: false,
  demo: true,
  port: 3000,
  host: '127.0.0.1',
  appUrl: 'http://localhost:3000',
  cableUrl: null,
  databasePath: ':memory:',
  storagePath: '.build/test-storage',
  backups: { path: '.build/test-storage/backups', keep: 14 },
  sessionSecret: 'a-session-secret-of-the-tests-only-0123456789',
  trustedProxies: 0,
  logLevel: process.env.TEST_LOG ?? 'silent',
  store: {
    name: 'Droveway',
    email: 'help@droveway.example',
    phone: '(555) 010-0199',
    address: '1 Test Lane, Reno, NV 89502',
  },
  captures: { postalCode: false, emailSeconds: null },
  announcement: null,
  startsAt: null,
  holdSeconds: 600,
  accounts: { magicLinkSeconds: 900, resetSeconds: 3600 },
  rateLimited: false,
  payments: {
    secretKey: 'sk_test_embedded',
    publishableKey: 'pk_test_embedded',
    webhookSecret: 'whsec_of_the_tests_only',
    livemode: false,
    apiBase: null,
    scriptUrl: null,
    embedded: true,
  },
  mail: { smtpUrl: null, from: 'Droveway <help@droveway.example>' },
  social: [],
  captcha: null,
  otherScripts: null,
  shipping: {
    apiKey: 'EZTK_of_the_tests_only',
    apiBase: null,
    webhookSecret: 'shipping-secret-of-the-tests-only',
    embedded: true,
  },
  texts: {
    accountSid: 'AC_of_the_tests_only',
    authToken: 'text-token-of-the-tests-only',
    from: '+12065550199',
    apiBase: null,
    embedded: true,
  },
  addresses: { verifier: null, mapsKey: null },
}

export type World = Awaited<ReturnType<typeof world>>

type Wishes = {
  now?: number
  config?: Partial<Config>
  services?: Partial<Services>
  /** The bytes of another world's database, to continue from there. */
  from?: Buffer
  /** Wraps every response from the shop's providers. */
  line?: (response: Promise<Response>) => Promise<Response>
}

/** A shop of its own: the seeded demo in memory, a settable clock, a controllable provider, and shoppers. */
export async function world(wishes: Wishes = {}) {
  const config = { ...testConfig, ...wishes.config }
  const db = openDatabase(wishes.from ?? (await seededShop()))
  const store = openStandInStore(':memory:')
  closeWithTest(() => {
    closeDatabase(db)
    store.close()
    parcels.close()
  })
  const time = { shop: wishes.now ?? NOW, wall: Date.now(), steady: 0 }
  const clock = { now: () => time.shop }
  const wallClock = { now: () => time.wall }
  const steadyClock = { now: () => time.steady }
  const standIn = createStandIn({
    store,
    webhookUrl: 'http://localhost:3000/webhooks/stripe',
    webhookEvents: WEBHOOK_EVENTS,
    knownCards: DEMO_CARDS,
    knownPayment: seededPayment(db),
    ...config.payments,
    now: wallClock.now,
    processingMs: 0,
    fetch: (input, init) => running.listen(new Request(input, init)),
  })
  const parcels = openStandInStore(':memory:')
  const carrierStandIn = createCarrierStandIn({
    store: parcels,
    webhookUrl: 'http://localhost:3000/webhooks/shipments',
    ...config.shipping,
    shopNow: clock.now,
    now: wallClock.now,
    fetch: (input, init) => running.listen(new Request(input, init)),
  })
  const { line = (response) => response } = wishes
  const toProvider = (request: Request) => line(Promise.resolve(standIn.api.fetch(request)))

  /** Starts a shop process. Anything the last one had in memory is gone. */
  function start() {
    const services: Services = {
      config: liveConfig(config, db),
      db,
      clock,
      wallClock,
      steadyClock,
      random,
      stripe: stripeOver(toProvider, config.payments.secretKey),
      mailer: outboxMailer(db, clock),
      texter: outboxTexter(db, clock),
      carrier: easyPost({
        apiKey: config.shipping.apiKey,
        apiBase: 'http://carrier.test',
        fetch: (input, init) => line(Promise.resolve(carrierStandIn.api.fetch(new Request(input, init)))),
      }),
      social: createSocial(config.social),
      captcha: config.captcha && recaptcha(config.captcha),
      addressVerifier: embeddedVerifier(db),
      addressFinder: embeddedFinder(db),
      assets: unbuiltAssets,
      log: createLog(config.logLevel),
      metrics: createMetrics(),
      bus: createBus((error) => Promise.reject(error)),
      lifecycle: { starting: false, stopping: false },
      ...wishes.services,
    }
    const cable = createCable(services)
    const app = createApp(services, standIn.browser, cable)
    if (config.rateLimited) askFromOwnAddress(app)

    let hangUp = () => {}
    const end = new Promise<never>((_, reject) => {
      hangUp = () => reject(new Error('socket hang up'))
    })
    end.catch(() => {})

    return {
      app,
      /** Requests from other machines, which fail when this process ends. */
      listen: async (request: Request) => Promise.race([app.fetch(request), end]),
      hangUp,
      cable,
      db,
      config,
      services,
      standIn,
      carrier: carrierStandIn,
      clock,
      /** Advances the shop's clock and the machine's. */
      pass(milliseconds: number) {
        time.shop += milliseconds
        time.wall += milliseconds
        time.steady += milliseconds
      },
      /** Makes the machine's clock wrong from now on, and with it the shop's. */
      jumpClock(milliseconds: number) {
        time.shop += milliseconds
        time.wall += milliseconds
      },
      /** Delivers every due webhook, then runs the resulting jobs. */
      async settleDown() {
        while (
          (await standIn.deliverDue()) > 0 ||
          (await carrierStandIn.deliverDue()) > 0 ||
          (await runDueJobs(services)) > 0
        );
      },
      /** @param cookies what the browser already holds */
      shopper: (cookies?: Record<string, string>): Promise<Shopper> =>
        createShopper(app, standIn.browser, cookies),
    }
  }

  let running = start()
  const restart = () => {
    running.hangUp()
    running = start()
    return running
  }
  return { ...running, restart }
}

/** The official client, calling the provider without a socket. */
export function stripeOver(
  fetchApi: (request: Request) => Response | Promise<Response>,
  secretKey: string,
): Stripe {
  const httpClient = Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) =>
    Promise.resolve(fetchApi(new Request(input, init))),
  )
  return new Stripe(secretKey, {
    httpClient,
    host: '127.0.0.1',
    protocol: 'http',
    port: 1,
    telemetry: false,
    maxNetworkRetries: 1,
  })
}

let neighbours = 0

/** Rate limits are counted per process, which has many worlds, so each rate-limited world gets its own IP address. */
function askFromOwnAddress(app: ReturnType<typeof createApp>) {
  neighbours += 1
  const remoteAddress = `10.1.${neighbours >> 8}.${neighbours & 255}`
  const own = { incoming: { socket: { remoteAddress } } }
  const { fetch } = app
  app.fetch = (request, environment = own, context) => fetch(request, environment, context)
}

let snapshot: Promise<Buffer> | undefined

/** Migrated and seeded once per worker, then copied. */
export function seededShop(): Promise<Buffer> {
  snapshot ??= makeShop()
  return snapshot
}

/** The bytes of a new demo shop. */
export async function makeShop(): Promise<Buffer> {
  const db: Db = openDatabase(':memory:')
  migrateDatabase(db)
  await seedReference(db)
  await seedDemoShop(db, NOW)
  const bytes = serialize(db)
  closeDatabase(db)
  return bytes
}
