import { expect, test } from 'vitest'
import { field, find } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const shown = (selector: string) => find<HTMLElement>(selector)
const amount = () => shown('.gift-card__amount').textContent?.trim()

test('GFT-1 the card preview updates as the buyer types, and the last amount wins', async () => {
  const user = await openPage(await (await world()).shopper(), '/gift-cards')
  expect([amount(), shown('.gift-cards__note').hidden]).toEqual(['$50', true])
  await user.click(find<HTMLInputElement>('[name=amount_cents][value="15000"]'))
  expect(amount()).toBe('$150')
  await user.type(field('Another amount (optional)'), '75.50')
  expect([amount(), find<HTMLInputElement>('[name=amount_cents][value="15000"]').checked]).toEqual([
    '$75.50',
    false,
  ])
  await user.click(find<HTMLInputElement>('[name=amount_cents][value="2500"]'))
  expect([amount(), field('Another amount (optional)').value]).toEqual(['$25', ''])
  await user.type(find<HTMLTextAreaElement>('[name=message]'), 'For the grill <b>')
  expect(shown('.gift-cards__note').textContent).toBe('For the grill <b>')
  await user.type(field('Your name'), 'Jane')
  expect(shown('.gift-card__from').hidden).toBe(true)
  await user.click(find<HTMLInputElement>('[name=delivery_method][value=print]'))
  expect([shown('.gift-card__from').hidden, shown('.gift-card__from').textContent]).toEqual([
    false,
    'From Jane',
  ])
  expect(shown('.gift-card').getAttribute('aria-label')).toBe('Droveway gift card, $25')
  expect(find<HTMLButtonElement>('.gift-form__look').hidden).toBe(true)
})
