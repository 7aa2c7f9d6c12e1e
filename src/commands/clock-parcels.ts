import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { shopClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { parcelsOfDemo } from '../demo/parcel-ways.ts'
import { paths } from '../paths.ts'
import { startEmbeddedCarrier } from '../providers/shipping/embedded.ts'
import type { Services } from '../services.ts'
import { webhookRoutes } from '../shipping/webhook-routes.ts'
import type { AppEnv } from '../web/env.ts'
import type { Outside } from '../work/advance-clock.ts'

/** For events that a running server has taken and not yet handled. */
const PATIENCE_MS = 2_000
const LOOK_MS = 20

/** The embedded carrier for a command that moves the shop's time: its events reach the shop in this process. */
export async function startParcels(config: Config, db: Db) {
  const shop: { services: Services | null } = { services: null }
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    if (!shop.services) throw new Error('the shop is not open yet')
    c.set('services', shop.services)
    await next()
  })
  app.route('/', webhookRoutes)
  const carrier = await startEmbeddedCarrier(config, {
    webhookUrl: `http://127.0.0.1:${config.port}${paths.shipmentWebhook()}`,
    shopNow: shopClock(db).now,
    receive: async (input, init) => app.fetch(new Request(input, init)),
  })
  const outside: Outside = {
    nextAt: carrier.nextMoveAt,
    async catchUp() {
      await carrier.deliverDue()
      for (let waited = 0; carrier.pendingEvents() > 0 && waited < PATIENCE_MS; waited += LOOK_MS)
        await pause(LOOK_MS)
    },
  }
  return {
    apiBase: carrier.apiBase,
    outside,
    open(services: Services) {
      shop.services = services
      carrier.takeOver(parcelsOfDemo(db))
    },
    stop: carrier.stop,
  }
}
