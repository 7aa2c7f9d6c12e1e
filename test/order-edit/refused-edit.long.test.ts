import { expect, test } from 'vitest'
import { guestKey } from '#src/orders/guest-key.ts'
import { editableBox } from '../support/editing.ts'

const words = async (response: Response) => (await response.text()).replaceAll('&#39;', "'")

test('ORD-7 an edit with far too large a quantity comes back with the reason and all that was typed', async () => {
  const box = await editableBox()
  const reader = await box.shop.shopper()
  const byLink = `${box.editPath}?key=${guestKey(box.shop.config, box.token)}`
  for (const [shopper, path] of [
    [box.ana, box.editPath],
    [reader, byLink],
  ] as const) {
    const typed = { [`quantities[${box.share}]`]: '3', [`quantities[${box.roast.token}]`]: '12345' }
    const refused = await shopper.submit('POST', path, typed)
    expect(refused.status).toBe(422)
    const page = await words(refused)
    expect(page).toMatch(/The maximum for .+ is \d+\./)
    expect(page).toContain(`action="${path}"`)
    expect(page).toMatch(new RegExp(`name="quantities\\[${box.share}\\]" value="3"`))
  }
  expect(await box.preview([{ bid_item_token: box.roast.token, quantity: '12345' }])).toMatchObject({
    status: 422,
    code: 'quantity',
  })
})

test('ORD-7 an edit that cannot be read comes back as the form, with what could be read', async () => {
  const box = await editableBox()
  const refused = await box.ana.submit('POST', box.editPath, {
    [`quantities[${box.share}]`]: '3',
    [`quantities[${box.roast.token}]`]: '1.5',
    gift_order: '1',
    'gift_info[recipient_name]': 'Grandma',
    'gift_info[message]': 'x'.repeat(501),
  })
  expect(refused.status).toBe(422)
  const page = await words(refused)
  expect(page).toContain('Please check the quantities: whole numbers.')
  expect(page).toContain(`action="${box.editPath}"`)
  expect(page).toMatch(new RegExp(`name="quantities\\[${box.share}\\]" value="3"`))
  expect(page).toContain('value="Grandma"')
  expect(page).toContain('x'.repeat(501))
})

test('GND-4 a form that is refused at its page’s own address leads back there, with the receipt’s key', async () => {
  const box = await editableBox()
  const reader = await box.shop.shopper()
  const key = guestKey(box.shop.config, box.token)
  const paths = [
    [`/account/orders/${box.token}/edit`, `/account/orders/${box.token}/edit`],
    [`/account/orders/${box.token}/claims`, `/account/orders/${box.token}/claims`],
    [`/account/orders/${box.token}/cancel`, `/account/orders/${box.token}`],
  ]
  for (const [action, back] of paths) {
    const refused = await reader.submit('POST', `${action}?key=${key}`, { message: 'x'.repeat(70_000) })
    expect(refused.status).toBe(413)
    expect(await words(refused)).toContain(`<a class="button" href="${back}?key=${key}">Back to the form</a>`)
  }
})
