import { expect, test } from 'vitest'
import { centerShop } from '../support/clerks.ts'
import { eventually, field, find, findAll } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import { INVENTORY } from '../support/inventory.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

const openDemo = async () => {
  shop ??= world()
  return openPage(await (await shop).shopper(), '/behaviours/barcode-field')
}

const barcode = () => field('Barcode')
const status = () => find('[role="status"]#barcode_status').textContent
const current = () => findAll('[aria-current="true"][data-barcode]').map(({ dataset }) => dataset.barcode)

test('BEH-29 a scan moves to its row, and the next scan replaces it in the field', async () => {
  const user = await openDemo()
  await user.click(barcode())
  await user.keyboard('RIBEYE14{Enter}')
  expect([current(), status()]).toEqual([['RIBEYE14'], 'Found Ribeye, 14 oz.'])
  expect(document.activeElement).toBe(barcode())
  await user.keyboard('BRISKET5{Enter}')
  expect([barcode().value, current()]).toEqual(['BRISKET5', ['BRISKET5']])
  expect(document.activeElement).toBe(barcode())
})

test('BEH-29 an unknown code and a too-short one show different messages, and neither moves the row', async () => {
  const user = await openDemo()
  await user.click(barcode())
  await user.keyboard('RIBEYE14{Enter}')
  await user.keyboard('ribeye99{Enter}')
  expect([current(), status()]).toEqual([['RIBEYE14'], 'No offer has the barcode "ribeye99".'])
  await user.keyboard('abc{Enter}')
  expect([current(), status()]).toEqual([['RIBEYE14'], 'A barcode has at least 4 characters.'])
})

test('BEH-29 the inventory page asks the server about a code that is not on the page', async () => {
  const { dale } = await centerShop()
  const user = await openPage(dale, INVENTORY)
  await user.click(barcode())
  await user.keyboard('NOSUCHPACK{Enter}')
  await eventually(status).toBe('No offer has the barcode "NOSUCHPACK".')
  expect(document.activeElement).toBe(barcode())
})

test('BEH-29 the weight from the scale is sent with requests until the field is cleared', async () => {
  const user = await openDemo()
  const weight = field('Scale, in grams')
  expect(weightSent()).toBeUndefined()
  await user.type(weight, '412')
  expect(weightSent()).toBe('412')
  await user.clear(weight)
  expect(weightSent()).toBeUndefined()
})

/** The weight header of a Turbo request. */
function weightSent() {
  const headers: Record<string, string> = {}
  const detail = { fetchOptions: { headers } }
  dispatchEvent(new CustomEvent('turbo:before-fetch-request', { detail }))
  return headers['X-Current-Scale-Weight']
}
