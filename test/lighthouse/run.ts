import { parseArgs } from 'node:util'
import { type Processes, type Server, withProcesses } from '../support/processes.ts'
import { cookieOfFilledBox, cookieOfShopper } from './cookies.ts'
import { type Findings, openLighthouse } from './lighthouse.ts'
import { complaintsOf, isGoodEnough, type Measured, table } from './report.ts'

/**
 * `npm run lighthouse`: Lighthouse's default mobile emulation on a slow connection, against the built shop. Fails below
 * 95 for performance or 100 for the rest. `-- --only product` audits one page, `--once` skips the retries of a slow
 * page. Give it a machine to itself: other load counts as the page's own slowness.
 */
const { values: wishes } = parseArgs({ options: { only: { type: 'string' }, once: { type: 'boolean' } } })

const WARM_AFTER = 20
const LOOKS = wishes.once ? 1 : 3

const PAGES = [
  { name: 'home', path: '/' },
  { name: 'listing', path: '/shop' },
  { name: 'product', path: '/products/grass-fed-ribeye' },
  { name: 'farm', path: '/farms/three-larks-ranch' },
  // These are private to the shopper, so search engines are blocked on purpose.
  { name: 'cart', path: '/cart', isPrivate: true, cookieOf: cookieOfFilledBox },
  { name: 'passport', path: '/passport', isPrivate: true, cookieOf: cookieOfShopper },
].filter(({ name }) => !wishes.only || name === wishes.only)

const measured = await withProcesses(lookAtAll)
process.stdout.write(`${table(measured)}\n`)
const complaints = measured.flatMap(complaintsOf)
if (complaints.length > 0) {
  process.stderr.write(`\n${complaints.join('\n')}\n`)
  process.exitCode = 1
}

async function lookAtAll(processes: Processes): Promise<Measured[]> {
  const server = await openShop(processes)
  const origin = `http://localhost:${server.port}`
  const lighthouse = await openLighthouse(await processes.freePort())
  try {
    const all: Measured[] = []
    for (const page of PAGES) {
      process.stderr.write(`${page.name} …\n`)
      await warmUp(origin + page.path)
      const cookie = await page.cookieOf?.(origin)
      const look = () => lighthouse.lookAt(origin + page.path, cookie ? { Cookie: cookie } : {})
      all.push({ ...page, ...(await bestOfLooks(look, page.isPrivate)) })
    }
    return all
  } finally {
    await lighthouse.close()
  }
}

/** A running shop has rendered its pages before. */
async function warmUp(url: string) {
  for (let times = 0; times < WARM_AFTER; times++) await (await fetch(url)).arrayBuffer()
}

/** Chance and other load only make a page slower, so its best run counts. */
async function bestOfLooks(look: () => Promise<Findings>, isPrivate?: boolean): Promise<Findings> {
  let best = await look()
  for (let looks = 1; looks < LOOKS && !isGoodEnough({ ...best, isPrivate }); looks++) {
    const next = await look()
    if (next.scores.performance > best.scores.performance) best = next
  }
  return best
}

async function openShop(processes: Processes): Promise<Server> {
  return processes.server({
    databasePath: await processes.database('lighthouse'),
    env: { NODE_ENV: 'production' },
  })
}
