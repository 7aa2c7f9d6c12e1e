import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cacheTotals } from '#src/byte-cache.ts'
import { joinPacked } from '#src/web/gzip/join.ts'
import { packText } from '#src/web/gzip/packed-text.ts'
import {
  PageFragments,
  POSTAL_CODE_SLOT,
  SEARCH_SLOT,
  TOKEN_SLOT,
  toFragment,
} from '#views/shared/page-fragments.ts'
import { emptyCache } from '../support/empty-cache.ts'
import { random } from '../support/random.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const PAGES = ['/', '/shop', '/shop?cut=ribeye&sort=price', '/shop/beef', '/products/demo-fifty']
const AS_BROWSERS_ASK = 'gzip, deflate, br, zstd'
const TOKEN = /(?<=csrf-token" content=")[^"]+/

const { shopper } = await world()

const get = (who: Shopper, path: string, encodings: string, headers: Record<string, string> = {}) =>
  who.send(path, { headers: { accept: 'text/html', 'accept-encoding': encodings, ...headers } })

/** A page requested often enough to be cached packed. */
async function keptPage(who: Shopper, path: string, headers?: Record<string, string>) {
  for (const _ of [1, 2, 3]) await (await get(who, path, AS_BROWSERS_ASK, headers)).arrayBuffer()
  const response = await get(who, path, AS_BROWSERS_ASK, headers)
  expect(response.headers.get('content-encoding')).toBe('gzip')
  const packed = Buffer.from(await response.arrayBuffer())
  return { text: gunzipSync(packed).toString(), bytes: packed.length }
}

const plainPage = async (who: Shopper, path: string, headers?: Record<string, string>) =>
  (await get(who, path, 'identity', headers)).text()

/** Split at tags, with a placeholder for the visitor's token, which differs per page. */
const linesOf = (page: string) => page.replaceAll(/[\w-]{86}/g, 'a token').split(/(?=<)/)

function expectSame(page: string, other: string) {
  const [lines, others] = [linesOf(page), linesOf(other)]
  expect(lines.find((line, nth) => line !== others[nth])).toBe(
    others.find((line, nth) => line !== lines[nth]),
  )
}

test.each(PAGES)(
  "SPD-7 %s from cached packed fragments equals the plain page, with the visitor's own token",
  async (path) => {
    const [ana, ben] = [await shopper(), await shopper()]
    await ana.visit('/')
    await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
    for (const who of [ana, ben]) {
      const { text } = await keptPage(who, path)
      expectSame(text, await plainPage(who, path))
      const tokens = new Set(text.match(/(?<=name="authenticity_token" value=")[^"]+/g))
      expect([...tokens]).toEqual([TOKEN.exec(text)?.[0]])
      expect(text.includes('98101')).toBe(who === ana)
    }
  },
)

test('SPD-7 a frame from cached fragments equals the plain frame', async () => {
  const ana = await shopper()
  const frame = { 'turbo-frame': 'shelf' }
  const { text } = await keptPage(ana, '/shop?cut=brisket', frame)
  expectSame(text, await plainPage(ana, '/shop?cut=brisket', frame))
})

/** A product page is kept in two parts, which can't share what repeats. */
test.each(PAGES.map((path) => ({ path, most: path.startsWith('/products') ? 1.15 : 1.1 })))(
  'SPD-7 $path from cached fragments is at most $most times as large as compressed as a whole',
  async ({ path, most }) => {
    const ana = await shopper()
    const alone = (await (await get(ana, path, 'br')).arrayBuffer()).byteLength
    expect((await keptPage(ana, path)).bytes).toBeLessThan(most * alone)
  },
)

test('SPD-7 a browser without gzip gets Brotli, whatever is cached', async () => {
  const ana = await shopper()
  await keptPage(ana, '/shop')
  const response = await get(ana, '/shop', 'br')
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toContain('</html>')
})

test('SPD-7 a product page is kept compressed when it is first seen, and nothing of it uncompressed', async () => {
  const ana = await shopper()
  const slugs = ['grass-fed-ribeye', 'wagyu-brisket', 'leg-of-lamb', 'bison-ribeye']
  const keptBytes = (kind: string) => cacheTotals().bytesByKind.get(kind) ?? 0
  emptyCache()
  await (await get(ana, '/products/whole-chicken', AS_BROWSERS_ASK)).arrayBuffer()
  const [uncompressed, compressed] = [keptBytes('fragments'), keptBytes('packed')]
  for (const slug of slugs) await (await get(ana, `/products/${slug}`, AS_BROWSERS_ASK)).arrayBuffer()
  expect(keptBytes('fragments')).toBe(uncompressed)
  const each = (keptBytes('packed') - compressed) / slugs.length
  expect(each).toBeGreaterThan(2_000)
  expect(each).toBeLessThan(12_000)
})

test('SEC-8 packed fragments count toward the memory cache', async () => {
  await keptPage(await shopper(), '/shop')
  expect(cacheTotals().bytesByKind.get('packed')).toBeGreaterThan(10_000)
})

test("SPD-7 any text with slots unpacks to the original for every visitor, or isn't packed", () => {
  const draw = random(15)
  const words = ['<li class="card">', 'ribeye', '“süß” ', '<b>'.repeat(300), `${randomBytes(40)}`, '\n']
  const slots = [`"${TOKEN_SLOT}">`, TOKEN_SLOT, SEARCH_SLOT, POSTAL_CODE_SLOT]
  const text = (slotsShare: number) =>
    Array.from({ length: draw.below(80) }, () =>
      draw.chance(slotsShare) ? draw.pick(slots) : draw.pick(words),
    ).join('')
  let count = 0
  for (let nth = 0; nth < 200; nth++) {
    const [kept, fragment] = [toFragment(text(0.2)), toFragment(text(0.1))]
    const packed = packText(kept)
    if (!packed) continue
    const page = new PageFragments({
      token: randomBytes(64).toString('base64url'),
      searched: draw.text(draw.below(9), 'a<"&é'),
      postalCode: draw.text(5, '0123456789'),
    })
    const fresh = text(0)
    const file = joinPacked(page, `${page.place(packed)}${fresh}${page.place(fragment)}`)
    const expected = page.assemble(`${page.place(kept)}${fresh}${page.place(fragment)}`)
    expect(gunzipSync(file).equals(expected)).toBe(true)
    count++
  }
  expect(count).toBeGreaterThan(100)
})

test("SPD-7 a text whose tokens are too far apart for back-references isn't packed", () => {
  const far = randomBytes(40_000).toString('base64')
  expect(packText(toFragment(`${TOKEN_SLOT}${far}${TOKEN_SLOT}`))).toBeNull()
})
