import { expect, test } from 'vitest'
import { goToPayment, pay } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('receipt')

test("ORD-2 ACC-6 opening a guest's receipt elsewhere and choosing a password shows what's left to do", async () => {
  const guest = await visit({})
  await goToPayment(guest.page)
  await pay(guest.page, '4242424242424242')
  await guest.page.waitForURL(/\/confirmation$/)
  let link = ''
  await expect
    .poll(async () => {
      link =
        /\/account\/orders\/\w+\?key=[\w-]+/.exec(
          await (await guest.page.request.get('/outbox.json')).text(),
        )?.[0] ?? ''
      return link
    })
    .not.toBe('')
  await guest.close()

  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  await openAndWait(page, link)
  await expectAllWell('a receipt by its link')
  await page.getByRole('link', { name: 'create a password' }).click()
  await page.getByLabel('Password').first().fill('brisket on sunday')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.waitForURL(`**${link}`)
  await page.getByText(/please open the email we just sent there/).waitFor()
  await page.getByText(/Its link adds this order to your account/).waitFor()
  await expectAllWell('the order, for an account that is not confirmed')
  await page.getByRole('link', { name: 'send it again' }).click()
  await page.waitForURL('**/account#account_email')
  await page.locator('#account_email').getByRole('button', { name: 'Send me the link again' }).waitFor()
  await close()
})
