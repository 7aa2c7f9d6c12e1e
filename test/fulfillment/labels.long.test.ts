import { eq, sql } from 'drizzle-orm'
import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import {
  jobs,
  labelFiles,
  type Order,
  orderLines,
  orders,
  packingWaveOrders,
  payments,
  shippingLabels,
  waveJobs,
} from '#db/schema/index.ts'
import { assertDay, DAY_MS, formatDay, MINUTE_MS } from '#src/day.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { forgetJob } from '#src/jobs/manage.ts'
import { orderById } from '#src/orders/orders.ts'
import { holdForReview } from '#src/orders/review.ts'
import { CarrierError } from '#src/providers/shipping/carrier.ts'
import { TOKEN_PATTERN } from '#src/tokens.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { signedIn } from '../support/account.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import { RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { press, readWave, shipmentsOf, WAVE, waveShop } from '../support/waves.ts'

test('FUL-10 CWT-1 a packed box ships at its actual weight, and one over 50 lb says so', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [light, heavy] = boxes as [Order, Order]
  for (const [box, grams] of [
    [light, 100],
    [heavy, 30_000],
  ] as const)
    shop.db
      .update(orderLines)
      .set({ packedGrams: grams, packedCents: 100 })
      .where(eq(orderLines.id, sql`(select min(id) from order_lines where order_id = ${box.id})`))
      .run()
  const detail = await boughtLabels(shop, dale, [light.token, heavy.token])
  expect(detail.warnings).toEqual([])
  const page = await (await dale.visit(`/jobs/${detail.job_id}`)).text()
  expect(page).not.toContain('These have no label to print')
  expect(page).toMatch(
    new RegExp(`These are heavy.*<li>Box 2, ${heavy.identifier}: weighs [6-9]\\d\\.\\d lb with its ice`, 's'),
  )
  expect(page).not.toContain(`<li>Box 1, ${light.identifier}`)
  const [first, second] = shop.carrier.sold().map(({ parcel }) => parcel.weight)
  expect(Math.abs((first ?? 0) - (second ?? 0))).toBeGreaterThan(500)
})

test('FUL-10 a name with formulas, commands, right-to-left marks, emoji and 500 characters still gets a label', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const name = `=1+1 ^XZ~JA \u202eשלום\u200f 🥩 ${'Zoë '.repeat(130)}`.slice(0, 500)
  const isBox = eq(packingWaveOrders.orderId, box.id)
  const row = shop.db.select().from(packingWaveOrders).where(isBox).get()
  shop.db
    .update(packingWaveOrders)
    .set({ box: { ...row!.box!, delivery_name: name } })
    .where(isBox)
    .run()
  expect(await boughtLabels(shop, dale, [box.token])).toMatchObject({ job_status: 'complete', warnings: [] })
  const zpl = await (await dale.visit(`${WAVE}/labels.zpl?order=${box.token}`)).text()
  expect(zpl.match(/\^XZ|~JA/g)).toEqual(['^XZ'])
  expect(zpl).toContain('=1+1')
  expect(zpl).toContain(`^FD${box.identifier} · Box 1^FS`)
  const pdf = await dale.visit(`${WAVE}/labels.pdf?order=${box.token}`)
  expect((await PDFDocument.load(await pdf.arrayBuffer())).getPageCount()).toBe(1)
})

const oncePerBox = (rows: { orderId: number; state: string }[]) =>
  new Set(rows.filter(({ state }) => state === 'bought').map(({ orderId }) => orderId)).size

test('FUL-10 one job buys a label for each box, and a second run buys none', async () => {
  const { shop, dale, boxes } = await waveShop()
  const detail = await boughtLabels(shop, dale)
  expect(detail).toMatchObject({
    job_status: 'complete',
    progress: 100,
    message: '20 labels are ready to print.',
    warnings: [],
    download_url: `${WAVE}/labels.pdf?job=${detail.job_id}`,
    packing_wave_id: 1,
  })
  expect(shop.carrier.sold()).toHaveLength(20)
  expect(oncePerBox(labelRows(shop))).toBe(20)
  await Promise.all([boughtLabels(shop, dale), boughtLabels(shop, dale, [boxes[0]?.token ?? ''])])
  expect(shop.carrier.sold()).toHaveLength(20)
  expect(labelRows(shop)).toHaveLength(20)
  const wave = await readWave(dale)
  for (const { label } of wave.orders)
    expect(label).toMatchObject({
      state: 'bought',
      carrier: 'DemoParcel',
      service: 'Ground',
      tracking_code: expect.stringMatching(/^DP\d{12}$/),
      shipment_status_word: 'Label made',
    })
  const page = await (await dale.visit(WAVE)).text()
  expect(page).toContain('20 labels')
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
})

test('FUL-10 "Buy labels" pressed twice leads to one job, and a press after it failed to a new one', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const buy = async (page: string) => {
    const form = /<form[^>]*action="[^"]*\/labels".*?<\/form>/s.exec(page)?.[0] ?? ''
    const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const answer = await dale.submit('POST', `${WAVE}/labels`, Object.fromEntries(fields))
    return answer.headers.get('location')?.split('/').at(-1) ?? ''
  }
  const rows = () => shop.db.select().from(waveJobs).where(eq(waveJobs.kind, 'labels')).all()

  const boxPage = await (await dale.visit(`${WAVE}/boxes/${box.token}`)).text()
  const failed = await buy(boxPage)
  await durably(shop.db, (tx) =>
    tx
      .update(waveJobs)
      .set({ state: 'failed', finishedAt: shop.clock.now() })
      .where(eq(waveJobs.token, failed))
      .run(),
  )
  const again = await buy(boxPage)
  expect([failed, again]).toEqual([
    expect.stringMatching(TOKEN_PATTERN),
    expect.stringMatching(TOKEN_PATTERN),
  ])
  expect(again).not.toBe(failed)

  const page = await (await dale.visit(WAVE)).text()
  const [first, second] = await Promise.all([buy(page), buy(page)])
  expect(second).toBe(first)
  await shop.settleDown()
  expect(await buy(page)).toBe(first)
  expect(rows()).toHaveLength(3)
  const voided = await dale.call('POST', `${WAVE}/labels/void`, { order_tokens: [box.token] })
  expect(voided.status).toBe(200)
  await shop.settleDown()
  expect(await buy(page)).not.toBe(first)
})

test("FUL-10 the labels print in pick order as PDF and ZPL, only for the center's clerks", async () => {
  const { shop, dale, boxes } = await waveShop()
  expect((await dale.call('GET', `${WAVE}/labels.pdf`)).status).toBe(404)
  await boughtLabels(shop, dale)
  const codes = labelRows(shop).map(({ orderId, trackingCode }) => [orderId, trackingCode] as const)
  const inOrder = boxes.map(({ id }) => new Map(codes).get(id))
  const zpl = await (await dale.visit(`${WAVE}/labels.zpl`)).text()
  expect([...zpl.matchAll(/\^BCN,.*\^FD(DP\d+)\^FS/g)].map(([, code]) => code)).toEqual(inOrder)
  const pdf = await dale.visit(`${WAVE}/labels.pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const printed = await PDFDocument.load(await pdf.arrayBuffer())
  expect(printed.getPages().map((page) => page.getSize())).toEqual(
    Array.from({ length: 20 }, () => ({ width: 288, height: 432 })),
  )
  const one = await dale.visit(`${WAVE}/labels.zpl?order=${boxes[3]?.token}`)
  expect(await one.text()).toContain(String(inOrder[3]))
  const elsewhere = '/fulfillment/cumberland-valley/packing_waves/1'
  for (const path of ['/labels.pdf', '/labels.zpl'])
    expect((await dale.visit(elsewhere + path)).status).toBe(404)
  expect((await dale.call('POST', `${elsewhere}/labels`)).status).toBe(404)
})

test('FUL-10 a job for one box, or for what has no label yet, prints no label of another box', async () => {
  const { shop, dale, boxes } = await waveShop()
  await boughtLabels(shop, dale)
  const chosen = boxes.slice(2, 4).map(({ token }) => token)
  expect((await dale.call('POST', `${WAVE}/labels/void`, { order_tokens: chosen })).status).toBe(200)
  const pages = async (path: string) =>
    (await PDFDocument.load(await (await dale.visit(path)).arrayBuffer())).getPageCount()
  const one = await boughtLabels(shop, dale, [chosen[0] ?? ''])
  expect([one.message, await pages(one.download_url)]).toEqual(['1 label is ready to print.', 1])
  const missing = await boughtLabels(shop, dale)
  expect([missing.message, await pages(missing.download_url)]).toEqual(['1 label is ready to print.', 1])
  expect(await pages(`${WAVE}/labels.pdf`)).toBe(20)
  shop.db.delete(labelFiles).where(eq(labelFiles.format, 'ZPL')).run()
  expect((await boughtLabels(shop, dale)).message).toBe('20 labels are ready to print.')
  expect((await dale.visit(`${WAVE}/labels.pdf?job=nothing`)).status).toBe(404)
})

test('FUL-10 a carrier that drops the connection after a sale, or fails before it, never sells a second label', async () => {
  const { shop, dale } = await waveShop()
  const { control } = shop.carrier
  control.fault({ kind: 'reset', method: 'POST', path: '/v2/shipments', when: 'after', times: 3 })
  control.fault({ kind: 'reset', method: 'POST', path: '/v2/shipments/*/buy', when: 'after', times: 5 })
  control.fault({ kind: 'error', method: 'POST', path: '/v2/shipments/*/buy', when: 'before', times: 2 })
  control.fault({ kind: 'reset', method: 'GET', path: '/v2/shipments/*', times: 2 })
  const { job_id } = await (await dale.call('POST', `${WAVE}/labels`)).json()
  for (let round = 0; round < 4; round += 1) {
    await shop.settleDown()
    shop.pass(MINUTE_MS)
  }
  expect(await (await dale.call('GET', `/jobs/${job_id}`)).json()).toMatchObject({
    job_status: 'complete',
    message: '20 labels are ready to print.',
  })
  expect(shop.carrier.sold()).toHaveLength(20)
  expect(labelRows(shop)).toHaveLength(20)
})

test('FUL-10 a process that dies between purchase and row buys nothing twice, and the job finishes once', async () => {
  const { shop, dale, boxes } = await waveShop()
  const { job_id } = await (await dale.call('POST', `${WAVE}/labels`)).json()
  const { carrier } = shop.services
  const { buy } = carrier
  let bought = 0
  const dead = new Promise<never>(() => {})
  // Simulates the crash: from the seventh purchase on, the response never arrives.
  carrier.buy = async (...asked) => {
    const shipment = await buy(...asked)
    bought += 1
    return bought > 6 ? dead : shipment
  }
  void runDueJobs(shop.services)
  await expect.poll(() => bought).toBeGreaterThan(9)
  const restarted = shop.restart()
  restarted.db.update(jobs).set({ state: 'queued' }).where(eq(jobs.kind, 'buy_labels')).run()
  await restarted.settleDown()
  expect(shop.carrier.sold()).toHaveLength(20)
  expect(labelRows(shop).map(({ state }) => state)).toEqual(boxes.map(() => 'bought'))
  expect(restarted.db.select().from(labelFiles).all()).toHaveLength(40)
  expect(await (await dale.call('GET', `/jobs/${job_id}`)).json()).toMatchObject({ job_status: 'complete' })
})

test('FUL-10 boxes that the carrier rejects are listed with its message, and the others get labels', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [first] = boxes
  const row = shop.db
    .select()
    .from(packingWaveOrders)
    .where(eq(packingWaveOrders.orderId, first?.id ?? 0))
    .get()
  if (!row?.box) throw new Error('the wave keeps its boxes')
  const box = { ...row.box, delivery_postal_code: '99501' }
  shop.db.update(packingWaveOrders).set({ box }).where(eq(packingWaveOrders.orderId, row.orderId)).run()
  const detail = await boughtLabels(shop, dale)
  expect(detail).toMatchObject({
    job_status: 'complete',
    message: '19 labels are ready to print.',
    warnings: [`Box 1, ${first?.identifier}: DemoParcel: We do not deliver to 99501.`],
  })
  const failed = await boughtLabels(shop, dale, [first?.token ?? ''])
  expect(failed).toMatchObject({ job_status: 'failed', error_message: 'No label was bought.' })
  expect(shop.carrier.sold()).toHaveLength(19)
  const unknown = await dale.call('POST', `${WAVE}/labels`, { order_tokens: ['nothing'] })
  expect([unknown.status, (await unknown.json()).error]).toEqual([
    404,
    'There is no box of the order "nothing" in this wave. No label was bought.',
  ])
})

test('FUL-10 a label is voided along with its box or by hand, and its refund is recorded once the carrier pays it', async () => {
  const { shop, dale, boxes } = await waveShop()
  await boughtLabels(shop, dale)
  const [first, second, third] = boxes
  if (!first || !second || !third) throw new Error('the wave has boxes')
  expect((await press(dale, 'remove', [first])).status).toBe(200)
  expect((await dale.call('POST', `${WAVE}/labels/void`, { order_tokens: [second.token] })).status).toBe(200)
  await shop.settleDown()
  const labelOf = (orderId: number) => labelRows(shop).filter((row) => row.orderId === orderId)
  expect(labelOf(first.id)).toMatchObject([{ state: 'void', refund: 'submitted' }])
  expect(labelOf(second.id)).toMatchObject([{ state: 'void', refund: 'submitted' }])
  expect((await boughtLabels(shop, dale, [second.token])).message).toBe('1 label is ready to print.')
  expect(labelOf(second.id).map(({ state }) => state)).toEqual(['void', 'bought'])
  expect((await press(dale, 'shipped', [third])).status).toBe(200)
  const [shipment] = shipmentsOf(shop, third)
  expect(shipment).toMatchObject({ carrier: 'DemoParcel', service: 'Ground' })
  expect(shipment?.trackingCode).toBe(labelOf(third.id)[0]?.trackingCode)
  const late = await dale.call('POST', `${WAVE}/labels/void`, { order_tokens: [third.token] })
  expect(late.status).toBe(409)
  for (let day = 0; day < 3; day += 1) {
    shop.pass(DAY_MS)
    await shop.settleDown()
  }
  expect(labelOf(first.id)).toMatchObject([{ refund: 'refunded' }])
})

test("FUL-10 WAV-2 the page of a box's old wave cannot void its label in the next wave", async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  await press(dale, 'remove', [box])
  const waveId = await durably(shop.db, (tx) => makeWave(tx, 1, sql`select ${box.id}`, shop.clock.now()))
  const next = `${CENTER}/packing_waves/${waveId}/labels`
  await dale.call('POST', next, { order_tokens: [box.token] })
  await runDueJobs(shop.services)
  const stale = await dale.call('POST', `${WAVE}/labels/void`, { order_tokens: [box.token] })
  expect([stale.status, (await stale.json()).error]).toEqual([
    409,
    `Not in this wave anymore: ${box.identifier}. No label was voided.`,
  ])
  expect(labelRows(shop)).toMatchObject([{ state: 'bought' }])
  expect((await dale.call('POST', `${next}/void`, { order_tokens: [box.token] })).status).toBe(200)
})

test("FUL-10 a box's page from before a colleague bought another label can't void that one", async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const buy = async () => {
    await dale.call('POST', `${WAVE}/labels`, { order_tokens: [box.token] })
    await runDueJobs(shop.services)
  }
  await buy()
  const page = await (await dale.visit(`${WAVE}/boxes/${box.token}`)).text()
  const seen_label = /name="seen_label" value="(\d+)"/.exec(page)?.[1]
  const fields = { order_tokens: [box.token], seen_label }
  expect((await dale.call('POST', `${WAVE}/labels/void`, fields)).status).toBe(200)
  await buy()
  const stale = await dale.call('POST', `${WAVE}/labels/void`, fields)
  expect([stale.status, (await stale.json()).error]).toEqual([
    409,
    `There is another label now: ${box.identifier}. No label was voided.`,
  ])
  expect(labelRows(shop).map(({ state }) => state)).toEqual(['void', 'bought'])
})

test('FUL-10 a box released from review joins its next wave without its old label', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  await boughtLabels(shop, dale, [box.token])
  await durably(shop.db, (tx) => holdForReview(tx, orderById(tx, box.id), shop.clock.now()))
  const ruth = await signedIn(shop, RUTH)
  const released = await ruth.call('POST', `/staff/orders/${box.token}/release`, { reason: 'All is well' })
  expect(released.status).toBe(200)
  await shop.settleDown()
  const labels = () => labelRows(shop).filter(({ orderId }) => orderId === box.id)
  expect(labels()).toMatchObject([{ state: 'void', refund: 'submitted' }])
  const wave = await durably(shop.db, (tx) => makeWave(tx, 1, sql`select ${box.id}`, shop.clock.now()))
  const next = `${CENTER}/packing_waves/${wave}`
  const asked = await dale.call('POST', `${next}/labels`, { order_tokens: [box.token] })
  expect(asked.status).toBe(200)
  await shop.settleDown()
  expect(labels().map(({ state }) => state)).toEqual(['void', 'bought'])
})

test('FUL-10 voiding a wave voids its labels, including one being bought at that moment', async () => {
  const { shop, dale, boxes } = await waveShop()
  const { carrier } = shop.services
  const { buy } = carrier
  let voided = false
  carrier.buy = async (...asked) => {
    if (!voided) {
      voided = true
      expect((await dale.call('POST', `${WAVE}/void`)).status).toBe(200)
    }
    return buy(...asked)
  }
  const detail = await boughtLabels(shop, dale)
  expect(detail).toMatchObject({ job_status: 'failed', error_message: 'No label was bought.' })
  for (let round = 0; round < 12; round += 1) {
    await shop.settleDown()
    shop.pass(MINUTE_MS)
  }
  const rows = shop.db.select().from(shippingLabels).all()
  expect(rows.length).toBeLessThan(boxes.length)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['void']))
  for (const sold of shop.carrier.sold()) expect(sold.refund_status).toBe('submitted')
  expect(shop.db.select().from(orders).where(eq(orders.state, 'in_wave')).all()).toEqual([])
})

test('FUL-10 WAV-2 no label is bought for an order edited or refunded since its wave was made', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [edited, refunded, late, other] = boxes as [Order, Order, Order, Order]
  const edit = ({ id, version }: Order) =>
    shop.db
      .update(orders)
      .set({ deliveryStreet1: '7 New Rd', version: version + 1 })
      .where(eq(orders.id, id))
      .run()
  edit(edited)
  shop.db.update(payments).set({ status: 'refunded' }).where(eq(payments.orderId, refunded.id)).run()
  const chosen = [edited, refunded, late, other]
  const asked = await dale.call('POST', `${WAVE}/labels`, { order_tokens: chosen.map(({ token }) => token) })
  edit(late)
  await shop.settleDown()
  const { job_id } = await asked.json()
  const detail = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(detail).toMatchObject({ job_status: 'complete', warnings: { length: 3 } })
  for (const { identifier } of [edited, refunded, late])
    expect(detail.warnings.join()).toContain(`${identifier}: `)
  expect(labelRows(shop).map(({ orderId }) => orderId)).toEqual([other.id])
})

test('FUL-10 WAV-2 a quoted label is not bought if its order was edited before the job’s next try', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const { carrier } = shop.services
  const { createShipment } = carrier
  carrier.createShipment = async (parcel) => {
    await createShipment(parcel)
    throw new CarrierError('unknown', 'reset', 'The answer was lost.')
  }
  const asked = await dale.call('POST', `${WAVE}/labels`, { order_tokens: [box.token] })
  await runDueJobs(shop.services)
  expect(labelRows(shop)).toMatchObject([{ state: 'buying', askedAt: null }])
  shop.db
    .update(orders)
    .set({ deliveryStreet1: '7 New Rd', version: box.version + 1 })
    .where(eq(orders.id, box.id))
    .run()
  for (let round = 0; round < 3; round += 1) {
    shop.pass(MINUTE_MS)
    await shop.settleDown()
  }
  expect(labelRows(shop)).toMatchObject([{ state: 'failed', problem: expect.stringContaining('changed') }])
  const { job_id } = await asked.json()
  const detail = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(detail).toMatchObject({ job_status: 'failed', error_message: 'No label was bought.' })
})

test('FUL-9 a box gets a label for the size and ice that a clerk chose while the job was buying others', async () => {
  const { shop, dale, boxes } = await waveShop()
  const last = boxes.at(-1) as Order
  const chosen = { box_size: 'XL', dry_ice_pounds: '20', reason: 'Out of M' }
  const { carrier } = shop.services
  const { buy } = carrier
  let changed: number | null = null
  carrier.buy = async (...asked) => {
    if (changed === null) {
      changed = 0
      changed = (await dale.call('POST', `${WAVE}/boxes/${last.token}/packaging`, chosen)).status
    }
    return buy(...asked)
  }
  await boughtLabels(shop, dale)
  expect(changed).toBe(200)
  const sold = shop.carrier.sold().find(({ options }) => JSON.stringify(options).includes(last.identifier))
  expect(sold?.parcel).toMatchObject({ length: 22, width: 16, height: 14 })
})

test('FUL-9 size and ice of a box shipped without a label can no longer change', async () => {
  const { dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  expect((await press(dale, 'shipped', [box])).status).toBe(200)
  const size = { box_size: 'XL', dry_ice_pounds: '20', reason: 'Out of M' }
  const late = await dale.call('POST', `${WAVE}/boxes/${box.token}/packaging`, size)
  expect([late.status, (await late.json()).error]).toEqual([409, 'This box has shipped.'])
})

test('FUL-10 a manifest covers the parcels of one ship day, once, even if its response was lost', async () => {
  const { shop, dale, boxes } = await waveShop()
  await boughtLabels(shop, dale)
  const day = boxes[0]?.shipOn ?? ''
  const ask = () => dale.call('POST', `${CENTER}/manifests`, { ship_on: day })
  shop.carrier.control.fault({
    kind: 'reset',
    method: 'POST',
    path: '/v2/scan_forms',
    when: 'after',
    times: 1,
  })
  const { manifest_ids: ids } = await (await ask()).json()
  expect(ids).toEqual([1])
  expect((await ask()).status).toBe(409)
  for (let round = 0; round < 3; round += 1) {
    await shop.settleDown()
    shop.pass(MINUTE_MS)
  }
  const paper = await dale.visit(`${CENTER}/manifests/1`)
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const forms = new Set(shop.carrier.sold().flatMap(({ scan_form }) => scan_form?.id ?? []))
  expect(forms.size).toBe(1)
  const sameDay = boxes.filter(({ shipOn }) => shipOn === day).map(({ id }) => id)
  const onIt = labelRows(shop).filter(({ manifestId }) => manifestId === 1)
  expect(onIt.map(({ orderId }) => orderId).sort()).toEqual(sameDay.sort())
  expect((await dale.visit('/fulfillment/cumberland-valley/manifests/1')).status).toBe(404)
  expect((await dale.call('POST', `${CENTER}/manifests`, { ship_on: 'soon' })).status).toBe(422)
  expect(await (await dale.visit(WAVE)).text()).toContain('DemoParcel manifest of')
  const box = await dale.visit(`${WAVE}/boxes/${boxes[0]?.token}`)
  expect(await box.text()).toContain('Void the label')
})

test('FUL-10 a manifest whose job was forgotten says so too, and its parcels are free for the next', async () => {
  const { shop, dale, boxes } = await waveShop()
  await boughtLabels(shop, dale)
  const day = boxes[0]?.shipOn ?? ''
  const ask = () => dale.call('POST', `${CENTER}/manifests`, { ship_on: day })
  expect((await ask()).status).toBe(200)
  const job = shop.db.select().from(jobs).where(eq(jobs.kind, 'make_manifest')).get()
  expect(await forgetJob(shop.db, job?.id ?? 0, shop.clock.now())).toMatchObject({ ok: true })
  const name = formatDay(assertDay(day), 'short')
  const page = await (await dale.visit(WAVE)).text()
  expect(page).toContain(`Make the manifest of ${name}`)
  expect(page).not.toContain('is being made')
  expect((await ask()).status).toBe(200)
  await shop.settleDown()
  expect((await dale.visit(`${CENTER}/manifests/2`)).status).toBe(200)
  expect((await ask()).status).toBe(409)
})

test('FUL-10 a failed manifest is reported on the wave’s page, and a clerk can request it again', async () => {
  const { shop, dale, boxes } = await waveShop()
  await boughtLabels(shop, dale)
  const day = boxes[0]?.shipOn ?? ''
  const ask = (clerk = dale) => clerk.call('POST', `${CENTER}/manifests`, { ship_on: day })
  shop.carrier.control.fault({ kind: 'reset', method: 'POST', path: '/v2/scan_forms', when: 'before' })
  expect((await ask()).status).toBe(200)
  for (let round = 0; round < 4; round += 1) {
    await shop.settleDown()
    shop.pass(DAY_MS)
  }
  expect(shop.db.select().from(jobs).where(eq(jobs.kind, 'make_manifest')).get()?.state).toBe('failed')
  const clerk = await signedIn(shop, DALE)
  const page = await (await clerk.visit(WAVE)).text()
  const name = formatDay(assertDay(day), 'short')
  expect(page).toContain(`Make the manifest of ${name}`)
  expect(page.match(/DemoParcel manifest of [^<]*/g)).toEqual([
    `DemoParcel manifest of ${name} wasn’t made: the carrier didn’t answer. Ask again.`,
  ])
  shop.carrier.control.clear()
  expect((await ask(clerk)).status).toBe(200)
  await shop.settleDown()
  const paper = await clerk.visit(`${CENTER}/manifests/1`)
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})
