import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type DurableTx, durably } from '#db/client.ts'
import {
  jobs,
  type Order,
  orders,
  packingWaveOrders,
  packingWaves,
  roles,
  waveJobs,
} from '#db/schema/index.ts'
import { recordChange } from '#src/orders/changes.ts'
import { eraseGuests, oldGuestOrders } from '#src/orders/retention.ts'
import { releaseFromReview } from '#src/orders/review.ts'
import { adjustStock } from '#src/stock/adjust.ts'
import { unlottedUnits } from '#src/stock/unlotted.ts'
import { BEN, signedIn, userOf } from '../support/account.ts'
import { boxesAt, CENTER, centerShop, changeBox, DALE, ownStorage, PRIYA } from '../support/clerks.ts'
import { boxesToPack, inDays, receiveLot } from '../support/lots.ts'
import { NOW } from '../support/now.ts'
import type { Shopper } from '../support/shopper.ts'
import { unzip } from '../support/unzip.ts'
import { validator } from '../support/valid-html.ts'
import { type World, world } from '../support/world.ts'

const readyBoxes = (shop: World) => boxesAt(shop).filter(({ state }) => state === 'paid')

const tokensQuery = (boxes: Order[]) =>
  new URLSearchParams(boxes.map(({ token }) => ['order_tokens[]', token])).toString()

const exportBoxes = (clerk: Shopper, query: string) => clerk.call('POST', `${CENTER}/orders/export?${query}`)

/** Exports and runs the job. @returns the job's details */
async function exported(shop: World, clerk: Shopper, query: string) {
  const { job_id } = await (await exportBoxes(clerk, query)).json()
  await shop.settleDown()
  return (await clerk.call('GET', `/jobs/${job_id}`)).json()
}

const inWaves = ({ db }: World) =>
  db.select().from(packingWaveOrders).where(isNull(packingWaveOrders.endedAt)).all()

const waveCount = ({ db }: World) => db.select({ waves: count() }).from(packingWaves).get()?.waves

async function download(clerk: Shopper, url: string) {
  const answer = await clerk.visit(url)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const rowsOf = (files: Map<string, string>, name: string): Record<string, string>[] =>
  parse(files.get(name) ?? '', { bom: true, columns: true })

test('FUL-3 without a selection nothing is exported, through the API or the plain form', async () => {
  const { shop, dale } = await centerShop()
  const answer = await exportBoxes(dale, '')
  expect(answer.status).toBe(422)
  expect((await answer.json()).error).toBe('Please select at least one order to export.')
  const form = await dale.submit('POST', `${CENTER}/orders/export`, {})
  expect(form.status).toBe(422)
  expect(waveCount(shop)).toBe(1)
})

test('FUL-3 orders already in a wave are listed and nothing happens; if all of them are, it is an error', async () => {
  const { shop, dale } = await centerShop()
  const waved = boxesAt(shop).filter(({ state }) => state === 'in_wave')
  const chosen = [...waved.slice(0, 2), ...readyBoxes(shop).slice(0, 3)]
  const answer = await exportBoxes(dale, tokensQuery(chosen))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    error: null,
    warning: '2 of these orders are already in a wave. They stay there, so 3 are left.',
    orders_with_wave: waved.slice(0, 2).map(({ token }) => token),
    job_id: null,
  })
  const all = await exportBoxes(dale, tokensQuery(waved))
  expect(all.status).toBe(422)
  expect((await all.json()).error).toBe('All of these orders are already in a wave.')
  await shop.settleDown()
  expect([waveCount(shop), inWaves(shop).length]).toEqual([1, 20])
})

test('FUL-3 FUL-4 an export returns a job, whose wave has exactly the selected orders', async () => {
  const { shop, dale } = await centerShop()
  const chosen = readyBoxes(shop).slice(3, 8)
  const answer = await (await exportBoxes(dale, tokensQuery(chosen))).json()
  expect(answer).toMatchObject({ error: null, warning: null, orders_with_wave: [] })
  const queued = await (await dale.call('GET', `/jobs/${answer.job_id}`)).json()
  expect(queued).toEqual({
    job_id: answer.job_id,
    job_status: 'queued',
    progress: 0,
    error_message: null,
    message: null,
    warnings: [],
    download_url: null,
    packing_wave_id: null,
  })
  await shop.settleDown()
  const detail = await (await dale.call('GET', `/jobs/${answer.job_id}`)).json()
  expect(detail).toMatchObject({
    job_status: 'complete',
    progress: 100,
    error_message: null,
    message: 'Wave 2 is ready: 5 boxes.',
    packing_wave_id: 2,
  })
  const rows = inWaves(shop).filter(({ waveId }) => waveId === 2)
  expect(rows.map(({ orderId }) => orderId).sort()).toEqual(chosen.map(({ id }) => id).sort())
  for (const { id } of chosen)
    expect(shop.db.select().from(orders).where(eq(orders.id, id)).get()?.state).toBe('in_wave')
})

test('FUL-3 an unknown order, one of another center or a held one is named, and nothing is exported', async () => {
  const { shop, dale } = await centerShop()
  const [held, fine] = readyBoxes(shop)
  const elsewhere = shop.db
    .select()
    .from(orders)
    .all()
    .find(({ fcId, placedAt }) => fcId === 2 && placedAt)
  if (!held || !fine || !elsewhere) throw new Error('the demo has these orders')
  changeBox(shop, held, { state: 'review' })
  for (const [token, words] of [
    ['nobody', 'There is no order "nobody" in this center.'],
    [elsewhere.token, `There is no order "${elsewhere.token}" in this center.`],
    [held.token, `These can't be packed now: ${held.identifier}.`],
  ]) {
    const answer = await exportBoxes(dale, `order_tokens[]=${token}&order_tokens[]=${fine.token}`)
    expect(answer.status).toBe(422)
    expect((await answer.json()).error).toContain(words)
  }
  await shop.settleDown()
  expect(waveCount(shop)).toBe(1)
})

test('FUL-3 "select all" means the filter\'s matches at that moment, minus held boxes', async () => {
  const { shop, dale } = await centerShop()
  const [held, later] = readyBoxes(shop)
  if (!held || !later) throw new Error('boxes are ready')
  changeBox(shop, held, { state: 'review' })
  const day = later.shipOn
  const answer = await (await exportBoxes(dale, `select_all=true&in_wave=no&ship_on=${day}`)).json()
  const matching = readyBoxes(shop).filter(({ shipOn }) => shipOn === day)
  expect(answer.count).toBe(matching.length)
  // Later arrivals and changes do not affect the selection.
  const [other] = readyBoxes(shop).filter(({ shipOn }) => shipOn !== day)
  if (!other) throw new Error('boxes of other days are ready')
  changeBox(shop, other, { shipOn: day })
  await shop.settleDown()
  const inNew = inWaves(shop).filter(({ waveId }) => waveId === 2)
  expect(inNew.map(({ orderId }) => orderId).sort()).toEqual(matching.map(({ id }) => id).sort())
})

test('FUL-3 "select all" says how many boxes it leaves out, and why', async () => {
  const { shop, dale } = await centerShop()
  const [held, gone] = readyBoxes(shop) as [Order, Order]
  changeBox(shop, held, { state: 'review' })
  changeBox(shop, gone, { state: 'shipped' })
  const left = /Left out: 1 held by staff, \d+ already shipped\.$/
  expect((await (await exportBoxes(dale, 'select_all=true')).json()).warning).toMatch(left)
  const detail = await exported(shop, dale, 'select_all=true&in_wave=no')
  expect(detail.warnings[0]).toMatch(left)
  const none = await exportBoxes(dale, `select_all=true&q=${held.identifier}`)
  expect([none.status, (await none.json()).error]).toEqual([
    422,
    `These can't be packed now: ${held.identifier}. Nothing was exported.`,
  ])
})

test("FUL-3 a plain form exports, too, and redirects to the job's status page", async () => {
  const { shop, dale } = await centerShop()
  const [box] = readyBoxes(shop)
  const form = await dale.submit('POST', `${CENTER}/orders/export`, { 'order_tokens[]': box?.token ?? '' })
  expect(form.status).toBe(303)
  const path = form.headers.get('location') ?? ''
  expect(path).toMatch(/^\/jobs\/\w{22}$/)
  expect(await (await dale.visit(path)).text()).toContain('Waiting to start')
  shop.db.update(waveJobs).set({ state: 'running' }).run()
  expect(await (await dale.visit(path)).text()).toContain('0% done')
  await shop.settleDown()
  const page = await (await dale.visit(path)).text()
  expect(page).toContain('Wave 2 is ready: 1 box.')
  expect(page).toContain(`href="${CENTER}/packing_waves/2"`)
  expect(page).toMatch(/href="\/downloads\/\w{22}"/)
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
})

test('FUL-4 WAV-1 when clerks export the same orders concurrently, each order ends up in one wave', async () => {
  const shop = await world({ config: { storagePath: ownStorage() } })
  shop.db
    .insert(roles)
    .values({ userId: userOf(shop, BEN).id, role: 'fulfillment', subjectId: 1 })
    .run()
  const [dale, ben] = [await signedIn(shop, DALE), await signedIn(shop, BEN)]
  const boxes = readyBoxes(shop)
  const answers = await Promise.all([
    exportBoxes(dale, tokensQuery(boxes.slice(0, 30))),
    exportBoxes(ben, tokensQuery(boxes.slice(20, 50))),
    exportBoxes(dale, 'select_all=true&in_wave=no'),
  ])
  await shop.settleDown()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const rows = inWaves(shop)
  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(rows.length)
  expect(rows).toHaveLength(120)
  // In any order of the jobs: boxes taken by one are missing from later ones, which name them.
  const jobIds = await Promise.all(answers.map(async (answer) => (await answer.json()).job_id))
  const details = await Promise.all(jobIds.map(async (id) => (await dale.call('GET', `/jobs/${id}`)).json()))
  const sizes = [30, 30, boxes.length]
  const packed = details.map(({ job_status, warnings }, index) =>
    job_status === 'failed' ? 0 : (sizes[index] ?? 0) - warnings.length,
  )
  expect(packed.reduce((sum, count) => sum + count, 0)).toBe(boxes.length)
})

test('FUL-4 boxes that changed before the job ran are left out and named; if none are left, no wave is made', async () => {
  const { shop, dale } = await centerShop()
  const [canceled, unverified, fine] = readyBoxes(shop)
  if (!canceled || !unverified || !fine) throw new Error('boxes are ready')
  const { job_id } = await (await exportBoxes(dale, tokensQuery([canceled, unverified, fine]))).json()
  const second = await (await exportBoxes(dale, tokensQuery([canceled]))).json()
  changeBox(shop, canceled, { state: 'canceled' })
  changeBox(shop, unverified, { addressStatus: 'unverified' })
  await shop.settleDown()
  const detail = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(detail.message).toBe('Wave 2 is ready: 2 boxes.')
  expect(detail.warnings).toEqual([
    `${canceled.identifier}: changed since you selected it, so it is not in the wave.`,
    `${unverified.identifier}: nobody has confirmed the address.`,
  ])
  expect(await (await dale.call('GET', `/jobs/${second.job_id}`)).json()).toMatchObject({
    job_status: 'failed',
    error_message: 'No wave was made: all of these orders changed since you selected them.',
    packing_wave_id: null,
  })
  expect(waveCount(shop)).toBe(2)
})

test('FUL-4 a box edited by its buyer within the hour, or with an unconfirmed address, gets a warning', async () => {
  const { shop, dale } = await centerShop()
  const boxes = readyBoxes(shop).slice(0, 4) as [Order, Order, Order, Order]
  const [edited, earlier, unconfirmed, moved] = boxes
  const edit = { kind: 'delivery' as const, detail: { isNewPlace: false }, differenceCents: 0 }
  const now = shop.clock.now()
  await durably(shop.db, (tx) => {
    recordChange(tx, edited, { ...edit, by: 'shopper' }, now - 59 * 60_000)
    recordChange(tx, earlier, { ...edit, by: 'shopper' }, now - 61 * 60_000)
    recordChange(tx, moved, { ...edit, by: 'shop' }, now)
  })
  for (const box of boxes)
    changeBox(shop, box, { addressStatus: box === unconfirmed ? 'unconfirmed' : 'confirmed' })
  const { warnings, job_status } = await exported(shop, dale, tokensQuery(boxes))
  expect(job_status).toBe('complete')
  expect(warnings.sort()).toEqual(
    [
      `${edited.identifier}: edited within the last hour.`,
      `${unconfirmed.identifier}: nobody has confirmed the address.`,
    ].sort(),
  )
})

test('FUL-4 a job canceled in time makes no wave, and later it cannot be canceled', async () => {
  const { shop, dale } = await centerShop()
  const [first, second] = readyBoxes(shop)
  if (!first || !second) throw new Error('boxes are ready')
  const { job_id } = await (await exportBoxes(dale, tokensQuery([first]))).json()
  expect((await dale.call('POST', `/jobs/${job_id}/cancel`)).status).toBe(200)
  await shop.settleDown()
  const detail = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(detail).toMatchObject({ job_status: 'failed', error_message: 'Canceled. No wave was made.' })
  expect(waveCount(shop)).toBe(1)
  const done = await exported(shop, dale, tokensQuery([second]))
  expect((await dale.call('POST', `/jobs/${done.job_id}/cancel`)).status).toBe(409)
})

test('FUL-4 WAV-1 a job that fails after making its wave retries with the same wave, and finally fails with a message', async () => {
  const blocked = join(ownStorage(), 'a-file')
  writeFileSync(blocked, '')
  const shop = await world({ config: { storagePath: blocked } })
  const dale = await signedIn(shop, DALE)
  const { job_id } = await (await exportBoxes(dale, tokensQuery(readyBoxes(shop).slice(0, 4)))).json()
  for (let tries = 0; tries < 3; tries++) {
    const detail = await (await dale.call('GET', `/jobs/${job_id}`)).json()
    expect(detail.job_status).not.toBe('failed')
    await shop.settleDown()
    shop.pass(10_000)
  }
  const detail = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(detail).toMatchObject({ job_status: 'failed', error_message: 'Export failed', packing_wave_id: 2 })
  expect(waveCount(shop)).toBe(2)
  expect(shop.db.select().from(jobs).where(eq(jobs.kind, 'export_wave')).get()?.state).toBe('done')
})

test('FUL-5 the ZIP has a row per box, a row per line in pick order, and the pick totals', async () => {
  const { shop, dale } = await centerShop()
  const chosen = readyBoxes(shop).slice(0, 6)
  const { download_url } = await exported(shop, dale, tokensQuery(chosen))
  const { answer, bytes } = await download(dale, download_url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="wave-2.zip"')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const files = unzip(bytes)
  expect([...files.keys()]).toEqual(['orders.csv', 'lines.csv', 'pick.csv'])
  for (const text of files.values()) {
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
  }
  const boxes = rowsOf(files, 'orders.csv')
  expect(boxes.map(({ order }) => order).sort()).toEqual(chosen.map(({ identifier }) => identifier).sort())
  const [box] = boxes
  const order = chosen.find(({ identifier }) => identifier === box?.order)
  expect(box).toMatchObject({
    packing_wave_id: '2',
    position: '1',
    order_token: order?.token,
    ship_on: order?.shipOn,
    delivery_name: order?.deliveryName,
    total_cents: String(order?.totalCents),
    total: `$${((order?.totalCents ?? 0) / 100).toFixed(2)}`,
  })
  const lines = rowsOf(files, 'lines.csv')
  const units = (rows: Record<string, string>[], name: string) =>
    rows.reduce((sum, row) => sum + Number(row[name]), 0)
  expect(units(lines, 'quantity')).toBe(units(boxes, 'units'))
  expect(units(rowsOf(files, 'pick.csv'), 'quantity')).toBe(units(boxes, 'units'))
  expect(units(lines, 'line_cents')).toBe(units(boxes, 'items_cents'))
})

test('FUL-5 FUL-6 lines and picks go shelf by shelf, also on slips and at the bench; a wave keeps its shelves', async () => {
  const { shop, dale } = await centerShop()
  const [box] = readyBoxes(shop) as [Order]
  const tokens = shop.db.all<{ token: string }>(sql`
    select offers.token from stock_movements inner join offers on offers.id = offer_id
    where order_id = ${box.id} group by offers.id order by offers.token`)
  const shelves = tokens.map(
    ({ token }, index) => [token, index === 0 ? '' : `Z-0${tokens.length - index}`] as const,
  )
  const put = (token: string, shelf: string) =>
    dale.call('POST', `${CENTER}/inventory/${token}/shelf`, { shelf })
  for (const [token, shelf] of shelves) expect((await put(token, shelf)).status).toBe(200)
  const { download_url, packing_wave_id } = await exported(shop, dale, tokensQuery([box]))
  const first = (await download(dale, download_url)).bytes
  const walk = [...shelves].sort(([, a], [, b]) => ((a || '~') < (b || '~') ? -1 : 1))
  const placesOf = (name: string) =>
    rowsOf(unzip(first), name).map(({ bid_item_token, shelf }) => [bid_item_token, shelf])
  expect(placesOf('lines.csv')).toEqual(walk)
  expect(placesOf('pick.csv')).toEqual(walk)
  const wave = `${CENTER}/packing_waves/${packing_wave_id}`
  const { lines } = await (await dale.call('GET', `${wave}/pack?order_token=${box.token}`)).json()
  const named = walk.map(([, shelf]) => shelf || null)
  expect(lines.map(({ shelf }: { shelf: string | null }) => shelf)).toEqual(named)
  for (const page of ['slips', 'pick_list', `pack?order_token=${box.token}`]) {
    const html = await (await dale.visit(`${wave}/${page}`)).text()
    const found = walk.slice(0, -1).map(([, shelf]) => html.indexOf(shelf))
    expect(Math.min(...found), page).toBeGreaterThan(0)
    expect(found, page).toEqual([...found].sort((a, b) => a - b))
  }
  await put(walk[0]?.[0] ?? '', 'A-99')
  const { job_id } = await (await dale.call('POST', `${wave}/files`, {})).json()
  await shop.settleDown()
  const again = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect((await download(dale, again.download_url)).bytes.equals(first)).toBe(true)
})

test('FUL-5 formulas, quotes, line breaks, emoji and right-to-left text arrive complete and harmless', async () => {
  const { shop, dale } = await centerShop()
  const [box] = readyBoxes(shop)
  if (!box) throw new Error('a box is ready')
  const message = `=HYPERLINK("http://evil.example")\nשלום 🥩 "bon, appétit" ${'x'.repeat(440)}`
  const name = '+cmd|/C calc, O’Hara'
  changeBox(shop, box, {
    deliveryName: name,
    giftOrder: true,
    giftMessage: message,
    giftRecipientName: '@SUM(A1)',
  })
  const { download_url } = await exported(shop, dale, tokensQuery([box]))
  const files = unzip((await download(dale, download_url)).bytes)
  expect(rowsOf(files, 'orders.csv')[0]).toMatchObject({
    delivery_name: `'${name}`,
    gift_order: 'yes',
    gift_recipient_name: "'@SUM(A1)",
    gift_message: `'${message}`,
  })
})

test("FUL-5 only the center's clerks can download, for a day; a regenerated file is identical byte for byte", async () => {
  const { shop, dale } = await centerShop()
  const { download_url, job_id } = await exported(shop, dale, 'select_all=true&in_wave=no')
  const first = await download(dale, download_url)
  const [priya, ben, guest] = [await signedIn(shop, PRIYA), await signedIn(shop, BEN), await shop.shopper()]
  for (const stranger of [priya, ben]) {
    expect((await stranger.visit(download_url)).status).toBe(404)
    expect((await stranger.call('GET', `/jobs/${job_id}`)).status).toBe(404)
    expect((await stranger.call('POST', `/jobs/${job_id}/cancel`)).status).toBe(404)
  }
  expect((await guest.visit(download_url)).headers.get('location')).toBe('/signin')
  expect((await dale.visit('/downloads/..%2F..%2Fpackage.json')).status).toBe(404)
  // The orders change after the wave; the wave does not.
  const [changed] = inWaves(shop).filter(({ waveId }) => waveId === 2)
  shop.db
    .update(orders)
    .set({ deliveryName: 'Another' })
    .where(eq(orders.id, changed?.orderId ?? 0))
    .run()
  shop.pass(24 * 3_600_000)
  const later = await signedIn(shop, DALE)
  expect((await later.visit(download_url)).status).toBe(404)
  const again = await (await later.call('POST', `${CENTER}/packing_waves/2/files`)).json()
  await shop.settleDown()
  const detail = await (await later.call('GET', `/jobs/${again.job_id}`)).json()
  expect(detail.download_url).not.toBe(download_url)
  expect((await download(later, detail.download_url)).bytes.equals(first.bytes)).toBe(true)
  expect(waveCount(shop)).toBe(2)
  const priyaLater = await signedIn(shop, PRIYA)
  expect((await priyaLater.call('POST', `/fulfillment/cumberland-valley/packing_waves/2/files`)).status).toBe(
    404,
  )
})

test('FUL-5 a clerk can have at most five pending requests for the files of a wave', async () => {
  const { dale } = await centerShop()
  const ask = () => dale.call('POST', `${CENTER}/packing_waves/1/files`)
  const statuses = []
  for (let times = 0; times < 6; times++) statuses.push((await ask()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('FUL-3 a box held in its wave and then released joins the next one', async () => {
  const { shop, dale } = await centerShop()
  const [row] = inWaves(shop)
  if (!row) throw new Error('the demo has a wave')
  const box = shop.db.select().from(orders).where(eq(orders.id, row.orderId)).get()
  if (!box) throw new Error('its order is there')
  changeBox(shop, box, { state: 'review' })
  await durably(shop.db, (tx) => releaseFromReview(tx, { ...box, state: 'review' }, shop.clock.now()))
  const detail = await exported(shop, dale, tokensQuery([box]))
  expect(detail.packing_wave_id).toBe(2)
  const rows = shop.db
    .select()
    .from(packingWaveOrders)
    .where(and(eq(packingWaveOrders.orderId, box.id), isNull(packingWaveOrders.endedAt)))
    .all()
  expect(rows.map(({ waveId }) => waveId)).toEqual([2])
})

test('FUL-4 an account can have at most five pending exports', async () => {
  const { shop, dale } = await centerShop()
  const boxes = readyBoxes(shop)
  const statuses: number[] = []
  for (const box of boxes.slice(0, 6)) statuses.push((await exportBoxes(dale, tokensQuery([box]))).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('WAV-1 SET-1 personal data erased from an order is erased from its wave', async () => {
  const { shop, dale } = await centerShop()
  const read = async () => (await (await dale.call('GET', `${CENTER}/packing_waves/1`)).json()).orders
  const guests = new Set(boxesAt(shop).flatMap(({ userId, token }) => (userId === null ? [token] : [])))
  const named = (rows: Record<string, string>[]) => rows.filter(({ delivery_name }) => delivery_name !== '')
  expect(named(await read())).toHaveLength(20)
  const now = shop.clock.now()
  await durably(shop.db, (tx) => eraseGuests(tx, oldGuestOrders(tx, now, 1_000), now))
  const rows: Record<string, string>[] = await read()
  expect(named(rows).every(({ order_token: token = '' }) => !guests.has(token))).toBe(true)
  const erased = rows.filter(({ order_token: token = '' }) => guests.has(token))
  expect(erased.length).toBeGreaterThan(10)
  for (const row of erased)
    expect(row).toMatchObject({ delivery_street_address_1: '', delivery_phone_number: '', gift_message: '' })
})

test('LOT-1 a line that no lot can fill gets a warning from the job and on the wave’s page, and blocks nothing', async () => {
  const { shop, dale } = await centerShop()
  const [box] = boxesToPack(shop) as [Order]
  const { id: offerId, units } = shop.db.get<{ id: number; units: number }>(sql`
    select offer_id as id, -sum(delta) as units from stock_movements
    where order_id = ${box.id} and offer_id not in (select offer_id from lots) group by offer_id`)!
  const detailOf = async () => exported(shop, dale, tokensQuery([box]))
  await receiveLot(shop, { offerId, code: 'OLD-1', bestBy: inDays(shop, 9), units: 5 })
  expect((await detailOf()).warnings).toEqual([]) // there are still units outside any lot
  await dale.call('POST', `${CENTER}/packing_waves/2/void`, {})
  const [loose] = unlottedUnits(shop.db, { offerIds: [offerId], fcId: 1 })
  const everything = { offerId, code: 'OLD-2', bestBy: inDays(shop, 9), units: loose?.units ?? 0 }
  await receiveLot(shop, everything)
  await durably(shop.db, (tx) => loseLoose(tx, everything))
  const detail = await detailOf()
  expect(detail.job_status).toBe('complete')
  expect(detail.warnings).toEqual([
    expect.stringMatching(new RegExp(`${box.identifier}: no lot has ${units} × `)),
  ])
  const wave = `${CENTER}/packing_waves/${detail.packing_wave_id}`
  expect((await (await dale.call('GET', wave)).json()).without_lot).toMatchObject([
    { order_token: box.token, quantity: units },
  ])
  const html = await (await dale.visit(wave)).text()
  expect(html).toContain('Packs without a lot')
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
})

/** As if these units had turned out to be in the lot. */
function loseLoose(tx: DurableTx, { offerId, units }: { offerId: number; units: number }) {
  const place = { offerId, fcId: 1, userId: userOf({ db: tx }, DALE).id, scaleGrams: null }
  const adjusted = adjustStock(tx, { ...place, change: -units, note: 'Counted' }, NOW)
  if (!adjusted.ok) throw new Error(adjusted.reason)
}
