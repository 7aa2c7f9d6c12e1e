import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { farms, stock, varieties } from '#db/schema/index.ts'
import { exportCatalog } from '#src/catalog/import/export.ts'
import { actionsOf, catalogDesk, sendFiles } from '../../support/catalog-desk.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { validator } from '../../support/valid-html.ts'

const HTML = 'text/html'
const UPLOAD = '/staff/catalog/import'

async function importDesk() {
  const desk = await catalogDesk()
  const farm = desk.shop.db.select().from(farms).get()!
  const upload = (text: string | Buffer, fields: Record<string, string> = {}, accept?: string) =>
    sendFiles(desk.ruth, UPLOAD, [{ field: 'file', bytes: text, name: 'anything.exe' }], fields, accept)
  const file = (changes: object) => JSON.stringify(changes)
  const price = (dollars: string) => ({ variety: desk.slug, label: desk.first.label, price: dollars })
  return { ...desk, farm, upload, file, price }
}

const NEW_OFFER = { label: '99 oz', serves: '8', weight_grams: 2_800, price: '199.00', stock: { 1: 3 } }

test('STF-5 an uploaded catalog file previews what is new, changed and withdrawn, and changes nothing until applied', async () => {
  const { shop, ruth, slug, upload, file, price, offer, first } = await importDesk()
  const other = shop.db.select().from(varieties).where(eq(varieties.hidden, false)).all()
  const gone = other.find((variety) => variety.slug !== slug)!
  const before = dump(shop.db, ['sessions', 'audit_entries'])
  const text = file({
    varieties: [{ slug: gone.slug, hidden: 'yes' }],
    offers: [price('41.50'), { variety: slug, ...NEW_OFFER }],
  })
  const shown = await (await upload(text)).json()
  expect(shown).toMatchObject({
    added: [{ kind: 'offer', item: `${slug}, 99 oz` }],
    withdrawn: [{ kind: 'variety', item: gone.slug, before: 'no', after: 'yes' }],
    refused: [],
  })
  expect(shown.changed).toContainEqual({
    kind: 'offer',
    item: `${slug}, ${first.label}`,
    field: 'price',
    before: `$${(first.priceCents / 100).toFixed(2)}`,
    after: '$41.50',
  })
  const sent = await upload(text, {}, HTML)
  const path = sent.headers.get('location') ?? ''
  expect([sent.status, path]).toEqual([303, `${UPLOAD}/${shown.file}`])
  const html = await (await ruth.visit(path)).text()
  expect([html.includes('$41.50'), html.includes('99 oz'), html.includes(gone.slug)]).toEqual([
    true,
    true,
    true,
  ])
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  expect(changedTables(before, dump(shop.db, ['sessions', 'audit_entries']))).toEqual([])
  expect(actionsOf(shop, 'catalog.file_uploaded')).toHaveLength(2)

  const applied = await ruth.submit('POST', path, { version: shown.version })
  expect([applied.status, applied.headers.get('location')]).toEqual([303, '/staff/catalog'])
  expect(offer().priceCents).toBe(4_150)
  expect((await (await shop.shopper()).visit(`/products/${gone.slug}`)).status).toBe(404)
  expect(actionsOf(shop, 'catalog.imported')).toMatchObject([
    { subjectToken: shown.file, detail: { new: 1, withdrawn: 1 }, actorName: 'Ruth Abernathy' },
  ])
  const again = await ruth.call('POST', path, { version: shown.version })
  expect(again.status).toBe(409)
  expect(actionsOf(shop, 'catalog.imported')).toHaveLength(1)
})

test('STF-5 "hide what is left out" withdraws items like the command\'s --replace', async () => {
  const { shop, ruth, slug, upload, file } = await importDesk()
  const all = exportCatalog(shop.db)
  const kept = all.varieties.filter((variety) => variety.slug === slug)
  const text = file({ varieties: kept })
  const shown = await (await upload(text, { replace: '1' })).json()
  const visible = all.varieties.filter(({ hidden }) => hidden === 'no').length
  expect(shown.withdrawn).toHaveLength(visible - 1)
  // A preview made without it can't be applied with it.
  const plain = await (await upload(text)).json()
  expect(plain.withdrawn).toEqual([])
  const path = `${UPLOAD}/${shown.file}`
  expect((await ruth.call('POST', path, { version: plain.version, replace: true })).status).toBe(409)
  expect((await ruth.call('POST', path, { version: shown.version, replace: true })).status).toBe(200)
  expect(shop.db.select().from(varieties).where(eq(varieties.hidden, false)).all()).toHaveLength(1)
})

test("STF-5 an outdated preview is refused with the new one, but a sale since doesn't outdate it", async () => {
  const { shop, ruth, path: offerPath, upload, file, price, offer, first } = await importDesk()
  const text = file({ offers: [{ ...price('41.50'), stock: { 1: 900 } }] })
  const shown = await (await upload(text)).json()
  const path = `${UPLOAD}/${shown.file}`
  await ruth.call('POST', offerPath, { price_cents: 3_731, reason: 'Feed' })
  const stale = await ruth.submit('POST', path, { version: shown.version })
  const html = await stale.text()
  expect([stale.status, html.includes('The catalog changed since'), html.includes('$37.31')]).toEqual([
    409,
    true,
    true,
  ])
  expect(offer().priceCents).toBe(3_731)

  const version = /name="version" value="([^"]+)"/.exec(html)![1]!
  shop.db.update(stock).set({ onHand: 11 }).where(eq(stock.offerId, first.id)).run()
  expect((await ruth.submit('POST', path, { version })).status).toBe(303)
  const onHand = shop.db.select().from(stock).where(eq(stock.offerId, first.id)).all()
  expect([offer().priceCents, onHand.find(({ fcId }) => fcId === 1)?.onHand]).toEqual([4_150, 900])
})

test('STF-5 invalid rows are listed by line, and then nothing is imported', async () => {
  const { shop, ruth, slug, upload, first } = await importDesk()
  const before = exportCatalog(shop.db)
  const csv = [
    'variety_slug,label,price,pictures',
    `${slug},${first.label},41.50,`,
    `${slug},${first.label},cheap,`,
    'unknown-cut,1 lb,10.00,../../etc/passwd',
  ].join('\n')
  const shown = await (await upload(csv)).json()
  expect(shown.refused).toEqual(
    expect.arrayContaining([
      { line: 3, reason: expect.stringContaining('price must be') },
      { line: 4, reason: expect.stringContaining('upload them on the item’s page') },
    ]),
  )
  const path = `${UPLOAD}/${shown.file}`
  const html = await (await ruth.visit(path)).text()
  expect([html.includes('Refused rows'), html.includes('Apply')]).toEqual([true, false])
  expect((await ruth.call('POST', path, { version: shown.version })).status).toBe(422)
  expect(exportCatalog(shop.db)).toEqual(before)
})

test.each([
  ['nothing', ''],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['UTF-16', Buffer.from('variety_slug,label,price\n', 'utf16le')],
  ['broken JSON', '{"offers": ['],
  ['JSON of another kind', '[1, 2]'],
  ['a deep nest', `{"offers": [{"variety": ${'['.repeat(2_000)}${']'.repeat(2_000)}}]}`],
  ['its own prototype', '{"__proto__": {"polluted": 1}, "offers": [{"__proto__": {"price": "1"}}]}'],
  ['markup', 'variety_slug,label,price\n<script>alert(1)</script>,x,1'],
])('STF-5 %s as a catalog file is refused and changes nothing', async (_, text) => {
  const { shop, ruth, upload } = await importDesk()
  const before = exportCatalog(shop.db)
  const answer = await upload(text)
  const shown = await answer.json()
  if (answer.status === 200) {
    expect(shown.refused.length).toBeGreaterThan(0)
    const html = await (await ruth.visit(`${UPLOAD}/${shown.file}`)).text()
    expect(html).not.toContain('<script>alert')
  } else expect([answer.status, typeof shown.message]).toEqual([422, 'string'])
  expect(exportCatalog(shop.db)).toEqual(before)
  expect(actionsOf(shop, 'catalog.imported')).toEqual([])
})

test('STF-5 a file over the limit, or one that is gone, is refused', async () => {
  const { ruth, upload } = await importDesk()
  const large = await upload(Buffer.alloc(8 * 1024 * 1024 + 1, ' '), {}, HTML)
  expect([large.status, (await large.text()).includes('at most 8 MB')]).toEqual([413, true])
  for (const file of ['0'.repeat(32), '..%2F..%2Fdemo-secrets.json', 'x'])
    expect((await ruth.visit(`${UPLOAD}/${file}`)).status, file).toBe(404)
})
