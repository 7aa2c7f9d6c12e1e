import { closeDatabase } from '#db/client.ts'
import { readAssets } from './assets.ts'
import { PRIVATE_UMASK } from './commands/command.ts'
import { joinShop } from './commands/open-shop.ts'
import { createServices } from './compose.ts'
import { readConfigWithoutCreating } from './config/config.ts'
import type { JobCall } from './jobs/apart.ts'
import { createLog } from './log.ts'
import { reasonOf } from './reason.ts'
import { terminalLog } from './terminal-log.ts'
import { JOBS } from './work/jobs.ts'

/** Runs one job for a server, beside it (src/jobs/apart.ts), and ends with it. */
await main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(reasonOf(error))
    process.exit(1)
  },
)

async function main() {
  process.umask(PRIVATE_UMASK)
  endWithServer()
  const { kind, payload } = JSON.parse(process.argv[2] ?? '{}') as JobCall
  const job = JOBS.find((one) => one.kind === kind)
  if (!job) throw new Error(`there is no job ${kind}`)
  const config = readConfigWithoutCreating(process.env)
  const db = await joinShop(config)
  const log = createLog(config.logLevel, await terminalLog())
  const { apiBase } = config.payments
  const carrierBase = config.shipping.apiBase
  await job.run(createServices(config, { db, log, assets: readAssets(), apiBase, carrierBase }), payload)
  closeDatabase(db)
}

/** A terminal's Ctrl+C reaches both processes; this one ignores it, because the server first lets its jobs finish. */
function endWithServer() {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.stdin.on('close', () => process.exit(1)).resume()
}
