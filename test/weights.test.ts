import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isBuilt, measuringScripts, packedKilobytes, scriptsOf, styles } from './support/built-scripts.ts'
import { fillCart } from './support/buying.ts'
import { paidOrder } from './support/refunding.ts'
import { world } from './support/world.ts'

/** Limits per page, in compressed kilobytes (Brotli; gzip for the HTML) and number of files. */
const SCRIPTS_AT_MOST = { home: [70, 5], listing: [48, 4], product: [115, 5], checkout: [130, 7] } as const
const STYLES_AT_MOST = {
  application: 18,
  'back-office': 10,
  'first-box': 2,
  orders: 6,
  passport: 4,
  'gift-cards': 2,
  farms: 6,
}
const HTML_AT_MOST = { home: 21, listing: 20, product: 20 }

const { db, shopper } = await world()

const PATHS = { home: '/', listing: '/shop', product: '/products/grass-fed-ribeye' }

const read = async (path: string) => (await (await shopper()).visit(path)).text()

async function checkoutPage(): Promise<string> {
  const ana = await shopper()
  const order = await fillCart(ana, db)
  return (await ana.visit(`/checkout/${order}`)).text()
}

/** The islands on a page, found the way its script finds them. */
const islandsOn = (html: string) =>
  [...html.matchAll(/data-island-name-value="([^"]+)"/g)].map(([, name = '']) => name)

const controllersOn = (html: string) =>
  [...html.matchAll(/data-controller="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))

describe.runIf(isBuilt)('page weight', () => {
  test.each(Object.entries(PATHS))('SPD-2 the scripts of %s stay within budget', async (name, path) => {
    expectWithin(await read(path), SCRIPTS_AT_MOST[name as keyof typeof PATHS])
  })

  test('SPD-2 the scripts of checkout stay within budget', async () => {
    const html = await checkoutPage()
    expect(islandsOn(html)).toEqual(['checkout'])
    expectWithin(html, SCRIPTS_AT_MOST.checkout)
  })

  test('SPD-2 ANA-1 the analytics scripts load last and are two small files', () => {
    expect(measuringScripts()).toHaveLength(2)
    expect(packedKilobytes(measuringScripts())).toBeLessThan(5)
  })

  test('SPD-2 React loads only on pages with an island', async () => {
    expect(islandsOn(await read('/'))).toEqual([])
    expect(islandsOn(await read('/shop'))).toEqual([])
    expect(islandsOn(await read(PATHS.product))).toEqual(['product-detail'])
    const [plain, withIsland] = [scriptsOf([]), scriptsOf(['product-detail'])].map(packedKilobytes)
    expect(withIsland).toBeGreaterThan((plain ?? 0) + 50)
  })

  test('SPD-2 the slider script loads only on pages with a slider', async () => {
    expect(controllersOn(await read('/'))).toContain('slider')
    expect(controllersOn(await read('/shop'))).not.toContain('slider')
    const [plain, withSliders] = [scriptsOf([]), scriptsOf([], ['slider'])].map(packedKilobytes)
    expect(withSliders).toBeGreaterThan((plain ?? 0) + 15)
  })

  test.each(Object.entries(STYLES_AT_MOST))('SPD-2 the %s stylesheet stays within budget', (name, atMost) => {
    expect(styles()).toHaveLength(Object.keys(STYLES_AT_MOST).length)
    const own = styles().filter((file) => file.includes(`/${name}-`))
    expect(own).toHaveLength(1)
    expect(packedKilobytes(own)).toBeLessThan(atMost)
  })

  /** One character beyond Latin-1 makes V8 keep the whole file, which it holds as long as it runs, in two bytes each. */
  test("each character of the server's scripts takes one byte of memory", () => {
    const names = readdirSync('.build', { recursive: true }).map(String)
    const scripts = names.filter((name) => name.endsWith('.js') && name !== 'stand-in-stripe.js')
    expect(scripts).toContain('server.js')
    const wide = scripts.filter((name) => /[\u0100-\uffff]/.test(readFileSync(join('.build', name), 'utf8')))
    expect(wide).toEqual([])
  })

  test('SPD-2 shoppers do not load the back-office stylesheet', async () => {
    expect(await read('/')).not.toContain('back-office')
  })

  test('SPD-2 only the pages after a purchase load the orders stylesheet', async () => {
    const { ana, token } = await paidOrder()
    const pages = [
      `/order/${token}/confirmation`,
      `/account/orders/${token}`,
      `/account/orders/${token}/receipt`,
      `/account/orders/${token}/claims`,
      `/${token}/tracking-info`,
      `/modals/reschedule?order_token=${token}`,
      `/modals/cancel_order_confirm?order_token=${token}`,
    ]
    for (const path of pages) expect(await (await ana.visit(path)).text(), path).toContain('/build/orders')
    for (const path of Object.values(PATHS)) expect(await read(path)).not.toContain('/build/orders')
  })
})

function expectWithin(html: string, [kilobytes, files]: readonly [number, number]) {
  const scripts = scriptsOf(islandsOn(html), controllersOn(html))
  expect(scripts.length).toBeGreaterThan(1)
  expect(packedKilobytes(scripts)).toBeLessThan(kilobytes)
  expect(scripts.length).toBeLessThanOrEqual(files)
}

test.each(Object.entries(PATHS))('SPD-2 the HTML of %s stays within budget', async (name, path) => {
  const packed = gzipSync(await read(path)).length / 1_000
  expect(packed).toBeLessThan(HTML_AT_MOST[name as keyof typeof PATHS])
})

test.each(Object.entries(PATHS))(
  'SPD-2 every picture of %s has its dimensions in the HTML',
  async (_, path) => {
    const pictures = (await read(path)).match(/<img\b[^>]*>/g) ?? []
    expect(pictures.length).toBeGreaterThan(3)
    for (const picture of pictures) {
      expect(picture).toMatch(/\swidth="[1-9]\d*"/)
      expect(picture).toMatch(/\sheight="[1-9]\d*"/)
    }
  },
)
