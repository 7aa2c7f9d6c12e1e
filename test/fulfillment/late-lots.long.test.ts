import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { lots, type Order } from '#db/schema/index.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { CENTER, centerShop, changeBox } from '../support/clerks.ts'
import { boxesToPack, inDays, lotsOfBox, offerIdOf, receiveLot } from '../support/lots.ts'
import { wordsOf } from '../support/rewards.ts'
import { press, WAVE, waveShop } from '../support/waves.ts'

type Line = { bid_item_token: string; quantity: number }

test('FUL-11 LOT-1 a box isn’t closed by a scan while a pack in it is of a lot that expired meanwhile', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const post = async (step: string, fields: object) => {
    const answer = await dale.call('POST', `${WAVE}/${step}`, { order_token: box.token, ...fields })
    return { status: answer.status, ...(await answer.json()) }
  }
  const { lines } = await (await dale.call('GET', `${WAVE}/pack?order_token=${box.token}`)).json()
  const [first, ...others] = lines as [Line, ...Line[]]
  const offerId = offerIdOf(shop, first.bid_item_token)
  const lot = (code: string) => receiveLot(shop, { offerId, code, bestBy: inDays(shop, 200), units: 9 })
  await lot('SOON')
  const codes = [
    ...Array.from({ length: first.quantity }, (_, index) => `${first.bid_item_token}/SOON/s${index}`),
    ...others.flatMap(({ bid_item_token: token, quantity }) =>
      Array.from({ length: quantity }, (_, index) => `${token}/L/${index}`),
    ),
  ]
  const last = codes.at(-1)
  for (const barcode of codes.slice(0, -1)) expect((await post('scan', { barcode })).status).toBe(200)
  shop.db
    .update(lots)
    .set({ bestBy: inDays(shop, 1) })
    .run()

  const refused = await post('scan', { barcode: last })
  expect(refused).toMatchObject({ status: 409, code: 'lot_in_box' })
  expect(refused.error).toContain('Lot SOON would reach its best-by day too soon after arrival.')
  expect((await press(dale, 'shipped', [box])).status).toBe(409)

  await lot('FRESH')
  for (let index = 0; index < first.quantity; index++)
    expect((await post('unscan', { package_id: `s${index}` })).status).toBe(200)
  for (let index = 0; index < first.quantity; index++) {
    expect((await post('scan', { barcode: `${first.bid_item_token}/FRESH/f${index}` })).status).toBe(200)
  }
  expect((await post('scan', { barcode: last })).message).toContain('is packed')
  expect((await press(dale, 'shipped', [box])).status).toBe(200)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-11 LOT-3 a packer is told which lot in the box was recalled, and to set the box aside', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const pack = `${WAVE}/pack?order_token=${box.token}`
  const [first] = (await (await dale.call('GET', pack)).json()).lines as [Line]
  const offerId = offerIdOf(shop, first.bid_item_token)
  await receiveLot(shop, { offerId, code: 'BAD-7', bestBy: inDays(shop, 200), units: 9 })
  const scan = { order_token: box.token, barcode: `${first.bid_item_token}/BAD-7/s0` }
  expect((await dale.call('POST', `${WAVE}/scan`, scan)).status).toBe(200)
  const recall = { lots: ['BAD-7'], reason: 'Listeria was found.' }
  expect((await dale.call('POST', `${CENTER}/recalls`, recall)).status).toBe(200)

  const said = 'Lot BAD-7 was recalled. Set this box aside with everything in it.'
  for (const [step, fields] of [
    ['scan', { barcode: `${first.bid_item_token}/BAD-7/s1` }],
    ['unscan', { package_id: 's0' }],
  ] as const) {
    const refused = await dale.call('POST', `${WAVE}/${step}`, { order_token: box.token, ...fields })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'recalled', lots: ['BAD-7'], error: expect.stringContaining(said) },
    ])
  }
  const waiting = await (await dale.visit(pack)).text()
  expect(waiting).toContain(said)
  expect(waiting).not.toContain('Put back what is in it')
  expect((await press(dale, 'remove', [box])).status).toBe(200)
  expect(await (await dale.visit(pack)).text()).toContain(said)
})

test('FUL-11 LOT-3 the wave and a scanned slip also say that a lot in a stopped box was recalled', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const [first] = (await (await dale.call('GET', `${WAVE}/pack?order_token=${box.token}`)).json()).lines as [
    Line,
  ]
  const offerId = offerIdOf(shop, first.bid_item_token)
  await receiveLot(shop, { offerId, code: 'BAD-7', bestBy: inDays(shop, 200), units: 9 })
  const scan = { order_token: box.token, barcode: `${first.bid_item_token}/BAD-7/s0` }
  expect((await dale.call('POST', `${WAVE}/scan`, scan)).status).toBe(200)
  const recall = { lots: ['BAD-7'], reason: 'Listeria was found.' }
  expect((await dale.call('POST', `${CENTER}/recalls`, recall)).status).toBe(200)

  const said = 'Lot BAD-7 was recalled. Set this box aside with everything in it.'
  expect(await (await dale.visit(WAVE)).text()).toContain(said)

  const slip = `${WAVE}/pack?slip=${box.identifier}.${box.version}`
  const scanned = await dale.call('GET', slip)
  expect([scanned.status, await scanned.json()]).toMatchObject([409, { code: 'recalled', lots: ['BAD-7'] }])
  expect(await (await dale.visit(slip)).text()).toContain(said)
})

test('FUL-11 a pack scanned on a stopped box’s page says again why that box is stopped', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  changeBox(shop, box, { state: 'review' })
  const page = await dale.visit(`${WAVE}/pack?order_token=${box.token}`)
  const form = /<form[^>]* method="get".*?<\/form>/s.exec(await page.text())?.[0] ?? ''
  const sent = new URLSearchParams(
    [...form.matchAll(/name="(\w+)"(?: value="([^"]*)")?/g)].map(([, name, value]) => [
      name ?? '',
      name === 'slip' ? '00123456789012' : (value ?? ''),
    ]),
  )
  const refused = await dale.visit(`${WAVE}/pack?${sent}`)
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toContain('was held for review since this wave was made.')
  expect(html).toContain(`Box 1, ${box.identifier}`)
})

/** A wave of one box, whose offer was planned from lot SOON. `expire` makes that lot too old for it. */
async function boxOfSoon() {
  const { shop, dale } = await centerShop()
  const [box] = boxesToPack(shop) as [Order]
  const { id: offerId, token } = shop.db.get<{ id: number; token: string }>(sql`
    select offers.id, offers.token from stock_movements inner join offers on offers.id = offer_id
    where order_id = ${box.id} and offer_id not in (select offer_id from lots)`)
  const lot = (code: string, days: number) =>
    receiveLot(shop, { offerId, code, bestBy: inDays(shop, days), units: 40 })
  await lot('SOON', 100)
  await durably(shop.db, (tx) => makeWave(tx, 1, sql`select ${box.id}`, shop.clock.now()))
  const wave = `${CENTER}/packing_waves/2`
  const expire = () =>
    shop.db
      .update(lots)
      .set({ bestBy: inDays(shop, 1) })
      .where(eq(lots.code, 'SOON'))
      .run()
  return { shop, dale, box, offerId, token, lot, wave, expire }
}

test('FUL-11 LOT-1 a packer is sent to another lot when the planned one expired overnight', async () => {
  const { dale, box, token, lot, wave, expire } = await boxOfSoon()
  const page = `${wave}/pack?order_token=${box.token}`
  expect(await wordsOf(await dale.visit(page))).toContain('Lot SOON ')
  expire()

  const scan = async (code: string) => {
    const fields = { order_token: box.token, barcode: `${token}/${code}/s1` }
    return (await dale.call('POST', `${wave}/scan`, fields)).json()
  }
  expect(await scan('SOON')).toMatchObject({ code: 'wrong_lot', have: 'SOON', need: [] })
  await lot('FRESH', 200)
  const refused = await scan('SOON')
  expect(refused).toMatchObject({ code: 'wrong_lot', have: 'SOON', need: ['FRESH'] })
  expect(refused.error).toContain('too soon after arrival. The box needs lot FRESH.')
  expect(await scan('OTHER')).toMatchObject({ code: 'wrong_lot', have: 'OTHER', need: ['FRESH'] })
  const shown = await wordsOf(await dale.visit(page))
  expect(shown).toContain('Take another lot: SOON would reach its best-by day too soon after arrival.')
  expect(shown).not.toContain('Lot SOON ')
  expect(await scan('FRESH')).toMatchObject({ message: expect.stringMatching(/^Right|is packed/) })
})

test('FUL-11 LOT-1 a pack without a lot on it is asked for its lot when the planned one expired', async () => {
  const { shop, dale, box, offerId, token, lot, wave, expire } = await boxOfSoon()
  const fields = { order_token: box.token, barcode: token }
  expire()
  expect(await (await dale.call('POST', `${wave}/scan`, fields)).json()).toMatchObject({ code: 'wrong_lot' })

  await lot('FRESH 2', 200)
  const asked = await dale.submit('POST', `${wave}/scan`, fields)
  const page = await asked.text()
  expect(asked.status).toBe(422)
  expect(page).toContain('Lot SOON would reach its best-by day too soon after arrival.')
  const form = page.split('<form').find((each) => each.includes('It’s lot FRESH 2')) ?? ''
  const sent = Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  expect(sent).toMatchObject({ barcode: token, lot: 'FRESH 2' })
  expect((await dale.submit('POST', `${wave}/scan`, sent as Record<string, string>)).status).toBe(303)
  expect(lotsOfBox(shop, box.id, offerId)).toMatchObject([
    { code: 'SOON', packed: 0 },
    { code: 'FRESH 2', packed: 1 },
  ])
  const { lines } = await (await dale.call('GET', `${wave}/pack?order_token=${box.token}`)).json()
  const line = lines.find((each: Line) => each.bid_item_token === token)
  expect(line.packages).toMatchObject([{ lot: 'FRESH 2' }])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-11 LOT-1 a packer who mistypes the lot is asked again, but not if that lot was recalled', async () => {
  const { shop, dale, box, offerId, token, lot, wave, expire } = await boxOfSoon()
  expire()
  for (const [index, code] of ['FRESH 2', 'BAD 3'].entries()) await lot(code, 200 + index)
  shop.db.update(lots).set({ state: 'recalled' }).where(eq(lots.code, 'BAD 3')).run()
  const scan = { order_token: box.token, barcode: token }
  expect((await dale.submit('POST', `${wave}/scan`, scan)).status).toBe(422)

  const mistyped = await dale.submit('POST', `${wave}/scan`, { ...scan, lot: 'FRASH 2' })
  const page = await mistyped.text()
  expect([mistyped.status, page.includes('Lot FRASH 2 is not known here.')]).toEqual([422, true])
  const forms = page.split('<form').filter((each) => each.includes(`name="barcode" value="${token}"`))
  expect(forms.flatMap((each) => /It’s lot FRESH 2|Another lot/.exec(each)?.[0] ?? [])).toEqual([
    'It’s lot FRESH 2',
    'Another lot',
  ])
  const recalled = await (await dale.submit('POST', `${wave}/scan`, { ...scan, lot: 'BAD 3' })).text()
  expect(recalled).toContain('Lot BAD 3')
  expect(recalled).not.toContain('Another lot')
  const meant = { ...scan, lot: 'FRESH 2' }
  expect((await dale.submit('POST', `${wave}/scan`, meant)).status).toBe(303)
  expect(lotsOfBox(shop, box.id, offerId).filter(({ packed }) => packed > 0)).toMatchObject([
    { code: 'FRESH 2' },
  ])
})

test('FUL-11 LOT-1 a packer who has yet another lot in hand types it', async () => {
  const { shop, dale, box, offerId, token, lot, wave, expire } = await boxOfSoon()
  expire()
  for (const [index, code] of ['A 1', 'B 2', 'C 3', 'D 4'].entries()) await lot(code, 200 + index)
  const asked = await dale.submit('POST', `${wave}/scan`, { order_token: box.token, barcode: token })
  const forms = (await asked.text()).split('<form')
  expect(forms.filter((each) => each.includes('It’s lot '))).toHaveLength(3)

  const form = forms.find((each) => each.includes('Another lot')) ?? ''
  expect(form).toContain(`name="barcode" value="${token}"`)
  const typed = { order_token: box.token, barcode: token, lot: 'd 4' }
  expect((await dale.submit('POST', `${wave}/scan`, typed)).status).toBe(303)
  expect(lotsOfBox(shop, box.id, offerId).filter(({ packed }) => packed > 0)).toMatchObject([{ code: 'D 4' }])
  const { lines } = await (await dale.call('GET', `${wave}/pack?order_token=${box.token}`)).json()
  expect(lines.flatMap(({ packages }: { packages: object[] }) => packages)).toMatchObject([{ lot: 'D 4' }])
  expect(ledgerProblems(shop.db)).toEqual([])
})
