import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { setTextSize } from '../support/text-size.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('first-box')

const addButton = (page: Page) => page.getByRole('button', { name: 'Add to Box · $99.00' })

test.each(Object.entries(SCREENS))(
  'CAT-8 a first box is chosen, added to the cart and changed on a %s',
  async (_, viewport) => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await openAndWait(page, '/')
    await page.locator('.slider--strip').getByRole('link', { name: 'Standard first box' }).click()
    await page.getByRole('heading', { name: 'Your first box, one price' }).waitFor()
    await expectAllWell('nothing picked')

    const next = page.locator('.first-box__next')
    await next.waitFor()
    while (await next.isVisible()) {
      await next.click()
      const legend = page.locator('legend:focus')
      const group = page.locator('.pick-group', { has: legend })
      await group
        .getByRole('button', { name: /^(Add|Swap in)/ })
        .first()
        .click()
    }
    await expectAllWell('all picked')
    await addButton(page).click()
    await page.getByRole('heading', { name: 'Your box' }).first().waitFor()
    const line = page.locator('#cart .cart-line--bundle')
    await line.getByText('2 × Grass-fed ground beef, 1 lb').waitFor()
    expect(await line.locator('.cart-line__total').innerText()).toBe('$99.00')
    await expectAllWell('in the box')

    await line.getByRole('link', { name: /^Change cuts/ }).click()
    await page.getByRole('button', { name: /^Swap in .*bratwurst/ }).click()
    await page.getByRole('button', { name: 'Save these cuts' }).click()
    await line.getByText('1 × Grandmother’s bratwurst, 5 links, 1.25 lb').waitFor()
    await line.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('Your box is empty').first().waitFor()
    await close()
  },
)

test("CAT-8 with scripts off the cuts are number fields in a form, and an incomplete box says what's missing", async () => {
  const { page, complaints, close } = await visit({ viewport: SCREENS.phone, javaScriptEnabled: false })
  await page.goto('/first-box?bundle=standard')
  await page.getByLabel('How many of Grass-fed ribeye').fill('1')
  await addButton(page).click()
  await page.getByText("Your box isn't full yet. Two for weeknights: pick 2 more.").waitFor()
  expect(await page.getByLabel('How many of Grass-fed ribeye').inputValue()).toBe('1')
  await page.getByLabel('How many of Grass-fed ground beef').fill('2')
  for (const cut of ['Chicken thighs', 'Bone-in pork chops', 'Sockeye salmon'])
    await page.getByLabel(new RegExp(`How many of ${cut}`, 'i')).fill('1')
  await addButton(page).click()
  await page.getByRole('heading', { name: 'Your box' }).first().waitFor()
  expect(await page.locator('.cart-line--bundle').innerText()).toContain('Standard first box')
  expect(complaints).toEqual([])
  await close()
})

test('CAT-8 at twice the text size the page fits a phone, and its buttons work by keyboard', async () => {
  const { page, close } = await visit({ viewport: SCREENS.phone })
  await openAndWait(page, '/first-box?bundle=family')
  await setTextSize(page, 32)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  const add = page.getByRole('button', { name: 'Add Grass-fed ribeye, 14 oz' })
  await add.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.locator('.pick-group__count').first().getByText('2 of 2').waitFor()
  await close()
})
