import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { closeDatabase } from '#db/client.ts'
import { readAssets } from './assets.ts'
import { joinShop } from './commands/open-shop.ts'
import { createServices } from './compose.ts'
import { readConfigWithoutCreating } from './config/config.ts'
import type { JobCall } from './jobs/apart.ts'
import { createLog } from './log.ts'
import { terminalLog } from './terminal-log.ts'
import { JOBS } from './work/jobs.ts'

const LOWER_PRIORITY = 10

/** Runs one job in a thread of the server (src/jobs/apart.ts), says that it's done, and ends. An error ends it, too. */
yieldToPages()
await run(workerData as JobCall)
parentPort?.postMessage('done')
process.exit()

async function run({ kind, payload }: JobCall) {
  const job = JOBS.find((one) => one.kind === kind)
  if (!job) throw new Error(`there is no job ${kind}`)
  const config = readConfigWithoutCreating(process.env)
  const db = await joinShop(config)
  const log = createLog(config.logLevel, await terminalLog())
  const { apiBase } = config.payments
  const carrierBase = config.shipping.apiBase
  try {
    await job.run(createServices(config, { db, log, assets: readAssets(), apiBase, carrierBase }), payload)
  } finally {
    closeDatabase(db)
  }
}

/** On Linux a thread has a priority of its own; elsewhere this would be the server's. */
function yieldToPages() {
  if (process.platform === 'linux') setPriority(LOWER_PRIORITY)
}
