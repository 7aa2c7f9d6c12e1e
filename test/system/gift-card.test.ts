import { expect, test } from 'vitest'
import { enterCard } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { fillBoxByCalls } from '../support/page-calls.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('gift-card')

const CODE = /\b(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}\b/

test.each(Object.entries(SCREENS))(
  'GFT-1 a gift card is bought, printed and redeemed, on a %s',
  async (_, viewport) => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await openAndWait(page, '/gift-cards')
    await expectAllWell('the form')
    await page.getByRole('radio', { name: /^Print/ }).check()
    await page.getByLabel('Your name').fill('Jane')
    await page.getByLabel('Your email').fill('jane@example.net')
    await page.getByLabel('A note (optional)').fill('For the grill you finally built.')
    await page.locator('.gift-cards__note', { hasText: 'For the grill' }).waitFor()
    await page.getByRole('button', { name: 'Add to Box' }).click()
    await page.waitForURL(/\/cart$/)
    await expectAllWell('a gift card in the box')
    await page.locator('#cart_summary').getByRole('link', { name: 'Check out' }).click()
    await page.waitForURL(/\/checkout\//)
    await page.getByLabel('Email', { exact: true }).fill('jane@example.com')
    await page.getByRole('button', { name: /continue/i }).click()
    await enterCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay $50.00' }).click()
    await page.waitForURL(/\/confirmation$/)
    await page.getByRole('heading', { name: /Your gift card is paid/ }).waitFor()
    await expectAllWell('paid')

    const sent = async () => {
      await page.reload()
      return page.getByRole('link', { name: 'Print it' }).count()
    }
    await expect.poll(sent).toBe(1)
    await page.getByRole('link', { name: 'Print it' }).click()
    await page.getByText('Gift card code').waitFor()
    await expectAllWell('the card to print')
    const code = CODE.exec(await page.locator('main').innerText())?.[0] ?? ''

    await fillBoxByCalls(page, databasePath())
    await openAndWait(page, '/cart')
    await page.locator('[name=text_entered]').fill(code)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect.poll(() => page.locator('#cart_summary .sums').innerText()).toContain('Gift card')
    await close()
  },
)

test('GFT-1 GND-5 with scripts off a card is previewed and added to the cart, and a balance can be checked', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto('/gift-cards')
  await page.getByLabel('Their email').fill('rosa@example.net')
  await page.getByLabel('A note (optional)').fill('Save me a seat.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.gift-cards__note', { hasText: 'Save me a seat.' }).waitFor()
  await page.getByRole('button', { name: 'Add to Box' }).click()
  await page.getByText('By email to rosa@example.net').waitFor()
  await page.goto('/gift-cards/balance')
  await page.locator('#gift_card_code').fill('DEMOGIFT50000000')
  await page.getByRole('button', { name: 'Check the balance' }).click()
  await page.getByText('$50.00 left').waitFor()
  await close()
})
