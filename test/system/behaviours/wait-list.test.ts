import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { holdBack } from '../../support/delay-request.ts'
import { openShop } from '../../support/open-shop.ts'
import { come } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('wait-list')

const CALL = '**/v1/add_to_wait_list_modal/*'
const link = (page: Page) =>
  page.locator('main').getByRole('link', { name: "Tell me when it's back" }).first()
const modal = (page: Page) => page.getByRole('dialog')

/** Keeps the events of the wait list, over visits of Turbo as well. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const told: [string, unknown][] = []
    Object.assign(window, { told })
    for (const name of ['add-to-wait-list', 'add-to-wait-list-failure'])
      addEventListener(name, (event) => told.push([name, (event as CustomEvent).detail]))
  })
}

const told = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: [string, { price?: number }][] }).told)

describe.each(Object.entries(SCREENS))('on a %s', (_, viewport) => {
  test.each([
    ['/search?q=demo+sold+out', 'a card'],
    ['/products/demo-sold-out', 'a weight'],
  ])('BEH-17 CAP-8 %s: %s asks over the page, and says when it is done', async (path) => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await come(page, path)
    await listen(page)
    await link(page).focus()
    await page.keyboard.press('Enter')
    await modal(page).waitFor()
    expect(await modal(page).innerText()).toContain('is sold out')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('modal_wait_list_email')
    await expectAllWell('asked')
    await page.keyboard.type('ana@example.com')
    await page.keyboard.press('Enter')
    await modal(page).getByText("We'll email you when").waitFor()
    expect(await modal(page).locator('form').isVisible()).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('is back in stock.')
    await expectAllWell('done')
    await page.keyboard.press('Escape')
    expect(await modal(page).isVisible()).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Tell me when it's back")
    expect(await told(page)).toEqual([
      [
        'add-to-wait-list',
        expect.objectContaining({ url_handle: 'demo-sold-out', price: expect.any(Number) }),
      ],
    ])
    expect(new URL(page.url()).pathname).toBe(new URL(path, page.url()).pathname)
    await close()
  })
})

test('BEH-17 while the answer is on its way the link is busy, asks but once, and is done with the answer', async () => {
  const { page, close } = await visit()
  await come(page, '/behaviours/wait-list')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/v1/add_to_wait_list_modal/')) asked += 1
  })
  const letGo = await holdBack(page, CALL)
  await link(page).click()
  expect(await link(page).getAttribute('aria-busy')).toBe('true')
  await link(page).click()
  expect(await modal(page).isVisible()).toBe(false)
  letGo()
  await modal(page).waitFor()
  expect([asked, await link(page).getAttribute('aria-busy')]).toEqual([1, null])
  await close()
})

test('BEH-17 an address that the shop refuses is refused below it, and can be mended', async () => {
  const { page, expectAllWell, close } = await visit()
  await come(page, '/behaviours/wait-list')
  await link(page).click()
  const email = modal(page).getByLabel('Email')
  await email.fill('ana')
  await page.keyboard.press('Enter')
  expect(await email.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false) // the browser's own
  await email.fill('ana@example')
  await page.keyboard.press('Enter')
  await modal(page).getByText('Unable to register this email').waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  await expectAllWell('refused')
  await email.fill('ana@example.com')
  await page.keyboard.press('Enter')
  await modal(page).getByText("We'll email you when").waitFor()
  await close()
})

describe('BEH-17 a call that fails', () => {
  test('BEH-17 is told, and leads to the plain page', async () => {
    const { page, close } = await visit()
    await come(page, '/behaviours/wait-list')
    await listen(page)
    await page.locator('main').getByRole('link', { name: 'One that fails' }).click()
    await page.waitForURL('**/join_wait_list/unknown')
    expect(await told(page)).toEqual([
      ['add-to-wait-list-failure', { url: '/v1/add_to_wait_list_modal/unknown' }],
    ])
    await close()
  })

  test.each(['refused', 'cut off', 'no JSON'])('BEH-17 when it is %s', async (kind) => {
    const { page, close } = await visit()
    await page.route(CALL, (route) => {
      if (kind === 'cut off') return route.abort()
      return kind === 'refused'
        ? route.fulfill({ status: 500, json: { error: 'x' } })
        : route.fulfill({ status: 200, contentType: 'text/html', body: '<p>' })
    })
    await come(page, '/products/demo-sold-out')
    await listen(page)
    await link(page).click()
    await page.waitForURL('**/join_wait_list/*')
    await page.getByRole('button', { name: "Tell me when it's back" }).waitFor()
    expect((await told(page)).map(([name]) => name)).toEqual(['add-to-wait-list-failure'])
    await page.goBack()
    await page.waitForURL('**/products/demo-sold-out')
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
    await close()
  })
})

test('BEH-17 a link that is opened in a tab of its own is a link', async () => {
  const { page, close } = await visit()
  await come(page, '/behaviours/wait-list')
  const tab = page.context().waitForEvent('page')
  await link(page).click({ modifiers: ['ControlOrMeta'] })
  await (await tab).waitForURL('**/join_wait_list/*')
  expect(await modal(page).isVisible()).toBe(false)
  await close()
})

test('BEH-17 SHL-3 who leaves while it is on its way is not followed by it, and coming back it works again', async () => {
  const { page, expectAllWell, close } = await visit()
  await come(page, '/behaviours/wait-list')
  const letGo = await holdBack(page, CALL)
  await link(page).click()
  await page.getByRole('link', { name: 'All behaviors' }).click()
  await page.waitForURL('**/behaviours')
  letGo()
  await page.goBack()
  await link(page).waitFor()
  expect(await page.locator('main [aria-busy=true]').count()).toBe(0)
  await link(page).click()
  await modal(page).waitFor()
  await expectAllWell('asked after coming back')
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
