import { describe, expect, test } from 'vitest'
import { orders, sessions } from '#db/schema/index.ts'
import { offerToken } from '../support/buying.ts'
import { world } from '../support/world.ts'

const STREAM = 'text/vnd.turbo-stream.html'

async function atTheCounter() {
  const shop = await world()
  const shopper = await shop.shopper()
  const ask = (accept: string, visitor = shopper) => visitor.send('/mini-cart', { headers: { accept } })
  return { shop, shopper, ask, ribeye: `/cart/items/${offerToken(shop.db, 'grass-fed-ribeye')}` }
}

/** The contents that a Turbo stream has for `target`. */
const streamed = (html: string, target: string) =>
  new RegExp(
    `<turbo-stream[^>]*target="${target}"[^>]*><template>([\\s\\S]*?)</template></turbo-stream>`,
  ).exec(html)?.[1] ?? ''

describe('CRT-5 the mini cart', () => {
  test.each([STREAM, `${STREAM}, text/html`, '*/*'])(
    'CRT-5 arrives as Turbo streams for Accept: %s',
    async (accept) => {
      const { shopper, ask, ribeye } = await atTheCounter()
      await shopper.call('POST', ribeye, { quantity: 2 })
      const answer = await ask(accept)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(`${STREAM}; charset=utf-8`)
      const html = await answer.text()
      const contents = streamed(html, 'mini_cart')
      expect(contents).toContain('id="mini_cart"')
      expect(contents).toMatch(/Grass-fed ribeye[\s\S]*name="quantity" value="2"[\s\S]*\$45\.80/)
      expect(contents).toContain('Add $3.20 more to reach our $49 minimum.')
      expect(contents).toContain('Add $3.20 to check out')
      expect(contents).toContain('href="/cart"')
      expect(streamed(html, 'cart_count')).toBe('2')
    },
  )

  test('CRT-5 redirects a visit in the browser to the cart page', async () => {
    const { ask } = await atTheCounter()
    const answer = await ask('text/html,application/xhtml+xml')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cart'])
  })

  test('CRT-5 is empty for a new visitor and creates no cart or session', async () => {
    const { shop } = await atTheCounter()
    const rows = () => [orders, sessions].map((table) => shop.db.select().from(table).all().length)
    const before = rows()
    const answer = await shop.app.request('/mini-cart', { headers: { accept: STREAM } })
    const contents = streamed(await answer.text(), 'mini_cart')
    expect(contents).toContain('Your box is empty')
    expect(contents).not.toContain('href="/checkout"')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(rows()).toEqual(before)
  })

  test("SEC-4 CRT-5 shows only the visitor's own cart", async () => {
    const { shop, shopper, ask, ribeye } = await atTheCounter()
    await shopper.call('POST', ribeye, { quantity: 2 })
    const eve = await shop.shopper()
    await eve.visit('/shop')
    expect(await (await ask(STREAM, eve)).text()).not.toContain('Grass-fed ribeye')
  })

  test('CRT-5 is updated with every cart change, even a rejected one', async () => {
    const { shopper, ribeye } = await atTheCounter()
    const answers = [
      [await shopper.stream('POST', ribeye, { quantity: '2' }), /value="2"/],
      [await shopper.stream('PUT', ribeye, { quantity: '3' }), /value="3"/],
      [await shopper.stream('PUT', ribeye, { quantity: '9999' }), /value="3"/],
      [await shopper.stream('DELETE', ribeye, {}), /Your box is empty/],
    ] as const
    for (const [answer, expected] of answers)
      expect(streamed(await answer.text(), 'mini_cart')).toMatch(expected)
  })

  test('CRT-5 gets the flag to open only with the first item added to an empty cart', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    const other = `/cart/items/${offerToken(shop.db, 'grass-fed-ground-beef')}`
    const opens = async (answer: Response) => streamed(await answer.text(), 'mini_cart_flag') !== ''
    expect(await opens(await shopper.stream('POST', ribeye, { quantity: '9999' }))).toBe(false)
    expect(await opens(await shopper.stream('POST', ribeye, { quantity: '2' }))).toBe(true)
    expect(await opens(await shopper.stream('POST', ribeye, { quantity: '2' }))).toBe(false)
    expect(await opens(await shopper.stream('POST', other, { quantity: '1' }))).toBe(false)
    expect(await opens(await shopper.stream('PUT', ribeye, { quantity: '1' }))).toBe(false)
  })
})

describe('CRT-3 cart quantities on a page', () => {
  const known = (html: string) =>
    JSON.parse(/data-cart-quantities-value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? 'null')

  test('CRT-3 every page has the quantities in the cart, and the product cards do not depend on them', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    const cards = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    const plain = (html: string) => cards(html).replaceAll(/name="authenticity_token" value="[^"]*"/g, '')
    const before = await (await shopper.visit('/shop')).text()
    expect(known(before)).toEqual({})
    await shopper.call('POST', ribeye, { quantity: 2 })
    const after = await (await shopper.visit('/shop')).text()
    expect(known(after)).toEqual({ [offerToken(shop.db, 'grass-fed-ribeye')]: 2 })
    expect(plain(after)).toBe(plain(before))
  })

  test('CRT-3 a change sends them again', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    const token = offerToken(shop.db, 'grass-fed-ribeye')
    const answers = [
      [await shopper.stream('POST', ribeye, { quantity: '2' }), { [token]: 2 }],
      [await shopper.stream('PUT', ribeye, { quantity: '0' }), {}],
    ] as const
    for (const [answer, expected] of answers) expect(known(await answer.text())).toEqual(expected)
  })
})
