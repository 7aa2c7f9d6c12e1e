import { expect, test } from 'vitest'
import { DAY_MS } from '#src/day.ts'
import { ANA, signedIn } from '../support/account.ts'
import { world } from '../support/world.ts'

const SENTENCE = 'Delivering to 98101'

test('SHL-2 a flash shows on the next page, and only there', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const [first, second] = [await ana.visit('/shop'), await ana.visit('/shop')]
  expect(await first.text()).toContain(`${SENTENCE}, as early as`)
  expect(await second.text()).not.toContain(`${SENTENCE}, as early as`)
})

test('SHL-2 prefetches and streams leave the flash for the page the visitor sees', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  await ana.send('/cart', { headers: { accept: 'text/html', 'x-sec-purpose': 'prefetch' } })
  await ana.send('/mini-cart', { headers: { accept: 'text/vnd.turbo-stream.html, text/html' } })
  expect(await (await ana.visit('/shop')).text()).toContain(`${SENTENCE}, as early as`)
})

test('GND-20 prefetching an account page leaves no flash and no return path', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const ahead = await ana.send('/account/orders', {
    headers: { accept: 'text/html', 'x-sec-purpose': 'prefetch' },
  })
  expect([ahead.headers.get('location'), ahead.headers.getSetCookie().join()]).toEqual(['/signin', ''])
  expect(await (await ana.visit('/signin')).text()).not.toContain('Please sign in first.')
})

test('SHL-1 SHL-2 a page about to reload leaves the flash for the reloaded one', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  await ana.visit('/shop?request_reload=1')
  const [first, second] = [await ana.visit('/shop'), await ana.visit('/shop')]
  expect(await first.text()).toContain(`${SENTENCE}, as early as`)
  expect(await second.text()).not.toContain(`${SENTENCE}, as early as`)
})

test('SEC-1 a form that outlived its session says to copy what was typed before reloading', async () => {
  const shop = await world()
  const ana = await signedIn(shop, ANA)
  shop.pass(15 * DAY_MS)
  const answer = await ana.stream('POST', '/v1/update_postal_code', { postal_code: '98101' })
  expect(answer.status).toBe(403)
  const words = 'This page is out of date. Please reload it and try again. Copy what you typed first'
  expect(await answer.text()).toContain(words)
  const called = await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  expect(await called.json()).toMatchObject({
    error: 'This page is out of date. Please reload it and try again.',
  })
})
