import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { openAndWait } from '../../support/visit.ts'

const { visit } = openShop('fields')

const comeTo = (page: Page, name: string) => openAndWait(page, `/behaviours/${name}`)

test("BEH-8 a phone number is formatted as it's typed, and the caret stays at its digit", async () => {
  const { page, expectAllWell, close } = await visit()
  await comeTo(page, 'phone-input')
  const field = page.getByLabel('Phone Number')
  const standing = () =>
    field.evaluate(({ value, selectionStart }: HTMLInputElement) => [value, selectionStart])
  await field.pressSequentially('2065550142')
  expect(await standing()).toEqual(['(206) 555-0142', 14])
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 8)) // after the second 5
  await page.keyboard.press('Backspace')
  expect(await standing()).toEqual(['(206) 550-142', 7])
  await page.keyboard.type('5')
  expect(await standing()).toEqual(['(206) 555-0142', 8])
  await expectAllWell('typed')
  await close()
})

describe('BEH-12 SMS marketing checkbox', () => {
  const box = (page: Page) => page.getByRole('checkbox', { name: 'Text me too' })
  const phone = (page: Page) => page.getByLabel('Mobile phone number')

  test('BEH-12 CAP-5 SHL-3 checking the box shows the phone number, and after going back the box is unchecked', async () => {
    const { page, expectAllWell, close } = await visit()
    await comeTo(page, 'sms-marketing-checkbox')
    expect([await box(page).isChecked(), await phone(page).isVisible()]).toEqual([false, false])
    await expectAllWell('not ticked')
    await box(page).check()
    await page.getByRole('link', { name: 'All behaviors' }).click()
    await page.waitForURL('**/behaviours')
    await page.goBack()
    await page.waitForURL('**/sms-marketing-checkbox')
    expect([await box(page).isChecked(), await phone(page).isVisible()]).toEqual([false, false])
    await box(page).focus()
    await page.keyboard.press('Space')
    expect(await phone(page).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await phone(page).evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true)
    await box(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type('2065550142')
    await expectAllWell('ticked')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/sms_marketing=1&phone_number=%28206%29\+555-0142$/)
    await close()
  })

  test('BEH-12 GND-5 with scripts off the number is still required', async () => {
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
  test('MOD-3 BEH-22 SHL-3 a tooltip and a block confirm the copy, and both are gone after going back', async () => {
    const { page, expectAllWell, close } = await visit({ permissions: ['clipboard-read', 'clipboard-write'] })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const control = (name: string) => page.getByRole('button', { name })
    const said = (place: number) => page.locator('.copy__said').nth(place)
    await comeTo(page, 'copy-to-clipboard')
    await control('Copy the order number').click()
    await said(1).filter({ hasText: 'Copied' }).waitFor()
    expect(await copied()).toBe('DW-4K7M2Q')
    await control('Copy the code').focus()
    await page.keyboard.press('Enter')
    await said(0).filter({ hasText: 'Copied' }).waitFor()
    expect(await copied()).toBe('WELCOME20')
    await expectAllWell('tooltip and block')
    await page.getByRole('link', { name: 'All behaviors' }).click()
    await page.waitForURL('**/behaviours')
    await page.goBack()
    await page.waitForURL('**/copy-to-clipboard')
    await control('Copy the code').waitFor()
    expect(await page.locator('main [role=status]:not(:empty)').count()).toBe(0)
    await close()
  })

  test('BEH-22 GND-5 with scripts off the text has no button', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto('/behaviours/copy-to-clipboard')
    expect(await page.getByText('WELCOME20').isVisible()).toBe(true)
    expect(await page.locator('main button').first().isVisible()).toBe(false)
    await close()
  })
})
