import { setTimeout as pause } from 'node:timers/promises'
import { Database } from '#db/driver.mjs'
import { inTurns } from './in-turns.ts'
import { load } from './load.ts'
import { comeToSignIn, PASSWORD } from './measure-accounts.ts'
import type { Figure, Findings, Row } from './measured.ts'
import { addPastOrders } from './past-orders.ts'
import { type Shop, withShop } from './shop.ts'
import type { Stage } from './stage.ts'
import { AS_BROWSERS_ASK, request } from './wire.ts'
import { withYardstick, type Yardstick } from './yardstick-process.ts'

const OPEN_ORDERS = 10_000
const WAVE_BOXES = 200
const SECONDS = 3
const CLERK = 'fulfillment@example.com'
const CENTER = '/fulfillment/truckee-meadows'

export const BOARD = 'center: orders, 10,000 open'
export const EXPORT = 'center: export of 5,000 orders'

/** With their stock movements, so that the books add up. */
const LOTS = `
  insert into lots (token, offer_id, fc_id, code, best_by, origin_state, units_left, created_at)
    select 'bench-' || offer_id || '-' || turn, offer_id, fc_id, 'BENCH-' || turn,
      date('now', '+' || (90 * turn) || ' days'), 'NV', 1000, 0
    from stock cross join (select 1 as turn union all select 2) where fc_id = 1 and on_hand >= 1000;
  insert into stock_movements (offer_id, fc_id, delta, reason, at, lot_id)
    select offer_id, fc_id, 1000, 'received', 0, id from lots where code like 'BENCH-%';
  update stock set on_hand = on_hand + 2000
    where fc_id = 1 and offer_id in (select offer_id from lots where code like 'BENCH-%');`

/** Half of them ship tomorrow, half a day later, and each offer has two lots for them. */
function addOpenOrders(file: string): string[] {
  const last = idsIn(file)
  addPastOrders(file, OPEN_ORDERS)
  const db = new Database(file)
  db.transaction(() => {
    db.prepare(
      `update orders set state = 'paid', identifier = 'DW-B' || id, delivery_name = 'Shopper ' || (id * 7919 % 10007),
         ship_on = date('now', '+' || (2 - id % 2) || ' days'), arrival_on = date('now', '+' || (4 - id % 2) || ' days')
       where id > ?`,
    ).run(last)
    db.exec(LOTS)
  })()
  const tokens = db.prepare(`select token from orders where id > ? and id % 2 = 0 limit ${WAVE_BOXES}`)
  const some = tokens.pluck().all(last) as string[]
  db.close()
  return some
}

function idsIn(file: string): number {
  const db = new Database(file)
  const last = db.prepare('select max(id) from orders').pluck().get() as number
  db.close()
  return last
}

/** Clerks' waiting times in a center with 10,000 open orders, one clerk per page. */
export async function measureCenter({ name, checkout, copy, pace }: Stage): Promise<Findings> {
  const file = copy()
  const some = addOpenOrders(file)
  return withYardstick(file, (yardstick) =>
    withShop(file, { checkout }, async (shop) => {
      await untilPosted(file)
      const dale = await comeToSignIn(shop.port)
      await dale.call('/v1/cc_signin', { email: CLERK, password: PASSWORD })
      const small = await exportOrders(dale, `?${new URLSearchParams(some.map(selected))}`)
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      const large = await exportOrders(dale, `?select_all=true&in_wave=no&ship_on=${tomorrow}`)
      await untilPosted(file) // what the exports changed
      const pages: [string, string][] = [
        [BOARD, '/orders'],
        ['center: orders, filtered, by name', '/orders?state=ready&sort=name&page=3'],
        ['center: orders, searched', '/orders?q=shopper+99'],
        [`center: wave page, ${WAVE_BOXES} boxes`, `/packing_waves/${small.wave}`],
        ['center: wave page, 5,000 boxes', `/packing_waves/${large.wave}`],
      ]
      const rows: Row[] = []
      for (const [page, path] of pages)
        rows.push(
          await pageRow(
            { shop, yardstick, cookie: dale.cookie(), seconds: SECONDS * pace },
            name,
            page,
            path,
          ),
        )
      dale.leave()
      const figures: Figure[] = [{ shop: name, name: EXPORT, value: large.seconds, unit: 's' }]
      return { rows, figures }
    }),
  )
}

const POSTED_WITHIN_MS = 600_000

/** Each minute, the server brings the books and sums up to date, which would be most of what is measured beside it. */
async function untilPosted(file: string) {
  const db = new Database(file, { readonly: true })
  const marked = 'select (select count(*) from unposted_orders) + (select count(*) from report_changes)'
  const left = db.prepare(marked).pluck()
  const until = performance.now() + POSTED_WITHIN_MS
  while (left.get() !== 0) {
    if (performance.now() > until) throw new Error(`${left.get()} changes are still not in the books`)
    await pause(500)
  }
  db.close()
}

const selected = (token: string): [string, string] => ['order_tokens[]', token]

type Clerk = Awaited<ReturnType<typeof comeToSignIn>>
type Detail = { job_id?: string; job_status: string; packing_wave_id: number }

/** From the press to the file. */
async function exportOrders(clerk: Clerk, query: string) {
  const began = performance.now()
  const started = await clerk.call(`${CENTER}/orders/export${query}`, {})
  const { job_id } = JSON.parse(started.body.toString()) as Detail
  if (!job_id) throw new Error(`no export: ${started.body.toString().slice(0, 300)}`)
  for (;;) {
    const detail = JSON.parse((await clerk.read(`/jobs/${job_id}`)).body.toString()) as Detail
    if (detail.job_status === 'complete')
      return { wave: detail.packing_wave_id, seconds: (performance.now() - began) / 1000 }
    if (detail.job_status === 'failed') throw new Error('the export failed')
    await pause(50)
  }
}

type Asking = { shop: Shop; yardstick: Yardstick; cookie: string; seconds: number }

async function pageRow(
  { shop, yardstick, cookie, seconds }: Asking,
  name: string,
  page: string,
  path: string,
) {
  const asked = request('GET', CENTER + path, ['Accept: text/html', AS_BROWSERS_ASK, `Cookie: ${cookie}`])
  const { port, pid } = shop
  const measure = (time: number) => load({ port, pid, connections: 1, seconds: time, next: () => asked })
  await measure(seconds / 3)
  const compared = await inTurns({ yardstick, beside: 'bare query', connections: 1, seconds, measure })
  return { shop: name, name: page, ...compared }
}
