import { expect, test } from 'vitest'
import type { CheckoutProps } from '#islands/checkout/props.ts'
import { islandHtml } from '#islands/server.ts'
import type { AddressRefusal } from '#src/checkout/address-question.ts'
import { missingProblem } from '#src/delivery/rules.ts'
import { termsRequired } from '#src/orders/rules.ts'
import { atPayment, propsOf, seattle } from './props.ts'

const html = (props: CheckoutProps) => islandHtml('checkout', props)
const choice = (name: string, value: string) => new RegExp(`<button[^>]*value="${value}" name="${name}"`)
const refusedWith = (address: AddressRefusal) =>
  html(propsOf({ step: 'address', delivery: seattle, problems: { ...propsOf().problems, address } }))

test('PAY-1 without scripts each step is a real form that posts to its endpoint with the CSRF token', () => {
  for (const [props, action] of [
    [propsOf(), '/v1/stripe_update_email'],
    [propsOf({ step: 'address' }), '/v1/stripe_update_address'],
    [atPayment({ step: 'date' }), '/v1/subscriptions/update_arrival_date/order-token'],
    [atPayment({ flow: 'alc-free', totalCents: 0 }), '/v1/stripe_confirm_stripeless'],
  ] as const) {
    const page = html(props)
    expect(page).toContain(`action="${action}" method="post"`)
    expect(page).toContain('name="authenticity_token" value="page-token"')
    expect(page).toContain('name="order_token" value="order-token"')
  }
})

test('PAY-1 completed steps collapse to what was entered, with links back', () => {
  const page = html(atPayment())
  for (const fact of [
    'ana@example.com',
    '1912 Pike Pl',
    'Seattle, WA 98101',
    'Arrives Tuesday, November 24',
  ]) {
    expect(page).toContain(fact)
  }
  for (const step of ['email', 'address', 'date'])
    expect(page).toContain(`href="/checkout/order-token?step=${step}"`)
})

test('PAY-1 without scripts the payment step explains that paying needs them', () => {
  expect(html(atPayment())).toContain('<noscript>')
})

test('PAY-4 PAY-11 without scripts a free box has a button that places it, and a free recurring one needs a card', () => {
  expect(html(atPayment({ flow: 'alc-free', totalCents: 0 }))).toContain('Place order')
  const recurring = html(atPayment({ flow: 'sub-free', totalCents: 0 }))
  expect(recurring).not.toContain('Place order')
  expect(recurring).toContain('To pay by card, please turn on JavaScript')
})

test("PAY-2 the HTML of an email error takes precedence, and a signed-in shopper's email is prefilled", () => {
  const problems = { ...propsOf().problems, email: { message: 'plain', html: 'Try <a href="/x">this</a>' } }
  expect(html(propsOf({ problems }))).toContain('Try <a href="/x">this</a>')
  expect(html(propsOf({ problems }))).not.toContain('plain')

  expect(html(propsOf({ normalizeEmail: 'ana@example.com' }))).toContain('value="ana@example.com"')
  const said = html(propsOf({ normalizeEmail: 'ana@example.com', email: 'ana.at.work@example.com' }))
  expect(said).toContain('value="ana.at.work@example.com"')
})

test('PAY-3 each typed rejection offers the flag that resolves it, and no_eligible_shipping_days offers none', () => {
  const suggestion = { street1: '1912 Pike Place', street2: '', city: 'Seattle', state: 'WA', zip: '98101' }
  const match = refusedWith({ type: 'modified_to_achieve_match', message: 'Two.', suggestion })
  expect(match).toMatch(choice('address_confirmation_bypass', 'accept'))
  expect(match).toMatch(choice('address_confirmation_bypass', 'use-original'))
  expect(match).toContain('1912 Pike Place')

  expect(refusedWith({ type: 'unconfirmed', message: 'Hm.' })).toMatch(
    choice('address_confirmation_bypass', 'use-original'),
  )
  expect(refusedWith({ type: 'postal_code_service_delay', message: 'Late.' })).toMatch(
    choice('postal_code_delay_bypass', 'accept'),
  )
  expect(refusedWith({ type: 'fc_changed', message: 'Moved.', version: 'v-7', items: ['Ribeye'] })).toMatch(
    choice('fc_change_acknowledged', 'v-7'),
  )
  expect(refusedWith({ type: 'no_eligible_shipping_days', message: 'None.' })).not.toContain('_bypass"')
})

test('PAY-3 without scripts a question is an open dialog that resends the address and earlier answers', () => {
  const page = refusedWith({ type: 'unconfirmed', message: 'Which unit?' })
  const [, named] = /<dialog class="address-choice" open="" aria-labelledby="([^"]+)"/.exec(page) ?? []
  expect(page).toMatch(new RegExp(`id="${named}">Please check this address<`))
  const panel = page.slice(page.indexOf('<dialog'))
  expect(panel).toContain('name="delivery_street_address_1" value="1912 Pike Pl"')
  expect(panel).toContain('name="authenticity_token" value="page-token"')
  const late = html(
    propsOf({
      step: 'address',
      delivery: seattle,
      answers: { address_confirmation_bypass: 'use-original', postal_code_delay_bypass: 'accept' },
      problems: { ...propsOf().problems, address: { type: 'postal_code_service_delay', message: 'Late.' } },
    }),
  )
  expect(late).toContain('name="address_confirmation_bypass" value="use-original"')
  expect(late.match(/name="postal_code_delay_bypass"/g)).toHaveLength(1)
})

test('PAY-5 space is reserved for wallets only if the order costs something', () => {
  expect(html(propsOf())).toContain('aria-label="Express checkout"')
  for (const flow of ['alc-free', 'sub-free'] as const)
    expect(html(propsOf({ flow, totalCents: 0 }))).not.toContain('Express checkout')
})

test('CHK-1 a shopper with saved addresses can pick one, and the one in the fields is selected', () => {
  const savedAddresses = [
    { token: 'home', isDefault: true, address: { ...seattle, street1: '2 Main St' } },
    { token: 'work', isDefault: false, address: seattle },
  ]
  const page = html(propsOf({ step: 'address', delivery: seattle, savedAddresses }))
  const picks = page.split('<input type="radio"').slice(1)
  expect(picks.map((pick) => pick.includes('checked=""'))).toEqual([false, true, false])
  expect(picks[1]).toContain('value="work"')
  expect(picks[1]).toContain('data-action="change-&gt;address-autofill#applySaved"')
  expect(page.match(/name="address_id"/g)).toHaveLength(3)
  expect(page).toContain('&quot;street&quot;:&quot;2 Main St&quot;')
  expect(html(propsOf({ step: 'address' }))).not.toContain('address_id')
})

test('CHK-2 a rejected field is marked and shows the message', () => {
  const page = refusedWith({ type: null, message: 'Please enter a 5 digit zip code', fields: ['zip'] })
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(1)
  expect(page).toMatch(/role="alert">Please enter a 5 digit zip code</)
})

test('CHK-2 missing fields are listed above the form and marked one by one with aria-describedby', () => {
  const delivery = { ...seattle, city: '', phone: '' }
  const problems = { ...propsOf().problems, address: { type: null, ...missingProblem(delivery)! } }
  const page = html(propsOf({ step: 'address', delivery, problems }))
  const [, above] =
    /id="([^"]+)" role="alert">.*?Please fill in the missing fields: City and Phone Number/.exec(page)!
  expect(page.indexOf(`id="${above}"`)).toBeLessThan(page.indexOf('name="delivery_name"'))
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(2)
  for (const [name, words] of [
    ['delivery_city', 'Please enter your city'],
    ['mobile_phone_number', 'Please enter your phone number'],
  ]) {
    const input = page.split('<input').find((tag) => tag.includes(`name="${name}"`)) ?? ''
    const [, described] = /aria-describedby="([^"]+)"/.exec(input) ?? []
    expect(page).toContain(`<p class="field__error" id="${described}">${words}</p>`)
  }
})

test('CHK-2 fields that share a mistake refer to the message above them', () => {
  const page = refusedWith({ type: null, message: 'In Oregon.', fields: ['state', 'zip'] })
  const [, above] = /id="([^"]+)" role="alert">.*?In Oregon\./.exec(page)!
  expect(page.match(new RegExp(`aria-describedby="${above}"`, 'g'))).toHaveLength(2)
})

test('PAY-7 only California requires agreement to the terms', () => {
  expect(termsRequired('CA')).toBe(true)
  const free = (state: string) =>
    html(atPayment({ flow: 'alc-free', totalCents: 0, delivery: { ...seattle, state } }))
  expect(free('CA')).toContain('name="terms_of_service"')
  expect(free('CA')).toContain('<a href="/terms" target="_blank" rel="noopener">terms of service</a>')
  expect(free('WA')).not.toContain('name="terms_of_service"')
})

test('PAY-9 a failed payment is reported at the top', () => {
  expect(html(atPayment({ failure: 'Your card was declined.' }))).toMatch(
    /role="alert".*Your card was declined\./,
  )
})

test('the HTML has no style attributes, because the CSP forbids them', () => {
  for (const props of [propsOf(), propsOf({ step: 'address' }), atPayment({ step: 'date' }), atPayment()]) {
    expect(html(props)).not.toMatch(/\sstyle=/)
  }
})
