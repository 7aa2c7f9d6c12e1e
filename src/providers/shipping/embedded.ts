import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { listen } from '../stand-in/listen.ts'
import { openStandInStore } from '../stand-in/store/store.ts'
import { createCarrierStandIn } from './stand-in/index.ts'

export type EmbeddedCarrier = Awaited<ReturnType<typeof startEmbeddedCarrier>>

/** Runs on a free loopback port, behind EasyPost's HTTP API. All servers of a shop share its file. */
export async function startEmbeddedCarrier(
  { storagePath, shipping }: Config,
  { webhookUrl, shopNow }: { webhookUrl: string | null; shopNow: () => number },
) {
  const store = openStandInStore(join(storagePath, 'embedded-carrier.sqlite3'))
  const { apiKey, webhookSecret } = shipping
  const carrier = createCarrierStandIn({ store, apiKey, webhookUrl, webhookSecret, shopNow })
  const { server, port } = await listen(carrier.api)
  // Without an address for them, events are kept for the process that serves.
  if (webhookUrl !== null) carrier.start()
  return {
    apiBase: `http://127.0.0.1:${port}`,
    async stop() {
      await carrier.stop()
      server.close()
      store.close()
    },
  }
}
