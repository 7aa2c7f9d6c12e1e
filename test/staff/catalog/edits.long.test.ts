import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { farms, offers, varieties } from '#db/schema/index.ts'
import { exportCatalog } from '#src/catalog/import/export.ts'
import { expectOk } from '../../support/buying.ts'
import { actionsOf, catalogDesk } from '../../support/catalog-desk.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { fieldsOf } from '../../support/form-fields.ts'
import { validator } from '../../support/valid-html.ts'

test('STF-5 saving a page without changes changes nothing, for a farm, a variety, an offer and a bundle', async () => {
  const { shop, ruth, token } = await catalogDesk()
  const before = exportCatalog(shop.db)
  const all = shop.db
    .select({ slug: varieties.slug, farm: farms.slug })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .limit(1)
    .all()
  const pages = [
    ...all.flatMap(({ slug, farm }) =>
      [`/staff/catalog/farms/${farm}`, `/staff/catalog/varieties/${slug}`].map((path) => [path, path]),
    ),
    ['/staff/catalog/bundles/family', '/staff/catalog/bundles/family'],
    [`/staff/catalog/offers/${token}`, `/staff/catalog/offers/${token}/details`],
  ]
  for (const [page, action] of pages) {
    const html = await (await ruth.visit(page!)).text()
    const { results } = await validator.validateString(html)
    expect(
      results.flatMap(({ messages }) => messages.map(({ message, line }) => `${line}: ${message}`)),
      page,
    ).toEqual([])
    const saved = await ruth.submit('POST', action!, fieldsOf(html, action!))
    expect([saved.status, page]).toEqual([303, page])
  }
  expect(exportCatalog(shop.db)).toEqual(before)
  expect(actionsOf(shop, 'farm.changed', 'variety.changed', 'offer.changed', 'bundle.changed')).toEqual([])
})

test('STF-5 texts, badges with evidence and the listing order take effect at once, and are in the trail', async () => {
  const { shop, ruth, slug } = await catalogDesk()
  const shopper = await shop.shopper()
  const product = async () => (await shopper.visit(`/products/${slug}`)).text()
  expect(await product()).not.toContain('Meadow-finished and dry aged.')
  const path = `/staff/catalog/varieties/${slug}`
  const change = { summary: 'Meadow-finished and <b>dry</b> aged.', featured_rank: 7, badges: ['Limited'] }
  await expectOk(ruth.call('POST', path, { ...change, summary: 'Meadow-finished and dry aged.' }))
  expect(await product()).toContain('Meadow-finished and dry aged.')
  expect(actionsOf(shop, 'variety.changed')).toMatchObject([
    { subjectToken: slug, detail: { after: { 'featured rank': '7' } } },
  ])

  await expectOk(ruth.call('POST', path, { hidden: 'yes' }))
  expect((await shopper.visit(`/products/${slug}`)).status).toBe(404)
  await expectOk(ruth.call('POST', path, { hidden: 'no' }))
  expect((await shopper.visit(`/products/${slug}`)).status).toBe(200)

  const farm = shop.db.select().from(farms).get()!
  const proofs = [
    {
      badge: 'Organic',
      claim: 'Organic pasture',
      evidence: 'Certificate 12',
      checked_on: '2026-03-14',
      valid_until: '2027-03-31',
    },
  ]
  await expectOk(
    ruth.call('POST', `/staff/catalog/farms/${farm.slug}`, { badges: ['Organic'], badge_proofs: proofs }),
  )
  const page = await (await shopper.visit(`/farms/${farm.slug}`)).text()
  expect([page.includes('Organic pasture'), page.includes('Certificate 12')]).toEqual([true, true])
})

test('STF-5 of two people editing the same item, the second sees both versions and can save either', async () => {
  const { shop, ruth, slug } = await catalogDesk()
  const path = `/staff/catalog/varieties/${slug}`
  const opened = fieldsOf(await (await ruth.visit(path)).text(), path)
  await expectOk(ruth.call('POST', path, { summary: 'By somebody else.' }))
  const before = dump(shop.db, ['sessions'])
  const stale = await ruth.submit('POST', path, { ...opened, summary: 'By me.' })
  const html = await stale.text()
  expect(stale.status).toBe(409)
  expect([
    html.includes('By somebody else.'),
    html.includes('By me.'),
    html.includes('A colleague changed this after you opened this page. Nothing was saved.'),
  ]).toEqual([true, true, true])
  expect(changedTables(before, dump(shop.db, ['sessions']))).toEqual([])
  const script = await ruth.call('POST', path, { summary: 'By me.', version: opened.version })
  expect([script.status, (await script.json()).current.summary]).toEqual([409, 'By somebody else.'])
  const again = fieldsOf(html, path)
  expect((await ruth.submit('POST', path, again)).status).toBe(303)
  expect(shop.db.select().from(varieties).where(eq(varieties.slug, slug)).get()!.summary).toBe('By me.')
})

test('STF-5 an invalid field is named in a message, what was typed stays, and nothing changes', async () => {
  const { shop, ruth, slug, token } = await catalogDesk()
  const path = `/staff/catalog/varieties/${slug}`
  const before = dump(shop.db, ['sessions'])
  const refused = await ruth.submit('POST', path, {
    ...fieldsOf(await (await ruth.visit(path)).text(), path),
    name: '',
    featured_rank: 'first',
  })
  const html = await refused.text()
  expect([refused.status, html.includes('value="first"'), html.includes('aria-invalid="true"')]).toEqual([
    422,
    true,
    true,
  ])
  for (const [address, fields, field] of [
    [path, { animal: 'dragon' }, 'animal'],
    [path, { summary: 'x'.repeat(301) }, 'summary'],
    [path, { cut: 'Not A Slug' }, 'cut'],
    [`/staff/catalog/offers/${token}/details`, { gtin: '123' }, 'gtin'],
    [`/staff/catalog/offers/${token}/details`, { min_quantity: 9, max_quantity: 2 }, 'max_quantity'],
    ['/staff/catalog/farms/cascade-meadows', {}, null],
  ] as const) {
    const answer = await ruth.call('POST', address, fields)
    if (field === null) continue
    expect([answer.status, Object.keys((await answer.json()).errors)], JSON.stringify(fields)).toEqual([
      422,
      [field],
    ])
  }
  expect((await ruth.call('POST', '/staff/catalog/varieties/nothing', {})).status).toBe(404)
  expect(changedTables(before, dump(shop.db, ['sessions']))).toEqual([])
})

test('STF-5 the catalog table can be searched, filtered and sorted, with the same rows as JSON', async () => {
  const { shop, ruth, slug, token } = await catalogDesk()
  type Listed = {
    items: { bid_item_token: string; price_cents: number; variety: string; state: string; on_hand: number }[]
    total: number
  }
  const list = async (query: string) =>
    (await (await expectOk(ruth.call('GET', `/staff/catalog${query}`))).json()) as Listed
  const all = shop.db.select({ id: offers.id }).from(offers).all().length
  expect((await list('')).total).toBe(all)
  expect((await list(`?q=${token}`)).items.map(({ variety }) => variety)).toEqual([slug])
  shop.db.update(varieties).set({ name: 'Abuela’s jalapeño links' }).where(eq(varieties.slug, slug)).run()
  expect((await list(`?q=${encodeURIComponent("abuela's JALAPENO")}`)).items[0]?.variety).toBe(slug)
  const prices = (await list('?sort=-price')).items.map(({ price_cents }) => price_cents)
  expect(prices).toEqual([...prices].sort((a, b) => b - a))
  await expectOk(ruth.call('POST', `/staff/catalog/offers/${token}/pause`, { paused: 'yes' }))
  await expectOk(ruth.call('POST', `/staff/catalog/offers/${token}/pause`, { paused: 'yes' }))
  expect((await list('?state=paused')).items.map(({ bid_item_token }) => bid_item_token)).toContain(token)
  expect(actionsOf(shop, 'offer.paused')).toHaveLength(1)
  const page = await (await ruth.visit('/staff/catalog?q=ribeye&sort=price&state=for_sale')).text()
  expect([page.includes('aria-sort="ascending"'), page.includes('sort=-price')]).toEqual([true, true])
  expect((await ruth.call('GET', '/staff/catalog?state=lost')).status).toBe(422)
  expect((await ruth.call('GET', '/staff/catalog?page=99')).status).toBe(404)
  expect(await (await ruth.visit('/staff/catalog?q=nosuchthing')).text()).toContain('No offers match')
})
