import { expect, test } from 'vitest'
import { textAndOverflow } from '../support/large-text.ts'
import { openShop } from '../support/open-shop.ts'
import { setTextSize } from '../support/text-size.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('information')

test('COM-7 the information pages fit a phone at twice the text size, and their links work', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await setTextSize(page, 32)
  const pages = ['/about', '/how-it-works', '/faq', '/shipping', '/contact', '/accessibility', '/dev/mails']
  for (const path of pages) {
    await openAndWait(page, path)
    expect([path, ...(await textAndOverflow(page))]).toEqual([path, '32px', 0])
    await expectAllWell(path)
  }
  await openAndWait(page, '/faq')
  await page.getByText("What if something isn't right?").click()
  await page.getByRole('link', { name: 'our guarantee' }).click()
  await page.getByRole('heading', { name: 'Our guarantee', exact: true }).waitFor()
  await close()
})

test("GFT-1 on a phone a card's balance shows in place, and a wrong code shows an error at its field", async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await openAndWait(page, '/contact')
  await page.getByRole('link', { name: 'Gift card balance' }).click()
  const code = page.getByLabel('Gift card code')
  await code.fill('DEMOGIFT50000001')
  await page.keyboard.press('Enter')
  await page.getByText('We found no balance for that code.').waitFor()
  await expectAllWell('a wrong code')
  await code.fill('demo gift 5000 0000')
  await page.keyboard.press('Enter')
  await page.getByText('$50.00').waitFor()
  await expectAllWell('a right code')
  await close()
})
