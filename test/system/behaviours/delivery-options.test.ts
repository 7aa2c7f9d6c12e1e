import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { behavioursCame, come } from '../../support/visit.ts'

const { visit } = openShop('delivery-options')

const comeTo = (page: Page, name: string) => come(page, `/behaviours/${name}`)

const sent = (page: Page) =>
  page.locator('main form').evaluate((form: HTMLFormElement) => [...new FormData(form).keys()])

describe('BEH-6 gifting', () => {
  const gift = (page: Page) => page.getByRole('checkbox', { name: 'This is a gift' })
  const recurring = (page: Page) => page.getByRole('checkbox', { name: 'Make it a recurring box' })
  const name = (page: Page) => page.getByLabel("Recipient's name")

  test('BEH-6 CHK-7 ticked, the gift is asked about and the recurring box put away and not sent; unticked it is back', async () => {
    const { page, expectAllWell, close } = await visit()
    await comeTo(page, 'gifting')
    await recurring(page).check()
    expect([await name(page).isVisible(), await sent(page)]).toEqual([false, ['gift_order', 'recurring']])
    await expectAllWell('no gift')

    await gift(page).focus()
    await page.keyboard.press('Space')
    expect([await name(page).isVisible(), await recurring(page).isVisible()]).toEqual([true, false])
    expect(await sent(page)).not.toContain('recurring')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ben')
    await expectAllWell('a gift')

    await gift(page).uncheck()
    expect([await name(page).isVisible(), await recurring(page).isChecked()]).toEqual([false, true])
    expect(await sent(page)).toEqual(['gift_order', 'recurring'])
    await gift(page).check()
    expect(await name(page).inputValue()).toBe('Ben')
    await close()
  })

  test('BEH-6 SHL-3 a page that comes again stands as its box says', async () => {
    const { page, complaints, close } = await visit()
    await comeTo(page, 'gifting')
    await gift(page).check()
    await page.goto('/behaviours')
    await page.goBack()
    await behavioursCame(page)
    const ticked = await gift(page).isChecked()
    expect(await name(page).isVisible()).toBe(ticked)
    expect((await sent(page)).includes('gift_info[recipient_name]')).toBe(ticked)
    expect(complaints).toEqual([])
    await close()
  })

  test('BEH-6 GND-5 with scripts off its fields come with the tick, and the recurring box goes', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/behaviours/gifting')
    expect([await name(page).isVisible(), await recurring(page).isVisible()]).toEqual([false, true])
    await gift(page).check()
    expect([await name(page).isVisible(), await recurring(page).isVisible()]).toEqual([true, false])
    await close()
  })
})

describe('BEH-5 expedited shipping', () => {
  const faster = (page: Page) => page.getByRole('checkbox', { name: /^Expedited shipping, \$12\.00 more/ })
  const opened = (page: Page) => page.locator('.calendar__choice', { hasText: 'faster' })

  test.each([true, false])(
    'BEH-5 GND-5 it opens the days that only it reaches, and closes them again: scripts %s',
    async (scripts) => {
      const { page, complaints, close } = await visit({ javaScriptEnabled: scripts })
      await page.goto('/behaviours/expedited-shipping')
      if (scripts) await behavioursCame(page)
      const show = async () => {
        if (!scripts) await page.getByRole('button', { name: 'Show delivery days' }).click()
      }
      expect(await opened(page).count()).toBe(0)
      await faster(page).focus()
      await page.keyboard.press('Space')
      await show()
      await page.waitForURL(/expedited=1/)
      await opened(page).first().waitFor()
      expect(await faster(page).isChecked()).toBe(true)
      await faster(page).uncheck()
      await show()
      await page.waitForURL((url) => !url.search.includes('expedited'))
      await opened(page).first().waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    },
  )
})
