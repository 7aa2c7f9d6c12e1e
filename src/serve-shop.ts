import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { startCheckpoints } from '#db/checkpoints.ts'
import { closeDatabase, emptyLog } from '#db/client.ts'
import { prepareDummyHash } from './accounts/passwords.ts'
import { analyticsQueue } from './analytics/queue.ts'
import { createApp } from './app.tsx'
import { readAssets, readChangingAssets } from './assets.ts'
import { firstListings } from './catalog/cached-index.ts'
import { setShopTime, shopClock } from './clock.ts'
import { assertClockNotBehind } from './commands/clock-check.ts'
import { joinShop, openShop } from './commands/open-shop.ts'
import { createServices } from './compose.ts'
import type { Config } from './config/config.ts'
import { parcelsOfDemo } from './demo/parcel-ways.ts'
import { seededPayment } from './demo/seeded-payments.ts'
import { printWelcome } from './dev/welcome.ts'
import { runningApart } from './jobs/apart.ts'
import { recognizeShop } from './jobs/outward.ts'
import { startWorker } from './jobs/worker.ts'
import { createCable } from './live/cable.ts'
import { createSocketServer, declineOtherUpgrades } from './live/sockets.ts'
import { createLog } from './log.ts'
import { paths } from './paths.ts'
import { isFirst, supervisor } from './processes/link.ts'
import { startEmbeddedPayments } from './providers/payments/embedded.ts'
import { startEmbeddedCarrier } from './providers/shipping/embedded.ts'
import type { Services } from './services.ts'
import { terminalLog } from './terminal-log.ts'
import { guardConnections } from './web/admission/connections.ts'
import { SLOW_CLIENT_OPTIONS } from './web/slow-clients.ts'
import { JOBS } from './work/jobs.ts'
import { startSchedule } from './work/schedule.ts'

const DRAIN_MS = 10_000

export type ServeOptions = { isNew: boolean; acceptsClock: boolean }

/** One process of the shop, which may be the only one. */
export async function serveShop(config: Config, { isNew, acceptsClock }: ServeOptions) {
  const assets = config.development ? readChangingAssets() : readAssets()
  const opening = isFirst ? openShop(config, { isNew }) : joinShop(config)
  const [db] = await Promise.all([opening, prepareDummyHash()])
  const shop = `http://127.0.0.1:${config.port}`
  const embedded = config.payments.embedded
    ? await startEmbeddedPayments(config, {
        webhookUrl: `${shop}${paths.webhook()}`,
        knownPayment: seededPayment(db),
      })
    : null
  const carrier = config.shipping.embedded
    ? await startEmbeddedCarrier(config, {
        webhookUrl: `${shop}${paths.shipmentWebhook()}`,
        shopNow: shopClock(db).now,
      })
    : null
  const log = createLog(config.logLevel, await terminalLog())
  const apiBase = embedded?.apiBase ?? config.payments.apiBase
  const carrierBase = carrier?.apiBase ?? config.shipping.apiBase
  const services = createServices(config, { db, log, assets, apiBase, carrierBase })
  if (isFirst) await beginServing(services, acceptsClock)
  if (isFirst) carrier?.takeOver(parcelsOfDemo(db))
  services.metrics.collectProcess()

  services.lifecycle.starting = true

  const cable = createCable(services)
  const app = createApp(services, embedded?.browser, cable)
  const worker = startWorker(services, JOBS, runningApart(config))
  const schedule = startSchedule(services)
  const checkpoints = isFirst && config.databasePath !== ':memory:' ? copyLog(services) : null
  const server = serve({
    fetch: app.fetch,
    port: config.port,
    hostname: config.host,
    websocket: { server: createSocketServer() },
    serverOptions: SLOW_CLIENT_OPTIONS,
  })
  guardConnections(server as Server, services)
  declineOtherUpgrades(server)
  server.on('listening', async () => {
    await firstListings(services)
    announce(services)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      process.stderr.write(
        `Port ${config.port} is taken. Stop what's using it, or set PORT to another port.\n`,
      )
    else services.log.fatal({ err: error }, 'the server cannot listen')
    process.exit(1)
  })
  stopGracefully(services, async () => {
    await Promise.all([closeServer(server), cable.stop()])
    await schedule.stop()
    await worker.stop()
    await analyticsQueue(services).flush()
    await embedded?.stop()
    await carrier?.stop()
    await checkpoints?.stop()
    emptyLog(db)
    closeDatabase(db)
  })
}

/** Once per start of the shop, however many processes serve it. */
async function beginServing(services: Services, acceptsClock: boolean) {
  const { db, config, wallClock } = services
  if (!acceptsClock) assertClockNotBehind(db, config, wallClock.now())
  if (config.startsAt !== null) await setShopTime(db, config.startsAt, wallClock.now())
  await recognizeShop(services)
}

const copyLog = ({ config, log }: Services) =>
  startCheckpoints(config.databasePath, (reason) =>
    log.error({ reason }, 'the log of writes was not copied into the database file'),
  )

/** Of several processes, the first says that the shop is open, once all of them serve. */
function announce({ config, log, lifecycle, metrics }: Services) {
  const open = () => {
    lifecycle.starting = false
    if (isFirst) printWelcome(config, log)
  }
  if (!supervisor) return open()
  supervisor.offerMetrics(() => metrics.registry.getMetricsAsJSON())
  supervisor.on('open', open)
  supervisor.tell('serving')
}

/** On a signal or a bug: takes no new work, finishes what's running, then checkpoints and closes the database. */
function stopGracefully(services: Services, close: () => Promise<void>) {
  const stop = (code: number) => {
    if (services.lifecycle.stopping) return
    services.lifecycle.stopping = true
    setTimeout(() => process.exit(code || 1), DRAIN_MS + 2000).unref()
    close().then(
      () => process.exit(code),
      (error) => {
        services.log.fatal({ err: error }, 'the server did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', () => stop(0))
  process.once('SIGINT', () => stop(0))
  supervisor?.on('stop', () => stop(0))
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error) => {
      services.log.fatal({ err: error }, event)
      stop(1)
    })
  }
}

/** Closes idle connections at once, and all others after the drain time. */
function closeServer(server: ReturnType<typeof serve>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeIdleConnections' in server) {
      const closingIdle = setInterval(() => server.closeIdleConnections(), 50)
      setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
      server.once('close', () => clearInterval(closingIdle))
    }
  })
}
