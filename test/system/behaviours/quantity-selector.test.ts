import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { boxLink, changesOf, count, holdChanges, panel, putAway, quickAdd } from '../../support/cart-page.ts'
import { openShop } from '../../support/open-shop.ts'
import { eventually } from '../../support/page-clock.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('quantity-selector')

const EXAMPLES = '/behaviours/quantity-selector'

/** A number by itself, with its buttons. */
function alone(page: Page, label: string) {
  const field = page.getByRole('spinbutton', { name: label, exact: true })
  const form = page.locator('main form').filter({ has: field })
  return {
    field,
    more: form.getByRole('button', { name: 'One more' }),
    less: form.getByRole('button', { name: 'One less' }),
    async type(text: string) {
      await field.fill(text)
      await field.blur()
    },
    amount: () => field.inputValue(),
  }
}

const usual = (page: Page) => alone(page, 'Quantity, default bounds')
const bounded = (page: Page) => alone(page, 'Quantity, from two to six')

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe('BEH-10 a number by itself', () => {
  test('BEH-10 it begins at 1, which is the least, and goes to 100', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(EXAMPLES)
    const { amount, more, less, type } = usual(page)
    expect(await amount()).toBe('1')
    await less.click()
    expect(await amount()).toBe('1')
    await more.click()
    expect(await amount()).toBe('2')
    await type('100')
    expect(await amount()).toBe('100')
    await more.click()
    expect(await amount()).toBe('100')
    await type('101')
    expect(await amount()).toBe('100')
    await expectAllWell('numbers')
    await close()
  })

  test.each(['7', '1', '0', '2.5', '-3', '1e1', 'two'])(
    'BEH-10 between two and six, %s goes back to what stood there',
    async (text) => {
      const { page, close } = await visit()
      await page.goto(EXAMPLES)
      const { amount, field } = bounded(page)
      await field.click()
      await field.press('ControlOrMeta+A')
      await field.pressSequentially(text)
      await field.blur()
      // Letters are none to a field of numbers: it is left empty, which means the least.
      expect(await amount()).toBe(text === 'two' ? '2' : '3')
      await close()
    },
  )

  test('BEH-10 the buttons end at its bounds; what is emptied goes to the least, and nothing is judged before', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    const { amount, more, less, field, type } = bounded(page)
    for (let presses = 0; presses < 5; presses++) await more.click()
    expect(await amount()).toBe('6')
    for (let presses = 0; presses < 6; presses++) await less.click()
    expect(await amount()).toBe('2')
    await type('5')
    await field.fill('')
    expect(await amount()).toBe('')
    await field.blur()
    expect(await amount()).toBe('2')
    await close()
  })
})

describe.each(Object.entries(SCREENS))('in the place of an add button, on a %s', (_, viewport) => {
  test('CRT-3 CRT-1 adding posts and puts the number in its place, then it puts, and none deletes', async () => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await page.goto(EXAMPLES)
    const asked = changesOf(page)
    const { form, add, more, less, takeOut, field, amount } = quickAdd(page, 1)
    expect(await add.innerText()).toContain('+ Add to Box')
    const room = await form.boundingBox()
    await add.focus()
    await page.keyboard.press('Enter')
    expect(await amount()).toBe('1')
    expect(await add.isVisible()).toBe(false)
    expect(await focusedName(page)).toBe('One more')
    expect(await field.getAttribute('aria-label')).toMatch(/^Quantity of .+, .+/)
    expect((await form.boundingBox())?.width).toBe(room?.width)
    await eventually(() => count(page)).toBe('1')
    await expectAllWell('in place')
    await putAway(page)
    await more.click()
    await eventually(() => count(page)).toBe('2')
    await less.click()
    await eventually(() => count(page)).toBe('1')
    await takeOut.focus()
    await page.keyboard.press('Enter')
    await eventually(() => count(page)).toBe('0')
    await add.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('+ Add to Box')
    expect(asked).toEqual(['POST 1', 'PUT 2', 'PUT 1', 'DELETE'])
    await expectAllWell('taken out again')
    await close()
  })
})

describe('CRT-3 changes while one is under way', () => {
  test('CRT-3 of many only the last is sent, and what was asked for stands there all the while', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    const asked = changesOf(page)
    const { held, letGo } = await holdChanges(page)
    const { add, more, less, amount } = quickAdd(page)
    await add.click()
    for (let presses = 0; presses < 4; presses++) await more.click()
    await less.click()
    expect(await amount()).toBe('4')
    await eventually(() => held.length).toBe(1)
    letGo()
    await eventually(() => held.length).toBe(1)
    expect(await count(page)).toBe('1')
    expect(await amount()).toBe('4')
    letGo()
    await eventually(() => count(page)).toBe('4')
    expect(asked).toEqual(['POST 1', 'PUT 4'])
    await close()
  })

  test('CRT-3 on the page of the box and in the slide-out as well', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    await quickAdd(page).add.click()
    await eventually(() => count(page)).toBe('1')
    const asked = changesOf(page)
    const { held, letGo } = await holdChanges(page)
    const places = [
      { around: page.locator('#cart'), come: () => page.goto('/cart'), units: '4' },
      { around: panel(page), come: () => page.goto(EXAMPLES).then(() => boxLink(page).click()), units: '7' },
    ]
    for (const { around, come, units } of places) {
      await come()
      const more = around.getByRole('button', { name: 'One more' })
      for (let presses = 0; presses < 3; presses++) await more.click()
      await eventually(() => held.length).toBe(1)
      letGo()
      await eventually(() => held.length).toBe(1)
      letGo()
      await eventually(() => count(page)).toBe(units)
      expect(await around.getByRole('spinbutton').inputValue()).toBe(units)
    }
    expect(asked).toEqual(['PUT 2', 'PUT 4', 'PUT 5', 'PUT 7'])
    await close()
  })

  test('CRT-3 on the page of a product as well', async () => {
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

  test('CRT-3 two products added in one breath are both in the box', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    const asked = changesOf(page)
    const { held, letGo } = await holdChanges(page)
    await quickAdd(page, 0).add.click()
    await quickAdd(page, 1).add.dblclick()
    await eventually(() => held.length).toBe(1)
    letGo()
    await eventually(() => held.length).toBe(1)
    letGo()
    await eventually(() => count(page)).toBe('2')
    expect(asked).toEqual(['POST 1', 'POST 1'])
    await close()
  })

  test('CRT-3 a page that is left meanwhile calls nothing off: the next one knows', async () => {
    const { page, close } = await visit()
    await page.goto('/shop')
    const { held, letGo } = await holdChanges(page)
    const card = page.locator('.product-card').first()
    await card.getByRole('button', { name: '+ Add to Box' }).click()
    await eventually(() => held.length).toBe(1)
    await card.getByRole('link').first().click()
    await page.waitForURL(/\/products\//)
    await page.getByRole('heading', { level: 1 }).waitFor()
    letGo()
    await eventually(() => count(page)).toBe('1')
    await page.getByRole('link', { name: 'In your box' }).waitFor()
    await close()
  })

  test('CRT-3 what is being typed is left alone when another answer comes', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    for (const nth of [0, 1]) await quickAdd(page, nth).add.click()
    await eventually(() => count(page)).toBe('2')
    await page.goto('/cart')
    const { held, letGo } = await holdChanges(page)
    const [first, second] = [page.getByRole('spinbutton').nth(0), page.getByRole('spinbutton').nth(1)]
    await page.getByRole('button', { name: 'One more' }).first().click()
    await second.focus()
    await second.press('ControlOrMeta+A')
    await second.pressSequentially('7')
    await eventually(() => held.length).toBe(1)
    letGo()
    await eventually(() => count(page)).toBe('3')
    expect([await first.inputValue(), await second.inputValue()]).toEqual(['2', '7'])
    await second.press('Enter')
    await eventually(() => held.length).toBe(1)
    letGo()
    await eventually(() => count(page)).toBe('9')
    await close()
  })
})

describe('CRT-2 what is refused', () => {
  test('CRT-2 goes back to what the box holds, and why is said; an add is as if it had not been', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(EXAMPLES)
    const { form, add, field, amount } = quickAdd(page)
    await add.click()
    await eventually(() => count(page)).toBe('1')
    await putAway(page)
    await field.fill('100')
    await field.blur()
    await page.locator('#flash').getByText("so we didn't change your box.").waitFor()
    await eventually(() => amount()).toBe('1')
    await expectAllWell('refused')
    await quickAdd(page).takeOut.click()
    await add.waitFor()
    await form
      .locator('input[name=quantity]')
      .evaluate((input: HTMLInputElement) => input.setAttribute('value', '100'))
    await add.click()
    await eventually(() => count(page)).toBe('0')
    await add.waitFor()
    await close()
  })
})

test('CRT-2 whatever else the shop answers is told in its words', async () => {
  const { page, close } = await visit()
  await page.goto(EXAMPLES)
  await page.route('**/cart/items/*', (route) =>
    route.fulfill({ status: 429, json: { error: 'That was too often. Please wait a minute.' } }),
  )
  await quickAdd(page).add.click()
  await page.locator('#flash').getByText('That was too often. Please wait a minute.').waitFor()
  await quickAdd(page).add.waitFor()
  await close()
})

describe('SHL-3 what Turbo keeps', () => {
  test('SHL-3 cards say on the way back what the box holds now, and one selector stands in each place', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto('/shop')
    await quickAdd(page).add.click()
    await eventually(() => count(page)).toBe('1')
    await putAway(page)
    await page.locator('.product-card__link').first().click()
    await page.getByRole('link', { name: 'In your box' }).waitFor()
    await page.locator('.offer-form:visible').getByRole('button', { name: 'One more' }).click()
    await eventually(() => count(page)).toBe('2')
    await page.goBack()
    await page.waitForURL(/\/shop$/)
    await eventually(() => quickAdd(page).amount()).toBe('2')
    expect(await quickAdd(page).field.count()).toBe(1)
    await expectAllWell('back')
    await quickAdd(page).more.click()
    await eventually(() => count(page)).toBe('3')
    await close()
  })

  test('SHL-3 a filter that draws the shelf anew leaves it in its place', async () => {
    const { page, close } = await visit()
    await page.goto('/shop/beef')
    const ribeye = page.locator('.product-card', { has: page.getByRole('link', { name: 'Wagyu ribeye' }) })
    await ribeye.getByRole('button', { name: '+ Add to Box' }).click()
    await eventually(() => count(page)).toBe('1')
    await putAway(page)
    await page.getByRole('checkbox', { name: /^Wagyu/ }).check()
    await eventually(() => page.url()).toContain('badge=Wagyu')
    await eventually(() => ribeye.getByRole('spinbutton').inputValue()).toBe('1')
    expect(await page.locator('#shelf').getByRole('spinbutton').count()).toBe(1)
    await ribeye.getByRole('button', { name: 'Remove from box' }).click()
    await eventually(() => count(page)).toBe('0')
    await close()
  })
})

test('GND-5 without scripts the button adds, once for each press', async () => {
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
