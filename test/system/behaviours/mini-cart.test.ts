import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  boxLink,
  changesOf,
  count,
  holdChanges,
  isOpen,
  panel,
  putAway,
  quickAdd,
  slidIn,
} from '../../support/cart-page.ts'
import { openShop } from '../../support/open-shop.ts'
import { eventually, stopTime } from '../../support/page-clock.ts'
import { drawFinger } from '../../support/touch.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('mini-cart')

const EXAMPLES = '/behaviours/mini-cart'
const BY_ADDRESS = `${EXAMPLES}?minicart`
const PHONE = { viewport: SCREENS.phone, hasTouch: true }

const closeButton = (page: Page) => panel(page).getByRole('button', { name: 'Close', exact: true })
const lines = (page: Page) => panel(page).getByRole('listitem')
const checkOut = (page: Page) => panel(page).getByRole('link', { name: 'Check out' })
/** Out of reach: behind a dialog. */
const isBehind = (page: Page) => page.locator('main').evaluate((main) => main.matches('[inert]'))
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
const holdsFocus = (page: Page) => panel(page).evaluate((element) => element.contains(document.activeElement))

/** Puts the first products of the page in the box, without looking into it. */
async function fill(page: Page, products = 1) {
  for (let nth = 0; nth < products; nth++) {
    await quickAdd(page, nth).add.click()
    await eventually(() => count(page)).toBe(String(nth + 1))
    if (nth === 0) await putAway(page)
  }
}

/** Opens it by its link, with the time standing still from then on. */
async function openStill(page: Page) {
  await page.clock.install()
  await page.goto(EXAMPLES)
  await boxLink(page).click()
  await slidIn(page)
  await stopTime(page)
}

/** Open for 199 ms from now, and closed at 200. */
async function expectToCloseAfter200(page: Page) {
  await page.clock.runFor(199)
  expect(await isOpen(page)).toBe(true)
  await page.clock.runFor(1)
  expect(await isOpen(page)).toBe(false)
}

describe.each(Object.entries(SCREENS))('on a %s', (_, viewport) => {
  test('CRT-5 the link opens it as a dialog: it has the focus, keeps it, and what is behind is out of reach', async () => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await page.goto(EXAMPLES)
    expect(await panel(page).locator('#mini_cart').innerHTML()).toBe('')
    await expectAllWell('not asked for')
    await boxLink(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Your box' }).getByText('Your box is empty').waitFor()
    await slidIn(page)
    expect(await focused(page)).toBe('Close')
    expect(await isBehind(page)).toBe(true)
    await expectAllWell('empty')
    for (const _ of [1, 2, 3]) {
      await page.keyboard.press('Tab')
      expect(await holdsFocus(page)).toBe(true)
    }
    const place = (await panel(page).boundingBox())!
    expect(place.x).toBeGreaterThan(0)
    expect(Math.round(place.x + place.width)).toBe(viewport.width)
    await page.keyboard.press('Escape')
    await eventually(() => isOpen(page)).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('box-link')
    expect(await isBehind(page)).toBe(false)
    await expectAllWell('closed')
    await close()
  })

  test('CRT-5 it shows lines, the way to the next goal, what it comes to, and leads on', async () => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await page.goto(EXAMPLES)
    await fill(page, 2)
    await boxLink(page).click()
    await slidIn(page)
    await eventually(() => lines(page).count()).toBe(2)
    await panel(page).getByRole('progressbar').waitFor()
    const items = panel(page).locator('.sums__row', { hasText: 'Items' }).locator('dd')
    const before = await items.innerText()
    await expectAllWell('two lines')
    await lines(page).first().getByRole('button', { name: 'One more' }).click()
    await eventually(() => count(page)).toBe('3')
    await eventually(() => items.innerText()).not.toBe(before)
    await checkOut(page).click()
    await page.waitForURL(/\/checkout\//)
    await close()
  })
})

describe('CRT-5 how it closes', () => {
  test.each([
    ['its button', (page: Page) => closeButton(page).click()],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['a press beside it', (page: Page) => page.mouse.click(20, 500)],
  ])('CRT-5 200 ms after %s', async (_, dismiss) => {
    const { page, close } = await visit()
    await openStill(page)
    await dismiss(page)
    await expectToCloseAfter200(page)
    await close()
  })

  test('CRT-5 who closes it by hand means it: a pointer that comes to be over it meanwhile does not hold it', async () => {
    const { page, close } = await visit()
    await openStill(page)
    await page.keyboard.press('Escape')
    await panel(page).dispatchEvent('pointerenter')
    await expectToCloseAfter200(page)
    await close()
  })

  test('CRT-5 a finger that goes 75 px to the right closes it, 74 px do not, nor does the left, nor down', async () => {
    const { page, close } = await visit(PHONE)
    await openStill(page)
    const heading = panel(page).getByRole('heading', { name: 'Your box' })
    for (const [across, down] of [
      [74, 0],
      [-160, 0],
      [80, 90],
    ] as const) {
      await drawFinger(heading, across, down)
      await page.clock.runFor(1_000)
      expect(await isOpen(page)).toBe(true)
    }
    await drawFinger(heading, 75)
    await expectToCloseAfter200(page)
    await close()
  })

  test('CRT-5 a real finger over the lines closes it too, and the browser does not go back instead', async () => {
    const { page, close } = await visit(PHONE)
    await page.goto('/shop')
    await page.goto(EXAMPLES)
    await page.getByRole('link', { name: 'Open the box' }).click()
    await slidIn(page)
    await drawFinger(panel(page).locator('.mini-cart__contents'), 150)
    await eventually(() => isOpen(page)).toBe(false)
    expect(new URL(page.url()).pathname).toBe(EXAMPLES)
    await close()
  })
})

describe('CRT-5 it opens by itself', () => {
  test('CRT-5 when the address says so, which is then taken from it; the way back stays', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto('/shop')
    await page.goto(EXAMPLES)
    await page.getByRole('link', { name: 'By its URL' }).click()
    await slidIn(page)
    await eventually(() => new URL(page.url()).search).toBe('?color=red')
    expect(await page.evaluate(() => Boolean(history.state?.turbo))).toBe(true)
    await expectAllWell('opened by the address')
    await page.goBack()
    await eventually(() => new URL(page.url()).search).toBe('')
    await eventually(() => isOpen(page)).toBe(false)
    await page.goBack()
    await page.waitForURL(/\/shop$/)
    await close()
  })

  test('CRT-5 so opened it takes neither the focus nor the page, and goes 200 ms after the pointer has left it', async () => {
    const { page, close } = await visit()
    await page.clock.install()
    await page.goto(BY_ADDRESS)
    await slidIn(page)
    expect(await holdsFocus(page)).toBe(false)
    expect(await isBehind(page)).toBe(false)
    await panel(page).getByText('Your box is empty').waitFor()
    await stopTime(page)
    await page.mouse.move(300, 600)
    await page.clock.runFor(5_000)
    expect(await isOpen(page)).toBe(true)
    await page.mouse.move(1_300, 600)
    await page.mouse.move(300, 600)
    await page.clock.runFor(199)
    await page.mouse.move(1_430, 600)
    await page.clock.runFor(5_000)
    expect(await isOpen(page)).toBe(true)
    await page.mouse.move(300, 600)
    await expectToCloseAfter200(page)
    await close()
  })

  test('CRT-5 it goes 200 ms after the focus has left it, and gives it back when it is closed', async () => {
    const { page, close } = await visit()
    await page.clock.install()
    await page.goto(BY_ADDRESS)
    await slidIn(page)
    await panel(page).getByText('Your box is empty').waitFor()
    await stopTime(page)
    await closeButton(page).focus()
    await page.keyboard.press('Tab')
    await page.clock.runFor(5_000)
    expect(await isOpen(page)).toBe(true)
    await page.getByRole('link', { name: 'By its URL' }).focus()
    await expectToCloseAfter200(page)
    await close()
  })

  test('CRT-5 for the first thing in the box, and for no other; a dialog that is open already stays one', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(EXAMPLES)
    await quickAdd(page).add.click()
    await slidIn(page)
    await eventually(() => lines(page).count()).toBe(1)
    await panel(page).getByRole('status').getByText('to your box.').waitFor()
    expect(await holdsFocus(page)).toBe(false)
    await expectAllWell('the first thing')
    await page.keyboard.press('Escape')
    await eventually(() => isOpen(page)).toBe(false)
    await quickAdd(page, 1).add.click()
    await page.locator('#flash').getByText('to your box.').waitFor()
    expect(await isOpen(page)).toBe(false)
    await boxLink(page).click()
    await page.getByRole('dialog', { name: 'Your box' }).waitFor()
    await close()
  })
})

describe('CRT-5 the call to the checkout', () => {
  test('CRT-5 it is away while the box is being counted, and comes again 500 ms after', async () => {
    const { page, close } = await visit()
    await page.clock.install()
    await page.goto(EXAMPLES)
    await fill(page)
    await boxLink(page).click()
    await slidIn(page)
    await eventually(() => checkOut(page).isVisible()).toBe(true)
    const { held, letGo } = await holdChanges(page)
    await page.evaluate(() => {
      addEventListener('cart:changed', (event) => {
        const { pending } = (event as CustomEvent<{ pending: string[] }>).detail
        if (pending.length === 0) document.body.dataset.countedAt ??= String(Date.now())
      })
    })
    await stopTime(page)
    await panel(page).getByRole('button', { name: 'One more' }).click()
    expect(await checkOut(page).isVisible()).toBe(false)
    await panel(page).getByText('Updating total').waitFor()
    await page.clock.runFor(5_000)
    expect(await checkOut(page).isVisible()).toBe(false)
    await eventually(() => held.length).toBe(1)
    letGo()
    const countedAt = () => page.locator('body').getAttribute('data-counted-at')
    // Turbo draws with the next frames, which come only as time goes by.
    await eventually(async () => {
      await page.clock.runFor(1)
      return countedAt()
    }).not.toBeNull()
    const passed = (await page.evaluate(() => Date.now())) - Number(await countedAt())
    await page.clock.runFor(499 - passed)
    expect(await checkOut(page).isVisible()).toBe(false)
    await page.clock.runFor(1)
    expect(await checkOut(page).isVisible()).toBe(true)
    await close()
  })
})

describe('what happens in it', () => {
  test('CRT-5 who takes out a line goes on with the next; with the last the slide-out has the focus', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(EXAMPLES)
    await fill(page, 3)
    await boxLink(page).click()
    await slidIn(page)
    await eventually(() => lines(page).count()).toBe(3)
    const nameOf = (line: ReturnType<typeof lines>) => line.getByRole('heading').innerText()
    const second = await nameOf(lines(page).nth(1))
    await lines(page).first().getByRole('button', { name: 'Remove' }).focus()
    await page.keyboard.press('Enter')
    await eventually(() => lines(page).count()).toBe(2)
    await eventually(() =>
      page.evaluate(() => document.activeElement?.closest('li')?.querySelector('h3')?.textContent),
    ).toBe(second)
    await lines(page).first().getByRole('spinbutton').fill('0')
    await page.keyboard.press('Enter')
    await eventually(() => lines(page).count()).toBe(1)
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('number')
    await lines(page).first().getByRole('button', { name: 'Remove' }).focus()
    await page.keyboard.press('Enter')
    await panel(page).getByText('Your box is empty').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('mini_cart_panel')
    await expectAllWell('emptied')
    await close()
  })

  test('CRT-2 a refusal is told in it, and the number goes back', async () => {
    const { page, expectAllWell, close } = await visit()
    await page.goto(EXAMPLES)
    await fill(page)
    await boxLink(page).click()
    const asked = changesOf(page)
    const field = panel(page).getByRole('spinbutton')
    await field.waitFor()
    await page.request.put((await field.evaluate((input: HTMLInputElement) => input.form!.action)) ?? '', {
      headers: {
        'x-csrf-token': (await page.locator('meta[name=csrf-token]').getAttribute('content')) ?? '',
      },
      data: { quantity: 2 },
    })
    await eventually(() => field.inputValue()).toBe('2')
    await field.evaluate((input: HTMLInputElement) => input.setAttribute('max', '5000'))
    await field.fill('4999')
    await page.keyboard.press('Enter')
    await panel(page).getByRole('status').getByText("so we didn't change your box.").waitFor()
    await eventually(() => field.inputValue()).toBe('2')
    expect(asked.filter((change) => change === 'PUT 4999')).toHaveLength(1)
    await expectAllWell('refused')
    await close()
  })

  test('CRT-2 when the shop cannot be reached that is said, and the number goes back', async () => {
    const { page, close } = await visit()
    await page.goto(EXAMPLES)
    await fill(page)
    await boxLink(page).click()
    const field = panel(page).getByRole('spinbutton')
    await field.waitFor()
    await page.route('**/cart/items/*', (route) => route.abort())
    await panel(page).getByRole('button', { name: 'One more' }).click()
    await panel(page).getByRole('status').getByText("We couldn't reach the shop").waitFor()
    await eventually(() => field.inputValue()).toBe('1')
    await close()
  })
})

test('CRT-5 when it cannot be filled it says so, and is filled the next time', async () => {
  const { page, close } = await visit()
  await page.goto(EXAMPLES)
  await page.route('**/mini-cart', (route) => route.abort())
  await boxLink(page).click()
  await panel(page).getByRole('status').getByText("We couldn't reach the shop").waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
  await page.unroute('**/mini-cart')
  await boxLink(page).click()
  await panel(page).getByText('Your box is empty').waitFor()
  expect(await panel(page).getByRole('status').innerText()).toBe('')
  await close()
})

test('SHL-3 Turbo keeps the page without it, and it opens again on the way back and forth', async () => {
  const { page, expectAllWell, close } = await visit()
  await page.goto(EXAMPLES)
  await fill(page)
  await boxLink(page).click()
  await lines(page).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForURL(/\/products\//)
  await page.goBack()
  await page.waitForURL(new RegExp(EXAMPLES))
  await quickAdd(page).field.waitFor()
  expect(await isOpen(page)).toBe(false)
  expect(await page.locator('[inert]').count()).toBe(0)
  await expectAllWell('back')
  await boxLink(page).click()
  await eventually(() => lines(page).count()).toBe(1)
  await page.goForward()
  await page.waitForURL(/\/products\//)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await eventually(() => isOpen(page)).toBe(false)
  await eventually(() => page.locator('[inert]').count()).toBe(0)
  await close()
})

test('RT-3 it is the same in every tab: what one changes stands in the other, and can be changed on there', async () => {
  const { page, complaints, close } = await visit()
  await page.goto(EXAMPLES)
  const other = await page.context().newPage()
  await other.goto(EXAMPLES)
  await other.locator('turbo-cable-stream-source[connected]').first().waitFor({ state: 'attached' })
  await quickAdd(page).add.click()
  await eventually(() => count(other)).toBe('1')
  expect(await isOpen(other)).toBe(false)
  await eventually(() => quickAdd(other).amount()).toBe('1')
  expect(await panel(other).locator('#mini_cart input[name="authenticity_token"]').count()).toBe(0)
  await boxLink(other).click()
  await panel(other).getByRole('button', { name: 'One more' }).click()
  await eventually(() => quickAdd(page).amount()).toBe('2')
  await eventually(() => panel(page).getByRole('spinbutton').inputValue()).toBe('2')
  await panel(other).getByRole('button', { name: 'Remove' }).click()
  await eventually(() => count(page)).toBe('0')
  await quickAdd(page).add.waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('GND-5 CRT-5 without scripts the link leads to the page of the box, as does the address of the stream', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  await page.goto(BY_ADDRESS)
  expect(await panel(page).isVisible()).toBe(false)
  await boxLink(page).click()
  await page.waitForURL(/\/cart$/)
  await page.goto('/mini-cart')
  expect(new URL(page.url()).pathname).toBe('/cart')
  expect(complaints).toEqual([])
  await close()
})
