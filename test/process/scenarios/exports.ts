import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { shopClock } from '#src/clock.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { addOrders } from '#src/demo/orders.ts'
import { paths } from '#src/paths.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { CENTER, DALE } from '../../support/clerks.ts'
import { type Processes, type Server, stopAll, until } from '../../support/processes.ts'
import { random as draw } from '../../support/random.ts'
import { readShop } from '../../support/shop-data.ts'
import { createShopper, type Shopper } from '../../support/shopper.ts'
import { unzip } from '../../support/unzip.ts'

export type ExportKills = { kills: number; orders: number; seed: number }
export type ExportKillsOutcome = { waves: number; ordersExported: number; problems: string[] }

/** Kills the server at a random moment of each export of a center's orders, and restarts it on the same files. */
export async function killExports(
  scene: Processes,
  { kills, orders, seed }: ExportKills,
): Promise<ExportKillsOutcome> {
  const databasePath = await scene.database('exports')
  await fillBoard(databasePath, orders)
  const demoWaves = countOf(databasePath, sql`packing_waves where state = 'active'`)
  const port = await scene.freePort()
  const restart = () => scene.server({ databasePath, port })
  let shop = await restart()
  const clerk = await signInAsClerk(shop)
  const random = draw(seed).next
  const outcome: ExportKillsOutcome = { waves: 0, ordersExported: 0, problems: [] }
  for (let kill = 0; kill < kills; kill++) {
    const job = await startExport(clerk)
    const selected = countOf(databasePath, sql`orders where state in ('paid', 'in_wave') and fc_id = 1`)
    await pause(random() * MAX_WAIT_MS)
    shop.kill('SIGKILL')
    await shop.exited
    shop = await restart()
    const told = await checkExport(clerk, databasePath, job)
    const active = countOf(databasePath, sql`packing_waves where state = 'active'`) - demoWaves
    if (active !== 1) told.problems.push(`${active} waves were made`)
    outcome.waves += 1
    outcome.ordersExported += told.orders
    outcome.problems.push(...told.problems.map((problem) => `kill ${kill} of ${selected}: ${problem}`))
    await clerk.call('POST', `${CENTER}/packing_waves/${told.waveId}/void`)
  }
  await stopAll(shop)
  outcome.problems.push(...readShop(databasePath, ledgerProblems))
  return outcome
}

/** By then some exports are complete, most aren't. */
const MAX_WAIT_MS = 1_500

export async function fillBoard(databasePath: string, orders: number) {
  const db = openDatabase(databasePath)
  await addOrders(db, orders, shopClock(db).now())
  closeDatabase(db)
}

/** Boxes sold by weight would need a scale before they may ship. */
export function sellNothingByWeight(databasePath: string) {
  const db = openDatabase(databasePath)
  db.run(sql`update order_lines set pound_cents = null`)
  closeDatabase(db)
}

export async function signInAsClerk({ origin }: Pick<Server, 'origin'>): Promise<Shopper> {
  const clerk = await signInAt(origin, DALE)
  await clerk.visit(CENTER)
  return clerk
}

/** Signs a demo account in on a server in another process. */
export async function signInAt(origin: string, email: string): Promise<Shopper> {
  const app = {
    fetch: (request: Request) =>
      fetch(origin + pathOf(request), new Request(request, { redirect: 'manual' })),
  }
  const person = await createShopper(app, app)
  await person.visit('/signin')
  await person.call('POST', paths.sendSignIn(), { email, password: DEMO_PASSWORD })
  await person.visit('/account')
  return person
}

const pathOf = ({ url }: Request) => url.slice(new URL(url).origin.length)

export async function startExport(clerk: Shopper): Promise<string> {
  const answer = await clerk.call('POST', `${CENTER}/orders/export?select_all=true&in_wave=no`)
  const { job_id, error } = (await answer.json()) as { job_id?: string; error?: string }
  if (!job_id) throw new Error(`the export was refused: ${answer.status} ${error}`)
  return job_id
}

type Detail = { job_status: string; download_url: string | null; packing_wave_id: number | null }

const detailOf = async (clerk: Shopper, job: string): Promise<Detail> =>
  (await clerk.call('GET', `/jobs/${job}`)).json() as Promise<Detail>

/** @returns an export's detail once it has ended */
export async function untilExported(clerk: Shopper, job: string): Promise<Detail> {
  let detail = await detailOf(clerk, job)
  await until('the export is over', async () => {
    detail = await detailOf(clerk, job)
    return detail.job_status === 'complete' || detail.job_status === 'failed'
  })
  return detail
}

async function checkExport(clerk: Shopper, databasePath: string, job: string) {
  const { job_status, download_url, packing_wave_id } = await untilExported(clerk, job)
  if (job_status !== 'complete' || download_url === null || packing_wave_id === null)
    return { waveId: 0, orders: 0, problems: [`the export ended as ${job_status}`] }
  const problems: string[] = []
  const first = await download(clerk, download_url)
  const boxes = countOf(
    databasePath,
    sql`packing_wave_orders where wave_id = ${packing_wave_id} and ended_at is null`,
  )
  const rows = parse(unzip(first).get('orders.csv') ?? '', { bom: true, columns: true })
  if (rows.length !== boxes) problems.push(`${rows.length} rows for ${boxes} boxes`)
  const doubled = countOf(
    databasePath,
    sql`(select 1 from packing_wave_orders where ended_at is null group by order_id having count(*) > 1)`,
  )
  if (doubled > 0) problems.push(`${doubled} orders are in two waves`)
  const again = (await (
    await clerk.call('POST', `${CENTER}/packing_waves/${packing_wave_id}/files`)
  ).json()) as { job_id: string }
  const { download_url: secondUrl } = await untilExported(clerk, again.job_id)
  if (hash(first) !== hash(await download(clerk, secondUrl ?? ''))) problems.push('the files differ')
  return { waveId: packing_wave_id, orders: boxes, problems }
}

const download = async (clerk: Shopper, url: string) =>
  Buffer.from(await (await clerk.visit(url)).arrayBuffer())

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export const countOf = (databasePath: string, from: ReturnType<typeof sql>): number =>
  readShop(databasePath, (db) => db.get<{ rows: number }>(sql`select count(*) as rows from ${from}`).rows)
