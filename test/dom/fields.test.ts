import { describe, expect, test, vi } from 'vitest'
import { button, eventually, field, find, findAll } from '../support/dom-elements.ts'
import { openPage, pass, settled, stopTime } from '../support/dom-page.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

const open = async (name: string) => {
  shop ??= world()
  return openPage(await (await shop).shopper(), `/behaviours/${name}`)
}

const form = () => find<HTMLFormElement>('main form')

describe('BEH-8 phone input', () => {
  const phone = () => field('Phone Number')
  const standing = () => [phone().value, phone().selectionStart]

  test('BEH-8 a number is formatted as (###) ###-#### while typing, in any style', async () => {
    const user = await open('phone-input')
    await user.click(phone())
    const seen: string[] = []
    for (const key of '2065550142') {
      await user.keyboard(key)
      seen.push(phone().value)
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
      await user.clear(phone())
      await user.keyboard(typed)
      expect([typed, phone().value]).toEqual([typed, '(206) 555-0142'])
    }
  })

  test('BEH-8 an incomplete number is invalid and says why; an empty field is valid', async () => {
    const user = await open('phone-input')
    await user.click(phone())
    await user.paste('206555')
    expect(phone().validationMessage).toBe('Please enter a 10 digit phone number')
    await user.clear(phone())
    expect(phone().validity.valid).toBe(true)
  })

  test('BEH-8 pasted and prefilled numbers are formatted, too', async () => {
    const user = await open('phone-input')
    expect(field('Already filled in').value).toBe('(206) 555-0142')
    for (const pasted of ['+12065550142', 'call 206 555 0142', '206\u00a0555\u20110142']) {
      await user.clear(phone())
      await user.paste(pasted)
      expect(phone().value).toBe('(206) 555-0142')
    }
  })

  test('BEH-8 the caret stays at its digit, and everything can be deleted', async () => {
    const user = await open('phone-input')
    await user.click(phone())
    await user.paste('2065550142')
    expect(standing()).toEqual(['(206) 555-0142', 14])
    phone().setSelectionRange(8, 8) // after the second 5
    await user.keyboard('{Backspace}')
    expect(standing()).toEqual(['(206) 550-142', 7])
    await user.keyboard('5')
    expect(standing()).toEqual(['(206) 555-0142', 8])
    phone().setSelectionRange(0, 0)
    await user.keyboard('1') // the country code, which is dropped
    expect(standing()).toEqual(['(206) 555-0142', 0])
    phone().setSelectionRange(1, 4) // the area code
    await user.keyboard('9')
    expect(standing()).toEqual(['(955) 501-42', 2])
    await user.keyboard('{End}')
    for (let left = 8; left > 0; left -= 1) await user.keyboard('{Backspace}')
    expect(standing()).toEqual(['', 0])
  })
})

describe('BEH-12 SMS marketing checkbox', () => {
  const box = () => field(/^Text me too/)
  const phone = () => field('Mobile phone number')

  test('BEH-12 CAP-5 the checkbox starts unchecked; checking it requires the number, unchecking it drops the number', async () => {
    const user = await open('sms-marketing-checkbox')
    expect([box().checked, phone().required, phone().disabled, form().checkValidity()]).toEqual([
      false,
      false,
      true,
      true,
    ])
    box().focus()
    await user.keyboard(' ')
    expect([box().checked, phone().required, form().checkValidity()]).toEqual([true, true, false])
    expect(phone().validity.valueMissing).toBe(true)
    await user.tab()
    await user.keyboard('2065550142')
    expect([phone().value, form().checkValidity()]).toEqual(['(206) 555-0142', true])
    expect([...new FormData(form())]).toEqual([
      ['sms_marketing', '1'],
      ['phone_number', '(206) 555-0142'],
    ])
    await user.clear(phone())
    await user.click(box())
    expect([[...new FormData(form())], form().checkValidity()]).toEqual([[], true])
  })

  test('BEH-12 a checkbox restored by the browser is cleared, because that is no consent', async () => {
    await open('sms-marketing-checkbox')
    const restored = form().cloneNode(true) as HTMLFormElement
    find<HTMLInputElement>('[name=sms_marketing]', '', restored).checked = true
    form().replaceWith(restored)
    await eventually(() => box().checked).toBe(false)
    expect([phone().required, phone().disabled]).toEqual([false, true])
  })
})

describe('MOD-3 BEH-22 copy to clipboard', () => {
  const copied = () => navigator.clipboard.readText()
  const said = (place: number) => findAll('.copy__said')[place]?.textContent

  test('MOD-3 BEH-22 a tooltip confirms the copy for 4 seconds after the last click', async () => {
    stopTime()
    const user = await open('copy-to-clipboard')
    expect(said(0)).toBe('')
    button('Copy the code').focus()
    await user.keyboard('{Enter}')
    await eventually(() => said(0)).toBe('Copied')
    expect(await copied()).toBe('WELCOME20')
    await pass(3_999)
    expect(said(0)).toBe('Copied')
    await pass(1)
    expect(said(0)).toBe('')

    await user.click(button('Copy the code'))
    await eventually(() => said(0)).toBe('Copied')
    await pass(3_000)
    await navigator.clipboard.writeText('')
    await user.click(button('Copy the code'))
    await settled()
    expect(await copied()).toBe('WELCOME20')
    await pass(3_999)
    expect(said(0)).toBe('Copied')
    await pass(1)
    expect(said(0)).toBe('')
  })

  test('MOD-3 BEH-22 a separate block confirms the copy and stays', async () => {
    stopTime()
    const user = await open('copy-to-clipboard')
    await user.click(button('Copy the order number'))
    await eventually(() => said(1)).toBe('Copied')
    expect(await copied()).toBe('DW-4K7M2Q')
    await pass(60_000)
    expect(said(1)).toBe('Copied')
  })

  test('BEH-22 if the browser refuses, the text is selected for manual copying', async () => {
    const user = await open('copy-to-clipboard')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
    await user.click(button('Copy the code'))
    await eventually(() => said(0)).toContain('copy it yourself')
    expect(getSelection()?.toString()).toBe('WELCOME20')
  })

  test('BEH-22 SHL-3 Turbo caches the page without the confirmations', async () => {
    const user = await open('copy-to-clipboard')
    await user.click(button('Copy the code'))
    await user.click(button('Copy the order number'))
    await eventually(() => said(1)).toBe('Copied')
    document.dispatchEvent(new CustomEvent('turbo:before-cache', { bubbles: true }))
    expect(findAll('main [role=status]').map(({ textContent }) => textContent)).toEqual(['', ''])
  })
})
