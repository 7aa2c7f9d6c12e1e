import { expect, test } from 'vitest'
import { offerToken } from '../../support/buying.ts'
import type { Shopper } from '../../support/shopper.ts'
import { validator } from '../../support/valid-html.ts'
import { world } from '../../support/world.ts'

const BEHAVIOURS = [
  'copy-to-clipboard',
  'email-capture',
  'info-modal',
  'modal',
  'phone-input',
  'postal-code-capture',
  'sms-marketing-checkbox',
  'wait-list',
]

test('GND-5 every storefront page is valid HTML without inline scripts or inline event handlers', async () => {
  const { shopper, db } = await world()
  const visitor = await shopper()
  await visitor.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  await visitor.call('POST', `/cart/items/${offerToken(db, 'grass-fed-ribeye')}`)
  const soldOut = `/join_wait_list/${offerToken(db, 'demo-sold-out')}`
  const pages = [
    '/',
    '/shop',
    '/shop/beef',
    '/shop/beef?cut=ribeye&badge=Wagyu&sort=price',
    '/shop/pork?cut=ribeye',
    '/products/grass-fed-ribeye',
    '/products/demo-sold-out',
    soldOut,
    '/modals/capture_postal_code',
    '/cart?promotion_offer=WELCOME20',
    '/nothing',
    '/products/nothing',
    '/outbox',
  ]
  for (const path of pages) await expectValid(visitor, path)
})

test('GND-5 every modal and behavior page is valid HTML, too', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const pages = [
    '/modals/capture_email',
    '/corporate-gifting',
    ...BEHAVIOURS.map((name) => `/behaviours/${name}`),
  ]
  for (const path of pages) await expectValid(visitor, path)
})

async function expectValid(visitor: Shopper, path: string) {
  const html = await (await visitor.visit(path)).text()
  const { results } = await validator.validateString(html)
  expect(complaintsOf(results), path).toEqual([])
  expect(html).not.toMatch(/<[^>]+\son\w+=/)
  expect(html).not.toMatch(/<script(?![^>]*(?:\bsrc=|type="application\/ld\+json"))/)
}

test('GND-6 pages have the CSRF token in a meta tag, and every form that changes something includes it', async () => {
  const { shopper } = await world()
  const html = await (await (await shopper()).visit('/products/grass-fed-ribeye')).text()
  expect(html).toMatch(/<meta name="csrf-token" content="[\w-]{60,}"/)
  expect(html).toContain('<meta name="csrf-param" content="authenticity_token"')
  const forms = html
    .split('<form')
    .slice(1)
    .filter((form) => !/^[^>]*method="get"/.test(form))
  expect(forms.length).toBeGreaterThan(3)
  for (const form of forms) expect(form.split('</form>')[0]).toContain('name="authenticity_token"')
})

function complaintsOf(results: { messages: { ruleId: string; message: string; line: number }[] }[]) {
  return results.flatMap((result) =>
    result.messages.map((message) => `${message.ruleId}: ${message.message}`),
  )
}
