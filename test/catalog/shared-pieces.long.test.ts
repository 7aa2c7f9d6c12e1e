import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { varieties } from '#db/schema/index.ts'
import { cacheTotals } from '#src/byte-cache.ts'
import { emptyCache } from '../support/empty-cache.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const SEATTLE = ['98101', '98102', '98103', '98104', '98105', '98109']
const PAGES = ['/', '/shop', '/products/demo-fifty', '/products/whole-chicken']

const moveTo = (shopper: Shopper, postal_code: string) =>
  shopper.call('POST', '/v1/update_postal_code', { postal_code })

const piecesBytes = () => cacheTotals().bytesByKind.get('fragments')

test('SEC-8 another ZIP code with the same delivery days adds nothing to the cache, and is shown', async () => {
  emptyCache()
  const { shopper } = await world()
  const ana = await shopper()
  const seen = []
  for (const zip of SEATTLE) {
    await moveTo(ana, zip)
    const pages = await Promise.all(PAGES.map(async (path) => (await ana.visit(path)).text()))
    for (const page of pages) expect(page).toContain(`<b>${zip}</b>`)
    expect(pages[2]).toContain(` in ${zip}. You pick the day`)
    for (const other of SEATTLE) if (other !== zip) expect(pages.join('')).not.toContain(other)
    seen.push(piecesBytes())
  }
  expect(new Set(seen).size).toBe(1)
})

test('SEC-8 a name that looks like a placeholder stays as it is', async () => {
  const { shopper, db } = await world()
  const name = 'Steak \ue000token\ue000 end'
  db.update(varieties).set({ name }).where(eq(varieties.slug, 'demo-fifty')).run()
  const ana = await shopper()
  for (const path of ['/products/demo-fifty', '/shop'])
    expect(await (await ana.visit(path)).text()).toContain(name)
})

test('SEC-8 private-use characters are rejected as input', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const response = await ana.call('POST', '/v1/cc_signin', { email: 'a\ue000b@example.com', password: 'x' })
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('plain text')])
})

test('SEC-8 the metrics show the cache size and its limit', async () => {
  const { app, shopper } = await world()
  await shopper()
  const metrics = await (await app.fetch(new Request('http://localhost:3000/metrics'))).text()
  expect(metrics).toMatch(/^cached_bytes\{kind="fragments"\} [1-9]\d*$/m)
  expect(metrics).toMatch(/^cached_bytes_limit \d+$/m)
})
