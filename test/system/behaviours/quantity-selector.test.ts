import { describe, expect, test } from 'vitest'
import { changesOf, closePanel, count, holdChanges, quickAdd } from '../../support/cart-page.ts'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('quantity-selector')

const EXAMPLES = '/behaviours/quantity-selector'

test.each(Object.entries(SCREENS))(
  'BEH-10 CRT-3 on a %s a quantity stepper replaces the add button and keeps the focus',
  async (screen, viewport) => {
    const { page, complaints, expectAllWell, close } = await visit({ viewport })
    await page.goto(EXAMPLES)
    const bounded = page.getByRole('spinbutton', { name: 'Quantity, from two to six' })
    await bounded.press('ControlOrMeta+A')
    await bounded.pressSequentially('two')
    await bounded.blur()
    expect(await bounded.inputValue()).toBe('2') // a number field drops letters, and empty means the minimum
    const { form, add, more, less, takeOut, amount } = quickAdd(page, 1)
    const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await add.innerText()).toContain('+ Add to Box')
    await quickAdd(page, 0).add.click() // the first add moves the focus into the cart
    await eventually(() => count(page)).toBe('1')
    await closePanel(page)
    const room = await form.boundingBox()
    await add.focus()
    await page.keyboard.press('Enter')
    expect(await amount()).toBe('1')
    expect(await add.isVisible()).toBe(false)
    expect(await focusedName()).toBe('One more')
    expect((await form.boundingBox())?.width).toBe(room?.width)
    await eventually(() => count(page)).toBe('2')
    await more.click()
    await eventually(() => count(page)).toBe('3')
    await less.click()
    await eventually(() => count(page)).toBe('2')
    await quickAdd(page, 1).field.fill('100')
    await page.keyboard.press('Tab')
    await page.locator('#flash').getByText("so we didn't change your box.").waitFor()
    await eventually(amount).toBe('1')
    if (screen === 'phone') await expectAllWell('in place, and a refusal')
    await takeOut.focus()
    await page.keyboard.press('Enter')
    await eventually(() => count(page)).toBe('1')
    await add.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('+ Add to Box')
    if (screen === 'laptop') await expectAllWell('taken out again')
    expect(complaints).toEqual([])
    await close()
  },
)

test('CRT-3 on a product page, too, only the last of several pending changes is sent', async () => {
  const { page, complaints, close } = await visit()
  await page.goto('/products/grass-fed-ribeye')
  const asked = changesOf(page)
  const form = page.locator('.offer-form:visible')
  const { held, letGo } = await holdChanges(page)
  await eventually(async () => {
    await form.getByRole('button', { name: 'One more' }).click()
    return Number(await form.getByRole('spinbutton').inputValue())
  }).toBeGreaterThan(1)
  await form.getByRole('spinbutton').fill('3')
  await form.getByRole('button', { name: '+ Add to Box' }).click()
  await form.getByRole('link', { name: 'In your box' }).waitFor()
  for (let presses = 0; presses < 3; presses++) await form.getByRole('button', { name: 'One more' }).click()
  await eventually(() => held.length).toBe(1)
  letGo()
  await eventually(() => held.length).toBe(1)
  letGo()
  await eventually(() => count(page)).toBe('6')
  expect(asked).toEqual(['POST 3', 'PUT 6'])
  expect(complaints).toEqual([])
  await close()
})

describe("SHL-3 Turbo's cache", () => {
  test('SHL-3 after going back, cards show the current cart, each with one stepper', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto('/shop')
    await quickAdd(page).add.click()
    await eventually(() => count(page)).toBe('1')
    await closePanel(page)
    await page.locator('.product-card__link').first().click()
    await page.getByRole('link', { name: 'In your box' }).waitFor()
    await page.locator('.offer-form:visible').getByRole('button', { name: 'One more' }).click()
    await eventually(() => count(page)).toBe('2')
    await page.goBack()
    await page.waitForURL(/\/shop$/)
    await eventually(() => quickAdd(page).amount()).toBe('2')
    expect(await quickAdd(page).field.count()).toBe(1)
    await expectAllWell('a card with a quantity')
    await quickAdd(page).more.click()
    await eventually(() => count(page)).toBe('3')
    await close()
  })

  test('SHL-3 after going back, cards show the current cart even if a proxy blocks the socket', async () => {
    const { page, close } = await visit()
    await page.routeWebSocket('**/cable', (socket) => socket.close())
    await page.goto('/shop')
    await page.locator('.product-card__link').first().click()
    await page.waitForURL('**/products/**')
    await page.locator('.offer-form:visible').getByRole('button', { name: '+ Add to Box' }).click()
    await eventually(() => count(page)).toBe('1')
    await page.goBack()
    await page.waitForURL(/\/shop$/)
    await eventually(() => count(page)).toBe('1')
    await eventually(() => quickAdd(page).amount()).toBe('1')
    await close()
  })

  test('SHL-3 a filter that re-renders the listing keeps the stepper in place', async () => {
    const { page, close } = await visit()
    await page.goto('/shop/beef')
    const ribeye = page.locator('.product-card', { has: page.getByRole('link', { name: 'Wagyu ribeye' }) })
    await ribeye.getByRole('button', { name: '+ Add to Box' }).click()
    await eventually(() => count(page)).toBe('1')
    await closePanel(page)
    await page.getByRole('checkbox', { name: /^Wagyu/ }).check()
    await eventually(() => page.url()).toContain('badge=Wagyu')
    await eventually(() => ribeye.getByRole('spinbutton').inputValue()).toBe('1')
    expect(await page.locator('#shelf').getByRole('spinbutton').count()).toBe(1)
    await ribeye.getByRole('button', { name: 'Remove from box' }).click()
    await eventually(() => count(page)).toBe('0')
    await close()
  })
})

test('GND-5 with scripts off the button adds one unit per press', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  await page.goto(EXAMPLES)
  for (const units of ['1', '2']) {
    await quickAdd(page).add.click()
    expect(await count(page)).toBe(units)
  }
  expect(await page.getByRole('button', { name: 'One more' }).first().isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await close()
})
