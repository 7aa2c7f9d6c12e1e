import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { controllersConnected, openAndWait } from '../../support/visit.ts'

const { visit } = openShop('delivery-options')

describe('BEH-6 gifting', () => {
  const gift = (page: Page) => page.getByRole('checkbox', { name: 'This is a gift' })
  const recurring = (page: Page) => page.getByRole('checkbox', { name: 'Make it a recurring box' })
  const name = (page: Page) => page.getByLabel("Recipient's name")

  test('BEH-6 SHL-3 checking gift shows its fields and hides recurring; after going back the page matches its checkbox', async () => {
    const { page, expectAllWell, complaints, close } = await visit()
    await openAndWait(page, '/behaviours/gifting')
    expect([await name(page).isVisible(), await recurring(page).isVisible()]).toEqual([false, true])
    await expectAllWell('no gift')
    await gift(page).check()
    expect([await name(page).isVisible(), await recurring(page).isVisible()]).toEqual([true, false])
    await expectAllWell('a gift')

    await page.goto('/behaviours')
    await page.goBack()
    await controllersConnected(page)
    const ticked = await gift(page).isChecked()
    const sent = await page
      .locator('main form')
      .evaluate((form: HTMLFormElement) => [...new FormData(form).keys()])
    expect(await name(page).isVisible()).toBe(ticked)
    expect(sent.includes('gift_info[recipient_name]')).toBe(ticked)
    expect(complaints).toEqual([])
    await close()
  })

  test('BEH-6 GND-5 with scripts off the checkbox shows the gift fields and hides the recurring box', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/behaviours/gifting')
    expect([await name(page).isVisible(), await recurring(page).isVisible()]).toEqual([false, true])
    await gift(page).check()
    expect([await name(page).isVisible(), await recurring(page).isVisible()]).toEqual([true, false])
    await close()
  })
})

test('BEH-5 GND-5 with scripts off a button shows the days that only expedited shipping reaches', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  await page.goto('/behaviours/expedited-shipping')
  const faster = page.getByRole('checkbox', { name: /^Expedited shipping, \$12\.00 more/ })
  const opened = page.locator('.calendar__choice', { hasText: 'faster' })
  const show = page.getByRole('button', { name: 'Show delivery days' })
  expect(await opened.count()).toBe(0)
  await faster.focus()
  await page.keyboard.press('Space')
  await show.click()
  await page.waitForURL(/expedited=1/)
  await opened.first().waitFor()
  expect(await faster.isChecked()).toBe(true)
  await faster.uncheck()
  await show.click()
  await page.waitForURL((url) => !url.search.includes('expedited'))
  await opened.first().waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})
