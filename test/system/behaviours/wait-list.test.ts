import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { delayRequest } from '../../support/delay-request.ts'
import { openShop } from '../../support/open-shop.ts'
import { controllersConnected, openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('wait-list')

const CALL = '**/v1/add_to_wait_list_modal/*'
const link = (page: Page) =>
  page.locator('main').getByRole('link', { name: "Tell me when it's back" }).first()
const modal = (page: Page) => page.getByRole('dialog')

test.each([
  ['on a phone from a card', SCREENS.phone, '/search?q=demo+sold+out'],
  ['on a laptop from a weight', SCREENS.laptop, '/products/demo-sold-out'],
])('BEH-17 CAP-8 MOD-1 %s the modal takes the address, and the focus returns', async (_, viewport, path) => {
  const { page, complaints, expectAllWell, close } = await visit({ viewport })
  await openAndWait(page, path)
  await link(page).focus()
  await page.keyboard.press('Enter')
  await modal(page).waitFor()
  await controllersConnected(page)
  expect(await modal(page).innerText()).toContain('is sold out')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('modal_wait_list_email')
  if (viewport === SCREENS.phone) await expectAllWell('asked')
  await page.keyboard.type('ana')
  await page.keyboard.press('Enter')
  const email = modal(page).getByLabel('Email')
  expect(await email.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false) // checked by the browser
  await page.keyboard.type('@example')
  await page.keyboard.press('Enter')
  await modal(page).getByText('Unable to register this email').waitFor()
  if (viewport === SCREENS.laptop) await expectAllWell('refused')
  await page.keyboard.type('.com')
  await page.keyboard.press('Enter')
  await modal(page).getByText("We'll email you when").waitFor()
  await modal(page).locator('form').waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('is back in stock.')
  if (viewport === SCREENS.phone) await expectAllWell('done')
  await page.keyboard.press('Escape')
  await modal(page).waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain("Tell me when it's back")
  expect(complaints).toEqual([])
  await close()
})

test("BEH-17 SHL-3 leaving the page drops a modal that's loading; after going back, the link works again", async () => {
  const { page, complaints, close } = await visit()
  await openAndWait(page, '/behaviours/wait-list')
  const letGo = await delayRequest(page, CALL)
  await link(page).click()
  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.waitForURL('**/behaviours')
  letGo()
  await page.goBack()
  await link(page).waitFor()
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
  await link(page).click()
  await modal(page).waitFor()
  expect(complaints).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('main').getByRole('link', { name: 'One that fails' }).click()
  await page.waitForURL('**/join_wait_list/unknown')
  await page.goBack()
  await page.waitForURL('**/behaviours/wait-list')
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
  await close()
})

test('BEH-17 GND-5 with scripts off the plain page takes the address', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  await page.goto('/products/demo-sold-out')
  await link(page).click()
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByRole('button', { name: "Tell me when it's back" }).click()
  await page.getByText("We'll email you when").waitFor()
  expect(complaints).toEqual([])
  await close()
})
