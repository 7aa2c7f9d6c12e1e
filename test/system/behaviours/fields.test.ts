import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { come } from '../../support/visit.ts'

const { visit } = openShop('fields')

const comeTo = (page: Page, name: string) => come(page, `/behaviours/${name}`)

describe('BEH-8 phone input', () => {
  const field = (page: Page) => page.getByLabel('Phone Number')
  const standing = (page: Page) =>
    field(page).evaluate(({ value, selectionStart }: HTMLInputElement) => [value, selectionStart])
  const putCaret = (page: Page, at: number, to = at) =>
    field(page).evaluate(
      (input: HTMLInputElement, [from, end]) => input.setSelectionRange(from!, end!),
      [at, to],
    )

  test('BEH-8 a number is written (###) ###-#### while it is typed, however it is typed', async () => {
    const { page, expectAllWell, close } = await visit()
    await comeTo(page, 'phone-input')
    await field(page).focus()
    const seen: unknown[] = []
    for (const key of '2065550142') {
      await page.keyboard.press(key)
      seen.push(await field(page).inputValue())
    }
    expect(seen).toEqual([
      '2',
      '20',
      '206',
      '(206) 5',
      '(206) 55',
      '(206) 555',
      '(206) 555-0',
      '(206) 555-01',
      '(206) 555-014',
      '(206) 555-0142',
    ])
    for (const typed of ['206.555.0142', '206-555-0142', '+1 (206) 555-0142', '12065550142']) {
      await field(page).fill('')
      await field(page).pressSequentially(typed)
      expect([typed, await field(page).inputValue()]).toEqual([typed, '(206) 555-0142'])
    }
    await expectAllWell('typed')
    await field(page).fill('206555')
    expect(await field(page).evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(
      'Please enter a 10 digit phone number',
    )
    await field(page).fill('')
    expect(await field(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true)
    await close()
  })

  test('BEH-8 pasted it is written so as well, and what the server filled in', async () => {
    const { page, close } = await visit()
    await comeTo(page, 'phone-input')
    expect(await page.getByLabel('Already filled in').inputValue()).toBe('(206) 555-0142')
    for (const pasted of ['+12065550142', 'call 206 555 0142', '206\u00a0555\u20110142']) {
      await field(page).fill('')
      await field(page).focus()
      await page.keyboard.insertText(pasted)
      expect(await field(page).inputValue()).toBe('(206) 555-0142')
    }
    await close()
  })

  test('BEH-8 the caret stays at its digit, and nothing keeps from being deleted', async () => {
    const { page, close } = await visit()
    await comeTo(page, 'phone-input')
    await field(page).fill('2065550142')
    expect(await standing(page)).toEqual(['(206) 555-0142', 14])
    await putCaret(page, 8) // behind the second 5
    await page.keyboard.press('Backspace')
    expect(await standing(page)).toEqual(['(206) 550-142', 7])
    await page.keyboard.type('5')
    expect(await standing(page)).toEqual(['(206) 555-0142', 8])
    await putCaret(page, 1, 4) // the area
    await page.keyboard.type('9')
    expect(await standing(page)).toEqual(['(955) 501-42', 2])
    await page.keyboard.press('End')
    for (let left = 8; left > 0; left -= 1) await page.keyboard.press('Backspace')
    expect(await standing(page)).toEqual(['', 0])
    await close()
  })
})

describe('BEH-12 SMS marketing checkbox', () => {
  const box = (page: Page) => page.getByRole('checkbox', { name: 'Text me too' })
  const phone = (page: Page) => page.getByLabel('Mobile phone number')
  const isValid = (page: Page) =>
    page.locator('main form').evaluate((form: HTMLFormElement) => form.checkValidity())

  test('BEH-12 CAP-5 it is not ticked; ticked, the number is asked for and needed, and unticked no more', async () => {
    const { page, expectAllWell, close } = await visit()
    await comeTo(page, 'sms-marketing-checkbox')
    expect(await box(page).isChecked()).toBe(false)
    expect([await phone(page).isVisible(), await isValid(page)]).toEqual([false, true])
    await expectAllWell('not ticked')
    await box(page).focus()
    await page.keyboard.press('Space')
    expect([await phone(page).isVisible(), await isValid(page)]).toEqual([true, false])
    await page.keyboard.press('Tab')
    await page.keyboard.type('2065550142')
    expect([await phone(page).inputValue(), await isValid(page)]).toEqual(['(206) 555-0142', true])
    await expectAllWell('ticked')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/sms_marketing=1&phone_number=%28206%29\+555-0142$/)
    await close()
  })

  test('BEH-12 nobody agrees by going back: a page that comes again is not ticked', async () => {
    const { page, close } = await visit()
    await comeTo(page, 'sms-marketing-checkbox')
    await box(page).check()
    await page.getByRole('link', { name: 'All behaviors' }).click()
    await page.waitForURL('**/behaviours')
    await page.goBack()
    await page.waitForURL('**/sms-marketing-checkbox')
    expect([await box(page).isChecked(), await phone(page).isVisible()]).toEqual([false, false])
    await box(page).check()
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await phone(page).evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true)
    await box(page).uncheck()
    const sent = await page.locator('main form').evaluate((form: HTMLFormElement) => [...new FormData(form)])
    expect([sent, await isValid(page)]).toEqual([[], true])
    await close()
  })

  test('BEH-12 GND-5 with scripts off the number is asked for all the same', async () => {
    const { page, complaints, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/modals/capture_email')
    expect(await box(page).isChecked()).toBe(false)
    await page.getByLabel('Email').fill('ana@example.com')
    await box(page).check()
    await page.getByRole('button', { name: 'Sign me up' }).click()
    await page.getByText('Please enter a 10 digit phone number').waitFor()
    expect(new URL(page.url()).pathname).toBe('/modals/capture_email')
    await page.getByLabel('Email').fill('ana@example.com')
    await box(page).check()
    await phone(page).fill('206.555.0142')
    await page.getByRole('button', { name: 'Sign me up' }).click()
    await page.getByText("Thanks for signing up! You'll hear from us soon.").waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('MOD-3 BEH-22 copy to clipboard', () => {
  const ALLOWED = { permissions: ['clipboard-read', 'clipboard-write'] }
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
  const control = (page: Page, name: string) => page.getByRole('button', { name })
  const said = (page: Page, place: number) => page.locator('.copy__said').nth(place)

  test('MOD-3 BEH-22 it says so by a tooltip for 4 seconds, counted from the last time', async () => {
    const { page, expectAllWell, close } = await visit(ALLOWED)
    await page.clock.install()
    await comeTo(page, 'copy-to-clipboard')
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    expect(await said(page, 0).innerText()).toBe('')
    await control(page, 'Copy the code').focus()
    await page.keyboard.press('Enter')
    await said(page, 0)
      .filter({ hasText: /^Copied$/ })
      .waitFor()
    expect(await copied(page)).toBe('WELCOME20')
    await page.clock.runFor(3_999)
    expect(await said(page, 0).innerText()).toBe('Copied')
    await page.clock.runFor(1)
    expect(await said(page, 0).innerText()).toBe('')

    await control(page, 'Copy the code').click()
    await said(page, 0).filter({ hasText: 'Copied' }).waitFor()
    await page.clock.runFor(3_000)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await control(page, 'Copy the code').click()
    await expect.poll(() => copied(page)).toBe('WELCOME20')
    await page.clock.runFor(3_999)
    expect(await said(page, 0).innerText()).toBe('Copied')
    await page.clock.runFor(1)
    expect(await said(page, 0).innerText()).toBe('')
    await control(page, 'Copy the code').click()
    await page.clock.resume()
    await expectAllWell('tooltip')
    await close()
  })

  test('MOD-3 BEH-22 or in a block of its own, which stays', async () => {
    const { page, expectAllWell, close } = await visit(ALLOWED)
    await page.clock.install()
    await comeTo(page, 'copy-to-clipboard')
    await control(page, 'Copy the order number').click()
    await said(page, 1)
      .filter({ hasText: /^Copied$/ })
      .waitFor()
    expect(await copied(page)).toBe('DW-4K7M2Q')
    await page.clock.runFor(60_000)
    expect(await said(page, 1).innerText()).toBe('Copied')
    await expectAllWell('block')
    await close()
  })

  test('BEH-22 where the browser does not let it, the text is marked to be copied by hand', async () => {
    const { page, close } = await visit()
    await page.addInitScript(() => {
      const refuse = () => Promise.reject(new Error('not allowed'))
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } })
    })
    await comeTo(page, 'copy-to-clipboard')
    await control(page, 'Copy the code').click()
    await said(page, 0).filter({ hasText: 'copy it yourself' }).waitFor()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('WELCOME20')
    await close()
  })

  test('BEH-22 SHL-3 nothing of it is left when the page comes back', async () => {
    const { page, close } = await visit(ALLOWED)
    await comeTo(page, 'copy-to-clipboard')
    await control(page, 'Copy the code').click()
    await control(page, 'Copy the order number').click()
    await said(page, 1).filter({ hasText: 'Copied' }).waitFor()
    await page.getByRole('link', { name: 'All behaviors' }).click()
    await page.waitForURL('**/behaviours')
    await page.goBack()
    await page.waitForURL('**/copy-to-clipboard')
    await control(page, 'Copy the code').waitFor()
    expect(await page.locator('main [role=status]:not(:empty)').count()).toBe(0)
    await close()
  })

  test('BEH-22 GND-5 with scripts off the text stands there without a button', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/behaviours/copy-to-clipboard')
    expect(await page.getByText('WELCOME20').isVisible()).toBe(true)
    expect(await page.locator('main button').first().isVisible()).toBe(false)
    await close()
  })
})
