import type { Db } from '#db/client.ts'
import { readAssets } from '../assets.ts'
import { shopClock } from '../clock.ts'
import { createServices } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { counted } from '../counted.ts'
import { seededPayment } from '../demo/seeded-payments.ts'
import { createLog } from '../log.ts'
import { startEmbeddedPayments } from '../providers/payments/embedded.ts'
import { terminalLog } from '../terminal-log.ts'
import { advanceClock, parseSpan } from '../work/advance-clock.ts'
import { JOBS } from '../work/jobs.ts'
import { startParcels } from './clock-parcels.ts'
import { fail, readArguments, runCommand, say } from './command.ts'
import { withShop } from './open-shop.ts'

const USAGE = 'How far? For example: npm run clock -- advance 14d'

/** `npm run clock`: prints the shop's time. `-- advance 14d` (36h, 90m, 20s) moves it and runs the jobs that fall due. */
await runCommand(async (config) => {
  const [verb, span, ...rest] = readArguments({}, USAGE).positionals
  if (!config.demo) fail('A live shop runs on real time.')
  const milliseconds = verb === undefined ? null : parseSpan(span ?? '')
  if (verb !== undefined && (verb !== 'advance' || milliseconds === null || rest.length > 0)) fail(USAGE)

  await withShop(config, async (db) => {
    if (milliseconds !== null) await advance(config, db, milliseconds)
    say(`The shop's time is ${new Date(shopClock(db).now()).toISOString()}.`)
  })
})

async function advance(config: Config, db: Db, milliseconds: number) {
  const embedded = config.payments.embedded
    ? await startEmbeddedPayments(config, { webhookUrl: null, knownPayment: seededPayment(db) })
    : null
  const parcels = config.shipping.embedded ? await startParcels(config, db) : null
  const log = createLog(config.logLevel, await terminalLog())
  const apiBase = embedded?.apiBase ?? config.payments.apiBase
  const carrierBase = parcels?.apiBase ?? config.shipping.apiBase
  const services = createServices(config, { db, log, assets: readAssets(), apiBase, carrierBase })
  parcels?.open(services)
  const count = await advanceClock(services, milliseconds, JOBS, parcels?.outside)
  await embedded?.stop()
  await parcels?.stop()
  say(`${counted(count, 'job', 'jobs')} ran along the way.`)
}
