import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import {
  auditEntries,
  farms,
  fulfillmentCenters,
  moneyMovements,
  roles,
  staffExports,
} from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { balanceOf } from '#src/payments/money.ts'
import { LONG_EXPORT_ROWS } from '#src/staff/export-job.ts'
import { EXPORT_KINDS } from '#src/staff/exports.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { orderOf, readyToPay } from '../support/buying.ts'
import { addCard, payFor } from '../support/gift-cards.ts'
import { NOW } from '../support/now.ts'
import { giveReward, redeem, signedIn as rewarded } from '../support/rewards.ts'
import { RUTH } from '../support/staff.ts'
import { type World, world } from '../support/world.ts'

const YEAR = { from: '2026-01-01', to: '2027-01-31' }

const rowsOf = (csv: string) => csv.trim().split('\r\n').slice(1)

test('STF-9 each export is a CSV that matches the ledger, and the trail has who took it', async () => {
  const shop = await shopWithStorage()
  const ruth = await signedIn(shop, RUTH)
  const take = async (kind: string) => {
    const asked = await ruth.submit('POST', paths.staffExport(kind), YEAR)
    const job = asked.headers.get('location')
    if (job) await shop.settleDown()
    const answer = job ? await ruth.visit(`${job}/file`) : asked
    expect([answer.status, answer.headers.get('content-type')], kind).toEqual([
      200,
      'text/csv; charset=utf-8',
    ])
    return answer.text()
  }
  for (const { id, columns } of EXPORT_KINDS)
    expect((await take(id)).split('\r\n')[0]).toContain(columns.join(','))
  const entries = shop.db
    .select()
    .from(auditEntries)
    .all()
    .filter(({ verb }) => verb === 'export.downloaded')
  expect(entries.map(({ subjectToken }) => subjectToken)).toEqual(EXPORT_KINDS.map(({ id }) => id))

  const placed = shop.db.get<{ n: number; tax: number }>(sql`
    select count(*) as n, sum(case when state in ('canceled', 'refunded') then 0 else tax_cents end) as tax
    from orders where placed_at is not null`)
  expect(rowsOf(await take('orders'))).toHaveLength(placed?.n ?? 0)
  const last = (row: string) => Number(row.split(',').at(-1))
  const sumLast = (csv: string) => rowsOf(csv).reduce((sum, row) => sum + last(row), 0)
  expect(sumLast(await take('ledger'))).toBe(
    shop.db
      .select({ cents: balanceOf('provider') })
      .from(moneyMovements)
      .get()?.cents,
  )
  expect(sumLast(await take('tax'))).toBe(placed?.tax)
})

/** An order with a reward and, in the same payment, a gift card; and its rows in an export. */
async function rewardedBox() {
  const shop = await shopWithStorage()
  const ana = await rewarded(shop)
  const token = await readyToPay(ana, shop.db, { quantity: 2 })
  const reward = giveReward(shop.db, { amountCents: 1_500 })
  expect((await redeem(ana, token, reward)).status).toBe(200)
  await addCard(ana)
  await payFor(shop, ana, token)
  const ruth = await signedIn(shop, RUTH)
  const rowsBy = async (kind: string) => {
    const csv = await (await ruth.submit('POST', paths.staffExport(kind), YEAR)).text()
    const [head = '', ...rows] = csv.replace('\ufeff', '').trim().split('\r\n')
    const names = head.split(',')
    return rows.map((row) => {
      const cells = row.split(',')
      return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
    })
  }
  return { order: orderOf(shop.db, token), rowsBy }
}

test("STF-9 GFT-1 each exported order's amounts add up to its total, even with gift cards bought", async () => {
  const { order, rowsBy } = await rewardedBox()
  const rows = await rowsBy('orders')
  const sumOf = (row: Record<string, string>, ...names: string[]) =>
    names.reduce((sum, name) => sum + Number(row[`${name}_cents`] ?? 0), 0)
  const wrong = rows.filter(
    (row) =>
      sumOf(row, 'items', 'shipping', 'tax', 'bought_cards') !==
      sumOf(row, 'promotions', 'rewards', 'gift', 'total'),
  )
  expect(wrong.map((row) => row.order)).toEqual([])
  expect(rows.find((row) => row.order === order.identifier)).toMatchObject({ bought_cards_cents: '5000' })
})

test('STF-9 the sales tax export includes rewards, so its rows show what was taxed', async () => {
  const { order, rowsBy } = await rewardedBox()
  expect(order.rewardsCents).toBe(1_500)
  const [orders, taxed] = [await rowsBy('orders'), await rowsBy('tax')]
  const total = (rows: Record<string, string>[], name: string) =>
    rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)
  const kept = orders.filter(({ state = '' }) => !['canceled', 'refunded'].includes(state))
  for (const name of ['items_cents', 'promotions_cents', 'rewards_cents', 'shipping_cents', 'tax_cents'])
    expect(total(taxed, name), name).toBe(total(kept, name))
})

test('STF-9 an invalid date range is refused, and leaves no entry', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  for (const fields of [
    {},
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2020-01-01', to: '2026-01-01' },
  ])
    expect((await ruth.call('POST', paths.staffExport('orders'), fields)).status).toBe(422)
  expect((await ruth.call('POST', paths.staffExport('secrets'), YEAR)).status).toBe(404)
  expect(shop.db.select().from(auditEntries).all()).toEqual([])
})

/** With its own storage: a simulation in another test deletes old exports by its own clock. */
async function shopWithStorage() {
  const storagePath = mkdtempSync(join(tmpdir(), 'exports-'))
  onTestFinished(() => rmSync(storagePath, { recursive: true }))
  return world({ config: { storagePath } })
}

/** Adds enough stock ledger rows that the export needs a job. */
function fillStockLedger({ db }: World, rows: number) {
  db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into stock_movements (offer_id, fc_id, delta, reason, note, at)
    select offer_id, fc_id, 1, 'received', '=1+1', ${NOW} from n,
      (select offer_id, fc_id from stock order by offer_id, fc_id limit 1)`)
}

test('STF-9 a long export runs as a job with a progress page, and only its requester gets the file, for a day', async () => {
  const shop = await shopWithStorage()
  fillStockLedger(shop, LONG_EXPORT_ROWS + 1)
  const ruth = await signedIn(shop, RUTH)
  const asked = await ruth.submit('POST', paths.staffExport('stock-ledger'), YEAR)
  const path = asked.headers.get('location') ?? ''
  const token = path.split('/').at(-1) ?? ''
  expect([asked.status, path]).toEqual([303, paths.staffExportJob(token)])
  const waiting = await (await ruth.visit(path)).text()
  expect(waiting).toContain('Waiting to start')
  expect(waiting).not.toContain('Download CSV')
  expect((await ruth.visit(paths.staffExportFile(token))).status).toBe(404)

  await shop.settleDown()
  expect(await (await ruth.call('GET', path)).json()).toMatchObject({
    job_status: 'complete',
    progress: 100,
    download_url: paths.staffExportFile(token),
  })
  expect(await (await ruth.visit(path)).text()).toContain('Download CSV')
  expect(await (await ruth.visit(paths.staffExports())).text()).toContain('Stock ledger, ')
  const csv = await (await ruth.visit(paths.staffExportFile(token))).text()
  const moved = shop.db.get<{ n: number }>(sql`select count(*) as n from stock_movements`)
  expect(rowsOf(csv)).toHaveLength(moved.n)
  expect(shop.db.select().from(auditEntries).all()).toMatchObject([
    { verb: 'export.downloaded', subjectToken: 'stock-ledger' },
  ])

  const nora = await anotherStaff(shop)
  for (const address of [path, paths.staffExportFile(token)])
    expect((await nora.visit(address)).status, address).toBe(404)
  shop.pass(DAY_MS + 1)
  const later = await signedIn(shop, RUTH)
  for (const address of [path, paths.staffExportFile(token)])
    expect((await later.visit(address)).status, address).toBe(404)
  await endWhatIsOld(shop.services)
  expect(shop.db.select().from(staffExports).all()).toEqual([])
})

test('STF-9 "Download" of a long export pressed twice is one job, and leads to it', async () => {
  const shop = await shopWithStorage()
  fillStockLedger(shop, LONG_EXPORT_ROWS + 1)
  const ruth = await signedIn(shop, RUTH)
  const page = await (await ruth.visit(paths.staffExports())).text()
  const pressOf = (kind: string) =>
    new RegExp(`action="${paths.staffExport(kind)}".*?name="press" value="([^"]+)"`, 's').exec(page)?.[1] ??
    ''
  const press = pressOf('stock-ledger')
  expect(press).not.toBe(pressOf('orders'))
  const ask = async (fields: Record<string, string> = {}) => {
    const form = { ...YEAR, press, ...fields }
    return (await ruth.submit('POST', paths.staffExport('stock-ledger'), form)).headers.get('location')
  }
  const jobs = () => shop.db.select().from(staffExports).all()
  const [first, second] = await Promise.all([ask(), ask()])
  await shop.settleDown()
  expect([first, second, await ask()]).toEqual(Array(3).fill(paths.staffExportJob(press)))
  expect([jobs().length, shop.db.select().from(auditEntries).all().length]).toEqual([1, 1])

  expect(await ask({ to: '2027-01-30' })).not.toBe(first)
  shop.pass(2 * 60_000)
  const nora = await anotherStaff(shop)
  const hers = await nora.submit('POST', paths.staffExport('stock-ledger'), { ...YEAR, press })
  expect([hers.headers.get('location') === first, (await ask()) === first]).toEqual([false, false])
  expect(jobs()).toHaveLength(4)
})

/** Ben, with the same role as Ruth. */
async function anotherStaff(shop: World) {
  const { id: userId } = userOf(shop, BEN)
  shop.db.insert(roles).values({ userId, role: 'staff' }).run()
  return signedIn(shop, BEN)
}

test('STF-9 an export can be limited to a center or farm if its kind allows, and is refused otherwise', async () => {
  const shop = await shopWithStorage()
  const ruth = await signedIn(shop, RUTH)
  const take = async (kind: string, narrowing: Record<string, string>) => {
    const answer = await ruth.submit('POST', paths.staffExport(kind), { ...YEAR, ...narrowing })
    return { status: answer.status, rows: rowsOf(await answer.text()) }
  }
  const centers = shop.db.select().from(fulfillmentCenters).all()
  const byCenter = await Promise.all(centers.map(({ slug }) => take('orders', { center: slug })))
  const all = await take('orders', {})
  expect(byCenter.map(({ status }) => status)).toEqual(centers.map(() => 200))
  expect(byCenter.every(({ rows }) => rows.length < all.rows.length)).toBe(true)
  expect(byCenter.flatMap(({ rows }) => rows).sort()).toEqual(all.rows.filter(isSentFromCenter(shop)).sort())

  const [farm] = shop.db.select().from(farms).all()
  const { rows } = await take('lines', { farm: farm?.slug ?? '' })
  expect(rows.every((row) => row.includes(farm?.name ?? '?'))).toBe(true)
  for (const [kind, narrowing] of [
    ['customers', { center: centers[0]?.slug ?? '' }],
    ['orders', { farm: farm?.slug ?? '' }],
    ['orders', { center: 'nowhere' }],
  ] as const)
    expect((await ruth.call('POST', paths.staffExport(kind), { ...YEAR, ...narrowing })).status, kind).toBe(
      422,
    )
})

const isSentFromCenter = ({ db }: World) => {
  const sent = new Set(
    db
      .all<{ identifier: string }>(sql`select identifier from orders where fc_id is not null`)
      .map(({ identifier }) => identifier),
  )
  return (row: string) => sent.has(row.split(',')[0] ?? '')
}
