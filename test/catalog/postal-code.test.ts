import { expect, test } from 'vitest'
import { world } from '../support/world.ts'

const CALL = '/v1/update_postal_code'

test('CAP-1 a served postal code is remembered and answers message and redirect_to', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const answer = await visitor.call('POST', CALL, { postal_code: ' 98101 ' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ message: expect.stringContaining('98101'), redirect_to: '/shop' })
  const home = await (await visitor.visit('/')).text()
  expect(home).toContain('Delivering to')
  expect(home).toContain('98101')
})

test('CAP-1 a postal code that is not served is refused in the words of the shop and not remembered', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const answer = await visitor.call('POST', CALL, { postal_code: '99501' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({ message: "Sorry, we don't deliver to that postal code." })
  expect(await (await visitor.visit('/')).text()).not.toContain('99501')
})

test.each([
  [''],
  ['9810'],
  ['981011'],
  ['9810a'],
  ['98101-1234'],
  ['９８１０１'],
  [['98101']],
  [{ a: 1 }],
  [null],
  [undefined],
])('CAP-1 %j is no postal code', async (postal_code) => {
  const { shopper } = await world()
  const answer = await (await shopper()).call('POST', CALL, { postal_code })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({ message: 'Please enter a 5 digit zip code' })
})

test('GND-5 the form works without scripts: back to the page it was sent from, with a word', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const answer = await visitor.submit('POST', CALL, { postal_code: '98101', return_to: '/shop/beef?page=1' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/shop/beef?page=1')
  expect(await (await visitor.visit('/shop/beef')).text()).toContain('Delivering to 98101, as early as')
  const refused = await visitor.submit('POST', CALL, { postal_code: '99501' })
  expect(refused.status).toBe(303)
  expect(await (await visitor.visit('/')).text()).toContain(
    'Sorry, we don&#39;t deliver to that postal code.',
  )
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/%0d%0aSet-Cookie:x',
  'javascript:alert(1)',
])('the form never leads off the shop: %s', async (return_to) => {
  const { shopper } = await world()
  const answer = await (await shopper()).submit('POST', CALL, { postal_code: '98101', return_to })
  expect(answer.headers.get('location')).toBe('/')
})

test('a referrer of another site is not followed', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const send = (referer: string) =>
    visitor.send(CALL, {
      method: 'POST',
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        referer,
        'x-csrf-token': visitor.token,
      },
      body: 'postal_code=98101',
    })
  expect((await send('https://evil.example/shop/pork')).headers.get('location')).toBe('/shop')
  expect((await send('http://localhost:3000/shop/pork?page=1')).headers.get('location')).toBe(
    '/shop/pork?page=1',
  )
})

test('CAP-1 a refused postal code stands in its open form, with the sentence at the field, once', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  for (const send of [visitor.submit, visitor.stream]) {
    const refused = await send('POST', CALL, {
      postal_code: '9950"',
      return_to: '/shop',
      authenticity_token: visitor.token,
    })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/shop'])
    const html = await (await visitor.visit('/shop')).text()
    const place = /<details class="place"[\s\S]*?<\/details>/.exec(html)?.[0] ?? ''
    expect(place).toMatch(/^<details class="place" open/)
    expect(place).toContain('value="9950&quot;"')
    expect(place).toMatch(/id="header_postal_code_error"[^>]*>Please enter a 5 digit zip code/)
    expect(html.split('Please enter a 5 digit zip code')).toHaveLength(2)
    const next = await (await visitor.visit('/shop')).text()
    expect(next).not.toContain('Please enter a 5 digit zip code')
    expect(next).not.toContain('class="place" open')
  }
})

test('CAL-2 a paused place is explained by the pause, in the answer and on the product page', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const pause = 'Our carrier has paused frozen deliveries to Bismarck until further notice.'
  const answer = await visitor.call('POST', CALL, { postal_code: '58501' })
  expect((await answer.json()).message).toContain(pause)
  const product = await (await visitor.visit('/products/grass-fed-ribeye')).text()
  expect(product).toContain(pause)
  expect(product).not.toContain('is taken')
})
