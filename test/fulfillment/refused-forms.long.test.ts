import { expect, test } from 'vitest'
import { type Order, offers } from '#db/schema/index.ts'
import { offerToken } from '../support/buying.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { inDays } from '../support/lots.ts'
import { press, WAVE, waveShop } from '../support/waves.ts'

test('LOT-3 a refused recall keeps its lots, reason, class and case number', async () => {
  const { dale } = await centerShop()
  const page = await (await dale.visit(`${CENTER}/recalls`)).text()
  const lot = /name="lots\[\]" value="([^"]{22})"/.exec(page)?.[1] ?? ''
  const typed = { recall_class: 'II', case_number: '042-2026' }
  const noReason = await dale.submit('POST', `${CENTER}/recalls`, { 'lots[]': lot, reason: '', ...typed })
  expect(noReason.status).toBe(422)
  const again = await noReason.text()
  for (const kept of [`value="${lot}" checked`, 'value="II" selected', 'value="042-2026"'])
    expect(again).toContain(kept)

  const unknown = { 'lots[]': 'NO-SUCH-1', reason: 'Torn seals', ...typed }
  const noLot = await dale.submit('POST', `${CENTER}/recalls`, unknown)
  expect(noLot.status).toBe(404)
  const after = await noLot.text()
  for (const kept of ['value="NO-SUCH-1"', 'value="Torn seals"']) expect(after).toContain(kept)
  expect(await (await dale.visit(`${CENTER}/recalls`)).text()).not.toContain(' checked')
})

test('FUL-12 a refused announcement stays open with what was typed', async () => {
  const { shop, dale } = await centerShop()
  const expected_on = inDays(shop, 3)
  const typed = { bid_item_token: 'no-such-code', quantity: '12', expected_on, press: 'P'.repeat(22) }
  const refused = await dale.submit('POST', `${CENTER}/receiving`, typed)
  expect(refused.status).toBe(404)
  const page = await refused.text()
  for (const kept of ['value="no-such-code"', 'value="12"', `value="${expected_on}"`])
    expect(page).toContain(kept)
  expect(page).toMatch(/<details class="receiving__announce" open/)
})

test('FUL-12 a refused count keeps the temperature, which a phone can type below zero', async () => {
  const { shop, dale } = await centerShop()
  const token = offerToken(shop.db, 'demo-fifty')
  const announced = { bid_item_token: token, quantity: 20, expected_on: inDays(shop, 1) }
  const { delivery_id: id } = await (await dale.call('POST', `${CENTER}/receiving`, announced)).json()
  const noLot = { 'lines[0][bid_item_token]': token, 'lines[0][quantity]': '20', temperature_f: '-4' }
  await dale.visit(`${CENTER}/receiving/${id}`)
  const refused = await dale.submit('POST', `${CENTER}/receiving/${id}/check_in`, noLot)
  expect(refused.status).toBe(422)
  const field = /<input[^>]*name="temperature_f"[^>]*>/.exec(await refused.text())?.[0]
  expect(field).toContain('value="-4"')
  expect(field).not.toContain('inputmode="numeric"') // on an iPhone, that keypad has no minus
})

test('FUL-8 a refused change of a ship day keeps its capacity or reason, and names the label', async () => {
  const { dale } = await centerShop()
  const change = async (fields: Record<string, string>) => {
    const refused = await dale.submit('POST', `${CENTER}/calendar`, { ship_on: '2026-12-10', ...fields })
    return [refused.status, await refused.text()] as const
  }
  const [status, tooMany] = await change({ capacity: '20001' })
  expect(status).toBe(422)
  expect(tooMany).toContain('Please check “Boxes”: a whole number up to 20,000.')
  expect(tooMany).toMatch(/<details name="ship_day" open/)
  expect(tooMany.split('value="20001"')).toHaveLength(2)

  const reason = 'Annual inventory '.repeat(6).trim()
  const [, tooLong] = await change({ close: 'true', reason })
  expect(tooLong).toContain('Please check “Reason, which shoppers see”: at most 80 characters.')
  expect(tooLong.split(`value="${reason}"`)).toHaveLength(2)
})

test('FUL-9 a refused change of a box keeps its size, ice and reason', async () => {
  const { dale, boxes } = await waveShop()
  const change = (fields: Record<string, string>) =>
    dale.submit('POST', `${WAVE}/boxes/${boxes[0]?.token}/packaging`, fields)
  const noReason = await change({ box_size: 'XL', dry_ice_pounds: '20.5', reason: '' })
  expect(noReason.status).toBe(422)
  const page = await noReason.text()
  for (const kept of ['<option value="XL" selected', 'value="20.5"']) expect(page).toContain(kept)

  const tooMuch = await change({ box_size: 'S', dry_ice_pounds: '101', reason: 'Out of M' })
  expect(await tooMuch.text()).toContain('value="Out of M"')
  expect((await press(dale, 'shipped', [boxes[0] as Order])).status).toBe(200)
  const late = await change({ box_size: 'XL', dry_ice_pounds: '20', reason: 'Out of M' })
  expect(late.status).toBe(409)
  expect(await late.text()).toMatch(/role="alert"[^>]*autofocus[^>]*>.*This box has shipped\./s)
})

test('FUL-7 a refused shelf code stays in its field', async () => {
  const { shop, dale } = await centerShop()
  const token = shop.db.select().from(offers).get()?.token ?? ''
  const refused = await dale.submit('POST', `${CENTER}/inventory/${token}/shelf`, { shelf: 'B_14' })
  expect([refused.status, (await refused.text()).includes('value="B_14"')]).toEqual([422, true])
})
