import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Order, packingWaveOrders, type WaveBox, type WaveLine } from '#db/schema/index.ts'
import { readSlipCode, slipCode } from '#src/fulfillment/slip-code.ts'
import { layOutSlips } from '#src/fulfillment/slip-layout.ts'
import { CENTER } from '../support/clerks.ts'
import { validator } from '../support/valid-html.ts'
import { cancelOrder, press, WAVE, waveShop } from '../support/waves.ts'
import type { World } from '../support/world.ts'

const changeKept = ({ db }: World, { id }: Order, change: (box: WaveBox) => WaveBox) => {
  const row = db.select().from(packingWaveOrders).where(eq(packingWaveOrders.orderId, id)).get()
  if (!row?.box) throw new Error('the wave keeps its boxes')
  db.update(packingWaveOrders)
    .set({ box: change(row.box) })
    .where(eq(packingWaveOrders.orderId, id))
    .run()
  return change(row.box)
}

/** Everything awkward in one text: a formula, right-to-left text and marks, emoji, markup, 500 characters. */
const ODD = `=HYPERLINK("x") שלום\u200f <b>&</b> 🥩👩‍👩‍👧 ${'Ünïcode words '.repeat(40)}`.slice(0, 500)

const slipsPage = async (clerk: Awaited<ReturnType<typeof waveShop>>['dale'], query = '') =>
  (await clerk.visit(`${WAVE}/slips${query}`)).text()

test('FUL-6 slips print two to a sheet with a barcode of order and version, and the buttons show the number of sheets', async () => {
  const { dale, boxes } = await waveShop()
  const html = await slipsPage(dale)
  expect(html.match(/class="letter"/g)).toHaveLength(boxes.length / 2)
  expect(html.match(/class="code128"/g)).toHaveLength(boxes.length)
  expect(html).toContain(`<b>${boxes[0]!.identifier}.${boxes[0]!.version}</b>`)
  expect(html).toContain(`Print ${boxes.length / 2} sheets`)
  expect(html).toContain(`Wave 1, box 1 of ${boxes.length}`)
  const page = await (await dale.visit(WAVE)).text()
  expect(page).toContain(`Slips, ${boxes.length / 2} sheets`)
  expect(page).toContain('Pick list, 2 sheets')
  const { slips, sheets } = await (await dale.call('GET', `${WAVE}/slips`)).json()
  expect([slips.length, sheets]).toEqual([boxes.length, boxes.length / 2])
  const found = await (await dale.call('GET', `${CENTER}/orders?q=${slips[0].barcode}`)).json()
  expect(found.orders.map(({ identifier }: Order) => identifier)).toEqual([boxes[0]!.identifier])
})

test('FUL-6 a gift slip has its message and no prices, and other slips have prices', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [gift, plain] = boxes as [Order, Order]
  const box = changeKept(shop, gift, (kept) => ({
    ...kept,
    gift_order: true,
    gift_recipient_name: 'Emeka',
    gift_message: 'Happy birthday!\nLove, Ana',
  }))
  const slip = await slipsPage(dale, `?order_tokens[]=${gift.token}`)
  expect(slip).toContain('Happy birthday!')
  expect(slip).toContain('A gift for')
  expect(slip).toContain(box.lines[0]!.farm)
  expect(slip.slice(slip.indexOf('class="slip"'))).not.toContain('$')
  expect(await slipsPage(dale, `?order_tokens[]=${plain.token}`)).toContain('Charged')
})

test('FUL-6 odd names and messages are printed in full and escaped', async () => {
  const { shop, dale, boxes } = await waveShop()
  changeKept(shop, boxes[0]!, (kept) => ({
    ...kept,
    delivery_name: ODD.slice(0, 100),
    gift_recipient_name: ODD.slice(0, 100),
    gift_message: ODD,
  }))
  const html = await slipsPage(dale, `?order_tokens[]=${boxes[0]!.token}`)
  const escaped = ODD.replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  expect(html).toContain(`<p dir="auto">${escaped}</p>`)
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
})

test('FUL-6 packed, changed and removed boxes are not printed, but a packed one can be reprinted', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [packed, canceled, removed] = boxes as [Order, Order, Order]
  await press(dale, 'packed', [packed])
  await press(dale, 'remove', [removed])
  await cancelOrder(shop, canceled)
  const html = await slipsPage(dale)
  for (const { identifier } of [packed, canceled, removed]) expect(html).not.toContain(identifier)
  expect(await slipsPage(dale, `?order_tokens[]=${packed.token}`)).toContain(packed.identifier)
  expect(await slipsPage(dale, `?order_tokens[]=${canceled.token}`)).toContain('No slips to print')
  expect((await dale.visit(`${WAVE}/slips?order_tokens[]=nobody`)).status).toBe(404)
  expect((await dale.visit(`${WAVE}/slips?page=99`)).status).toBe(404)
})

test('FUL-6 the pick list covers only the boxes left to pack', async () => {
  const { dale, boxes } = await waveShop()
  const before = await (await dale.call('GET', `${WAVE}/pick_list`)).json()
  await press(dale, 'packed', boxes.slice(1))
  const { pick } = await (await dale.call('GET', `${WAVE}/pick_list`)).json()
  expect(before.total).toBeGreaterThan(pick.length)
  expect(pick.every(({ boxes: count }: { boxes: number }) => count === 1)).toBe(true)
  expect(await (await dale.visit(`${WAVE}/pick_list`)).text()).toContain('Print 1 sheet')
})

const line = (name = 'Ribeye'): WaveLine => ({
  bid_item_token: name,
  name,
  label: '10 oz',
  farm: 'Larks',
  quantity: 1,
  unit_grams: 283,
  line_cents: 1_000,
})

const slipOf = (count: number, message = '') => {
  const lines = Array.from({ length: count }, (_, index) => line(`Cut ${index}`))
  const box = {
    gift_message: message,
    gift_recipient_name: '',
    delivery_name: 'Ana',
    lines,
  } as unknown as WaveBox
  return { box: { ...box, delivery_street_address_1: '1 Pike Pl', delivery_street_address_2: '' }, lines }
}

test('FUL-6 two short slips share a sheet, a long one gets its own, and every line is printed once', () => {
  const slips = [slipOf(2), slipOf(12), slipOf(3), slipOf(60, 'x'.repeat(500))]
  const sheets = layOutSlips(slips)
  expect(sheets.map((parts) => parts.map(({ slip }) => slips.indexOf(slip)))).toEqual([
    [0, 2],
    [1],
    [3],
    [3],
    [3],
  ])
  for (const slip of slips) {
    const parts = sheets.flat().filter((part) => part.slip === slip)
    expect(parts.flatMap(({ lines }) => lines)).toEqual(slip.lines)
    expect(parts.map(({ part, parts: all }) => [part, all])).toEqual(
      parts.map((_, index) => [index + 1, parts.length]),
    )
  }
})

test('FUL-6 a slip’s barcode encodes order and version, and other text is not read as one', () => {
  expect(readSlipCode(` ${slipCode('DW-C3W8KM7D', 12).toLowerCase()}\n`)).toEqual({
    identifier: 'DW-C3W8KM7D',
    version: 12,
  })
  for (const other of ['DW-C3W8KM7D', 'DW-C3W8KM7D.', 'C3W8KM7D.1', '0123456789012', 'DW-C3W8KM7D.1.2'])
    expect(readSlipCode(other)).toBe(null)
})
