import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { listen } from '../stand-in/listen.ts'
import { openStandInStore } from '../stand-in/store/store.ts'
import { createCarrierStandIn } from './stand-in/index.ts'

export type EmbeddedCarrier = Awaited<ReturnType<typeof startEmbeddedCarrier>>

type Wiring = {
  webhookUrl: string
  shopNow: () => number
  /** Of a command, which takes events itself when it asks for them; the process that serves gets them as they come. */
  receive?: typeof fetch
}

/** Runs on a free loopback port, behind EasyPost's HTTP API. All servers of a shop share its file. */
export async function startEmbeddedCarrier(
  { storagePath, shipping }: Config,
  { webhookUrl, shopNow, receive }: Wiring,
) {
  const store = openStandInStore(join(storagePath, 'embedded-carrier.sqlite3'))
  const { apiKey, webhookSecret } = shipping
  const carrier = createCarrierStandIn({
    store,
    apiKey,
    webhookUrl,
    webhookSecret,
    shopNow,
    ...(receive && { fetch: receive }),
  })
  const { server, port } = await listen(carrier.api)
  if (!receive) carrier.start()
  return {
    apiBase: `http://127.0.0.1:${port}`,
    takeOver: carrier.takeOver,
    nextMoveAt: carrier.nextMoveAt,
    deliverDue: carrier.deliverDue,
    pendingEvents: store.pendingDeliveries,
    async stop() {
      await carrier.stop()
      server.close()
      store.close()
    },
  }
}
