import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bulkEdits, farms, offers, varieties } from '#db/schema/index.ts'
import { giveEarlyAccess, openEarlyAccess } from '#src/catalog/early-access.ts'
import { exportCatalog } from '#src/catalog/import/export.ts'
import { DAY_MS } from '#src/day.ts'
import { expectOk } from '../../support/buying.ts'
import { actionsOf, catalogDesk } from '../../support/catalog-desk.ts'
import { asTx } from '../../support/tx.ts'
import { validator } from '../../support/valid-html.ts'

const BULK = '/staff/catalog/bulk'

type Row = { kind: string; key: string; field: string; before: string; after: string; far: boolean }
type Preview = { offers: number; version: string; rows: Row[]; problems: string[] }

async function bulkDesk() {
  const desk = await catalogDesk()
  const { ruth, shop } = desk
  const preview = async (query: string): Promise<Preview> =>
    (await ruth.call('GET', `${BULK}?${query}`)).json()
  const fieldsOf = (query: string) => {
    const params = new URLSearchParams(query)
    return { ...Object.fromEntries(params), offer: params.getAll('offer') }
  }
  const apply = async (query: string, more: Record<string, unknown> = {}) => {
    const { version } = await preview(query)
    return ruth.call('POST', BULK, { ...fieldsOf(query), version, ...more })
  }
  const undo = (token: string) => ruth.call('POST', `/staff/catalog/bulk_edits/${token}/undo`)
  const variety = (slug = desk.slug) =>
    shop.db.select().from(varieties).where(eq(varieties.slug, slug)).get()!
  return { ...desk, preview, apply, undo, variety, fieldsOf }
}

test('STF-5 a bulk price edit changes all filtered offers as previewed, and can be undone at once', async () => {
  const { shop, ruth, slug, preview, apply, undo } = await bulkDesk()
  const before = exportCatalog(shop.db)
  const farm = shop.db
    .select({ slug: farms.slug })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(varieties.slug, slug))
    .get()!
  const query = `all=1&farm=${farm.slug}&change=price_percent&percent=-7.5&reason=Winter`
  const shown = await preview(query)
  const listed = await (await ruth.call('GET', `/staff/catalog?farm=${farm.slug}`)).json()
  expect([shown.offers, shown.rows.length]).toEqual([listed.total, listed.total])
  expect(exportCatalog(shop.db)).toEqual(before)

  const page = await (await ruth.visit(`${BULK}?${query}`)).text()
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  expect(page).toContain(`Change ${shown.rows.length} items`)

  const { token } = await (await expectOk(apply(query))).json()
  for (const { key, before: old, after } of shown.rows) {
    const offer = shop.db.select().from(offers).where(eq(offers.token, key)).get()!
    const cents = Math.round(Number(old) * 100)
    expect(Math.round(Number(after) * 100)).toBe(Math.round(cents * 0.925))
    expect(offer.poundCents ?? offer.priceCents).toBe(Math.round(Number(after) * 100))
  }
  expect(actionsOf(shop, 'bulk_edit.applied')).toMatchObject([
    { subjectToken: token, reason: 'Winter', detail: { items: shown.rows.length } },
  ])
  const { edits } = await (await ruth.call('GET', '/staff/catalog/bulk_edits')).json()
  expect(edits).toMatchObject([{ token, title: 'Prices -7.5%', undone_at: null }])
  expect(await (await ruth.visit('/staff/catalog/bulk_edits')).text()).toContain('Prices -7.5%')

  await expectOk(undo(token))
  expect(exportCatalog(shop.db)).toEqual(before)
  expect((await undo(token)).status).toBe(409)
  expect(actionsOf(shop, 'bulk_edit.undone')).toMatchObject([{ subjectToken: token }])
})

test('STF-5 only selected offers change; anything changed since the preview is refused, in a form, too', async () => {
  const { shop, ruth, token, path, offer, first, preview, apply, fieldsOf } = await bulkDesk()
  const catalog = await (await ruth.visit('/staff/catalog?q=ribeye')).text()
  expect(catalog).toContain(`name="offer" value="${token}" form="bulk_form"`)
  const query = `offer=${token}&change=price_amount&dollars=1.50`
  const { version, rows } = await preview(query)
  expect(rows).toHaveLength(1)
  await ruth.call('POST', path, { price_cents: 3_731, reason: 'Feed' })
  const form = { offer: token, change: 'price_amount', dollars: '1.50', version }
  const stale = await ruth.submit('POST', BULK, form)
  const html = await stale.text()
  expect([stale.status, html.includes('The catalog changed since'), html.includes('$38.81')]).toEqual([
    409,
    true,
    true,
  ])
  expect([offer().priceCents, shop.db.select().from(bulkEdits).all()]).toEqual([3_731, []])
  expect((await ruth.call('POST', BULK, { ...fieldsOf(query), version })).status).toBe(409)
  await expectOk(apply(query))
  expect([offer().priceCents, first.priceCents === 3_881]).toEqual([3_881, false])
})

test('STF-5 a bulk price a hundred times higher or lower asks first, and an impossible one changes nothing', async () => {
  const { shop, token, offer, first, preview, apply, ruth } = await bulkDesk()
  const far = `offer=${token}&change=price_percent&percent=-99.5`
  expect((await preview(far)).rows).toMatchObject([{ far: true }])
  expect((await apply(far)).status).toBe(422)
  expect(offer().priceCents).toBe(first.priceCents)
  expect(await (await ruth.visit(`${BULK}?${far}`)).text()).toContain('name="confirmed"')
  await expectOk(apply(far, { confirmed: true }))
  expect(offer().priceCents).toBe(Math.round(first.priceCents * 0.005))

  const before = exportCatalog(shop.db)
  for (const bad of ['change=price_amount&dollars=-9999', 'change=price_percent&percent=99999'])
    expect([bad, (await apply(`all=1&${bad}`, { confirmed: true })).status]).toEqual([bad, 422])
  for (const bad of [
    'change=price_percent&percent=-100',
    'change=price_percent&percent=2,5',
    'change=price_percent&percent=much',
    'change=price_amount',
    'change=place&first=0',
    'change=badge_add',
    'change=melt',
    'all=1&state=odd',
  ])
    expect([bad, (await ruth.call('GET', `${BULK}?offer=${token}&${bad}`)).status]).toEqual([bad, 422])
  expect((await ruth.call('POST', BULK, { offer: [token] })).status).toBe(422)
  expect(exportCatalog(shop.db)).toEqual(before)
})

test('STF-5 products can be hidden, published, ranked and badged in bulk, each undoable unless changed since', async () => {
  const { shop, ruth, slug, token, apply, undo, preview, variety } = await bulkDesk()
  const other = shop.db
    .select({ token: offers.token, slug: varieties.slug })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .all()
    .find((row) => row.slug !== slug)!
  const both = `offer=${token}&offer=${other.token}`
  const shopper = await shop.shopper()
  const hidden = await (await expectOk(apply(`${both}&change=hide`))).json()
  expect((await shopper.visit(`/products/${slug}`)).status).toBe(404)
  await expectOk(undo(hidden.token))
  expect((await shopper.visit(`/products/${slug}`)).status).toBe(200)

  await expectOk(apply(`${both}&change=place&first=40`))
  expect([variety().featuredRank, variety(other.slug).featuredRank].sort()).toEqual([40, 41])
  const badges = variety().badges
  const badged = await (await expectOk(apply(`offer=${token}&change=badge_add&badge=Limited`))).json()
  expect(variety().badges).toEqual([...badges, 'Limited'])
  expect((await preview(`offer=${token}&change=badge_add&badge=Limited`)).rows).toEqual([])
  expect((await apply(`offer=${token}&change=badge_add&badge=Limited`)).status).toBe(422)

  // Another of its fields may change in between, but not the same one.
  await expectOk(ruth.call('POST', `/staff/catalog/varieties/${slug}`, { summary: 'By somebody else.' }))
  await expectOk(apply(`offer=${token}&change=badge_add&badge=Rare`))
  const late = await ruth.call('POST', `/staff/catalog/bulk_edits/${badged.token}/undo`)
  expect([late.status, (await late.json()).changed_since]).toEqual([409, [variety().name]])
  const page = await (await ruth.visit(`/staff/catalog/bulk_edits/${badged.token}`)).text()
  expect([page.includes('be undone anymore'), page.includes('Undo this edit')]).toEqual([true, false])
  expect(variety()).toMatchObject({ badges: [...badges, 'Limited', 'Rare'], summary: 'By somebody else.' })
})

test('STF-5 MEM-1 a product that was published before its early access ended stays hidden once it is hidden again', async () => {
  const { shop, slug, token, apply, variety } = await bulkDesk()
  giveEarlyAccess(asTx(shop.db), variety().id, shop.clock.now() + DAY_MS)
  for (const change of ['publish', 'hide']) await expectOk(apply(`offer=${token}&change=${change}`))
  shop.pass(2 * DAY_MS)
  await openEarlyAccess(shop.services)
  expect((await (await shop.shopper()).visit(`/products/${slug}`)).status).toBe(404)
})

test('STF-5 of two identical concurrent bulk edits one is applied', async () => {
  const { shop, ruth, token, offer, first, preview, fieldsOf } = await bulkDesk()
  const query = `offer=${token}&change=price_amount&dollars=2`
  const { version } = await preview(query)
  const send = () => ruth.call('POST', BULK, { ...fieldsOf(query), version })
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(offer().priceCents).toBe(first.priceCents + 200)
  expect(shop.db.select().from(bulkEdits).all()).toHaveLength(1)
})
