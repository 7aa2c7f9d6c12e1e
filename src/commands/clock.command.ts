import { closeDatabase } from '#db/client.ts'
import { readAssets } from '../assets.ts'
import { shopClock } from '../clock.ts'
import { createServices } from '../compose.ts'
import { readConfig } from '../config/config.ts'
import { startEmbeddedPayments } from '../providers/payments/embedded.ts'
import { advanceClock, parseSpan } from '../work/advance-clock.ts'
import { openShop } from './open-shop.ts'

/** `npm run clock`: the shop's time. `-- advance 14d` (or 36h, 90m, 20s) moves it on and runs what falls due. */
const config = readConfig(process.env)
const [verb, span] = process.argv.slice(2)
if (!config.demo) fail('A live shop goes by the real time.')

const db = await openShop(config)
if (verb === 'advance') await advance(span ?? '')
process.stdout.write(`The shop's time is ${new Date(shopClock(db).now()).toISOString()}.\n`)
closeDatabase(db)

async function advance(text: string) {
  const milliseconds = parseSpan(text)
  if (milliseconds === null) fail('How far? For example: npm run clock -- advance 14d')
  const embedded = config.payments.embedded ? await startEmbeddedPayments(config, null) : null
  const services = createServices(config, db, readAssets(), embedded?.apiBase ?? config.payments.apiBase)
  const ran = await advanceClock(services, milliseconds)
  await embedded?.stop()
  process.stdout.write(`${ran} ${ran === 1 ? 'job' : 'jobs'} fell due on the way.\n`)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
