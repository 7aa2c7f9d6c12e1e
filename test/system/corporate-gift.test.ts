import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { enterCard } from '../support/checkout-page.ts'
import { fileOf, lineTo } from '../support/corporate-gifts.ts'
import { linkToPay } from '../support/link-to-pay.ts'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('corporate-gift')

const COMPANY = 'gifts@example.com'
const NOWHERE = 'Nobody,1 Nowhere Rd,,Nome,AK,99762,,,'

/** Reloads the page until it shows these words. */
const waitForWords = (page: Page, words: string) =>
  expect
    .poll(
      async () => {
        await page.reload()
        return page.locator('main').innerText()
      },
      { timeout: 40_000 },
    )
    .toContain(words)

test.each(Object.entries(SCREENS))(
  'CAP-6 staff send one box to many addresses, and the company pays once, on a %s',
  async (device, viewport) => {
    const company = `${device}.${COMPANY}`
    const { page: desk, expectAllWell, complaints, close } = await visit({ viewport })
    await signInOnPage(desk, 'staff@example.com')
    await openAndWait(desk, '/staff/drafts')
    const email = desk.getByLabel("The customer's email")
    if (!(await email.isVisible())) await desk.getByText('Begin a draft', { exact: true }).click()
    await email.fill(company)
    await desk.getByLabel('Name (optional)').fill('Holloway Tools')
    await desk.getByLabel('Phone (optional)').fill('(206) 555-0142')
    await desk.getByRole('button', { name: 'Begin', exact: true }).click()
    await desk.getByRole('heading', { level: 1, name: /^Draft / }).waitFor()
    await desk.getByLabel('Find packs to add').fill('braising')
    await desk.getByRole('button', { name: 'Find', exact: true }).click()
    await desk
      .getByRole('group', { name: /Winter Braising Share/ })
      .getByLabel('Packs')
      .fill('1')
    await desk.getByRole('button', { name: 'Save the box' }).click()
    await desk.getByText('Saved.').waitFor()
    await desk.getByText('Send this box to many addresses').click()
    await desk.getByRole('button', { name: 'Add the addresses' }).click()
    await desk.getByRole('heading', { level: 1, name: 'One box for many addresses' }).waitFor()
    await expectAllWell('a gift without addresses')

    await desk.getByLabel('Paste the lines').fill('name,street\nAna,1912 Pike Pl')
    await desk.getByRole('button', { name: 'Add and check them' }).click()
    await desk.getByText('The column city is missing.').waitFor()
    await expectAllWell('lines that can’t be read')
    const file = fileOf([lineTo(1), lineTo(2, '', 'Thank you for a good year'), NOWHERE])
    await desk
      .getByLabel('Or choose a CSV file')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await desk.getByRole('button', { name: 'Add and check them' }).click()
    await desk.getByText('3 added.').waitFor()
    await waitForWords(desk, '2 boxes,')
    await expectAllWell('two boxes that can be sent and one that can’t')
    await desk.getByRole('button', { name: 'Send a link to pay' }).click()
    await desk.getByText('The link to pay is out').waitFor()
    await expectAllWell('a quote')

    const payer = await visit({ viewport })
    await openAndWait(payer.page, await linkToPay(payer.page, company))
    await payer.page.getByRole('heading', { name: 'Your gift boxes are ready to pay' }).waitFor()
    await payer.expectAllWell('the boxes of a link')
    await payer.page.getByRole('button', { name: 'Go to payment' }).click()
    await payer.page.waitForURL(/\/checkout\/\w{22}/)
    await enterCard(payer.page, '4242424242424242')
    await payer.expectAllWell('the payment of boxes')
    await payer.page.getByRole('button', { name: /^Pay \$/ }).click()
    await payer.page.waitForURL(/\/confirmation$/)
    await payer.page.getByRole('heading', { name: /Your gift boxes are paid/ }).waitFor()
    await payer.expectAllWell('paid')
    expect(payer.complaints).toEqual([])
    await payer.close()

    await waitForWords(desk, '2 boxes placed')
    await expectAllWell('placed boxes')
    await desk.getByRole('link', { name: /^DW-/ }).first().click()
    await desk.getByText('Guest 1').first().waitFor()
    await openAndWait(desk, '/staff/gifting')
    await expectAllWell('all gifts')
    await desk.getByRole('link', { name: 'Holloway Tools' }).first().click()
    await desk.getByRole('heading', { level: 1, name: 'One box for many addresses' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  },
)
