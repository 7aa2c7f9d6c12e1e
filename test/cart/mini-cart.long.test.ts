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

/** What a stream puts in the place of `target`. */
const streamed = (html: string, target: string) =>
  new RegExp(
    `<turbo-stream[^>]*target="${target}"[^>]*><template>([\\s\\S]*?)</template></turbo-stream>`,
  ).exec(html)?.[1] ?? ''

describe('CRT-5 the mini cart', () => {
  test.each([STREAM, `${STREAM}, text/html`, '*/*'])(
    'CRT-5 comes as streams to who takes %s',
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

  test('CRT-5 whoever comes by the address gets the page of the box', async () => {
    const { ask } = await atTheCounter()
    const answer = await ask('text/html,application/xhtml+xml')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cart'])
  })

  test('CRT-5 it is empty for somebody new, says so, and begins neither cart nor session', async () => {
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

  test("SEC-4 CRT-5 it is one's own", async () => {
    const { shop, shopper, ask, ribeye } = await atTheCounter()
    await shopper.call('POST', ribeye, { quantity: 2 })
    const eve = await shop.shopper()
    await eve.visit('/shop')
    expect(await (await ask(STREAM, eve)).text()).not.toContain('Grass-fed ribeye')
  })

  test('CRT-5 every change of the box brings it along, a refused one too', async () => {
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

  test('CRT-5 the flag that opens it comes with the first thing in the box, and with no other change', async () => {
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

describe('CRT-3 what a page knows of the box', () => {
  const known = (html: string) =>
    JSON.parse(/data-cart-quantities-value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? 'null')

  test('CRT-3 every page of the shop says how many of what are in it, and cards know nothing of it', async () => {
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

  test('CRT-3 a change says it anew', async () => {
    const { shop, shopper, ribeye } = await atTheCounter()
    const token = offerToken(shop.db, 'grass-fed-ribeye')
    const answers = [
      [await shopper.stream('POST', ribeye, { quantity: '2' }), { [token]: 2 }],
      [await shopper.stream('PUT', ribeye, { quantity: '0' }), {}],
    ] as const
    for (const [answer, expected] of answers) expect(known(await answer.text())).toEqual(expected)
  })
})
