import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bulkEdits, farms, varieties } from '#db/schema/index.ts'
import { importedName } from '#src/catalog/import/picture-name.ts'
import { DAY_MS } from '#src/day.ts'
import { collectPictures } from '#src/staff/catalog/pictures/collect-pictures.ts'
import { expectOk } from '../../support/buying.ts'
import { actionsOf, catalogDesk, sendFiles } from '../../support/catalog-desk.ts'
import { ownStorage } from '../../support/clerks.ts'
import { validator } from '../../support/valid-html.ts'
import { world } from '../../support/world.ts'

/** Left half red, right half blue, with GPS metadata. */
const halves = async (width = 1_600, height = 1_000, format: 'jpeg' | 'png' | 'webp' = 'jpeg') => {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#1020c0' } }
  return sharp({ create: { width, height, channels: 3, background: '#c01010' } })
    .composite([
      {
        input: await sharp(half).png().toBuffer(),
        left: width / 2,
        top: 0,
      },
    ])
    .withExif({ IFD0: { Make: 'Quillcam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 36/1 0/1' } })
    .toFormat(format)
    .toBuffer()
}

async function pictureDesk(limits: { rateLimited?: boolean } = {}) {
  // Storage of its own, since unreferenced pictures are garbage-collected.
  const desk = await catalogDesk(await world({ config: { storagePath: ownStorage(), ...limits } }))
  const { shop, ruth, slug } = desk
  const path = `/staff/catalog/varieties/${slug}/pictures`
  const upload = (
    bytes: Buffer | string,
    fields: Record<string, string> = { alt: 'A ribeye' },
    accept?: string,
  ) => sendFiles(ruth, path, [{ field: 'picture', bytes, name: 'notes.txt' }], fields, accept)
  const pictures = () => shop.db.select().from(varieties).where(eq(varieties.slug, slug)).get()!.pictures
  const versionAt = async (hash: string) =>
    (await (await ruth.call('GET', `${path}/${hash}`)).json()).version as string
  const use = async (hash: string, fields: Record<string, unknown>) =>
    ruth.call('POST', `${path}/${hash}`, { alt: 'A ribeye', version: await versionAt(hash), ...fields })
  return { ...desk, path, upload, pictures, use, versionAt, storage: shop.services.config.storagePath }
}

const colorOf = async (bytes: ArrayBuffer) => (await sharp(Buffer.from(bytes)).stats()).dominant

test('STF-5 an uploaded picture is cropped, described and shown in every width, and can be undone', async () => {
  const { shop, ruth, slug, path, upload, pictures, use } = await pictureDesk()
  const shopper = await shop.shopper()
  const before = pictures()
  const page = await (await ruth.visit(path)).text()
  const problemsOf = async (html: string) =>
    (await validator.validateString(html)).results.flatMap(({ messages }) =>
      messages.map(({ message }) => message),
    )
  expect(await problemsOf(page)).toEqual([])

  const sent = await (await expectOk(upload(await halves()))).json()
  expect(sent).toMatchObject({ width: 1_600, height: 1_000 })
  expect(pictures()).toEqual(before)
  const form = await upload(await halves(), { alt: 'A ribeye', slot: '0' }, 'text/html')
  expect([form.status, form.headers.get('location')]).toEqual([
    303,
    `${path}/${sent.upload}?alt=A+ribeye&slot=0`,
  ])
  const cropPage = await (await ruth.visit(form.headers.get('location')!)).text()
  expect(await problemsOf(cropPage)).toEqual([])
  expect([cropPage.includes('1600 × 1000'), cropPage.includes('value="1333"')]).toEqual([true, true])
  const waiting = `/staff/catalog/uploads/${sent.upload}`
  expect([(await ruth.visit(waiting)).status, (await shopper.visit(waiting)).status]).toEqual([200, 303])

  const right = { crop: 'own', left: 800, top: 0, width: 800, height: 600, slot: 0 }
  const done = await (await expectOk(use(sent.upload, right))).json()
  const [name = ''] = pictures()
  expect([name, pictures().slice(1)]).toEqual([done.name, before.slice(1)])
  expect(importedName(name)?.alt).toBe('A ribeye')
  const html = await (await shopper.visit(`/products/${slug}`)).text()
  const urls = [...new Set(html.match(/\/pictures\/imported-[0-9a-f]+-\d+\.webp/g))]
  expect(urls.map((url) => url.split('-').at(-1)).sort()).toEqual(['480.webp', '800.webp'])
  for (const url of urls) {
    const file = await shopper.send(url, {})
    const bytes = await file.arrayBuffer()
    const { exif, width, height } = await sharp(Buffer.from(bytes)).metadata()
    expect([file.headers.get('cache-control'), exif, (width * 3) / 4]).toEqual([
      'public, max-age=31536000, immutable',
      undefined,
      height,
    ])
    const { r, b } = await colorOf(bytes)
    expect(b).toBeGreaterThan(r)
  }
  expect(await (await shopper.visit('/search?q=ribeye')).text()).toContain(urls[0])
  expect(actionsOf(shop, 'variety.picture_uploaded', 'bulk_edit.picture_replaced')).toMatchObject([
    {},
    {},
    { subjectToken: done.token },
  ])

  await expectOk(ruth.call('POST', `/staff/catalog/bulk_edits/${done.token}/undo`))
  expect(pictures()).toEqual(before)
  expect(await (await shopper.visit(`/products/${slug}`)).text()).not.toContain(urls[0])
})

test('STF-5 a farm has its own picture, and a product can get another one at the end', async () => {
  const { shop, ruth, upload, pictures, use } = await pictureDesk()
  const count = pictures().length
  const { upload: hash } = await (await expectOk(upload(await halves(900, 700, 'png')))).json()
  await expectOk(use(hash, { crop: 'whole', slot: count }))
  expect([pictures().length, importedName(pictures().at(-1)!)?.alt]).toEqual([count + 1, 'A ribeye'])
  for (const slot of [-1, 99, 'x'])
    expect([slot, (await use(hash, { crop: 'whole', slot })).status]).toEqual([slot, 422])

  const farm = shop.db.select().from(farms).get()!
  const path = `/staff/catalog/farms/${farm.slug}/pictures`
  const file = { field: 'picture', bytes: await halves(1_200, 900, 'webp') }
  const sent = await (await expectOk(sendFiles(ruth, path, [file], { alt: 'The barn' }))).json()
  const { version } = await (await ruth.call('GET', `${path}/${sent.upload}`)).json()
  await expectOk(ruth.call('POST', `${path}/${sent.upload}`, { alt: 'The barn', version }))
  const shown = await (await (await shop.shopper()).visit(`/farms/${farm.slug}`)).text()
  expect(shown).toContain('alt="The barn"')
  expect(actionsOf(shop, 'farm.picture_uploaded')).toHaveLength(1)
})

test("STF-5 of two people replacing one picture, the second is refused, and the first one's stays", async () => {
  const { ruth, path, upload, pictures, use, versionAt } = await pictureDesk()
  const first = await (await upload(await halves())).json()
  const second = await (await upload(await halves(1_000, 800))).json()
  const version = await versionAt(second.upload)
  await expectOk(use(first.upload, { crop: 'card' }))
  const now = pictures()
  const late = await ruth.call('POST', `${path}/${second.upload}`, { alt: 'Late', crop: 'card', version })
  expect([late.status, pictures()]).toEqual([409, now])
  const form = await ruth.submit('POST', `${path}/${second.upload}`, { alt: 'Late', crop: 'card', version })
  const html = await form.text()
  expect([
    form.status,
    html.includes('A colleague changed these pictures after you opened this page. Nothing was saved.'),
    html.includes('value="Late"'),
  ]).toEqual([409, true, true])
})

test.each([
  ['no file', async () => ''],
  ['text', async () => 'not a picture'],
  ['SVG', async () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  [
    'GIF',
    async () => Buffer.from('47494638396101000100800000000000ffffff2c00000000010001000002024401003b', 'hex'),
  ],
  ['a JPEG that ends early', async () => (await halves()).subarray(0, 4_000)],
  ['a PNG that claims 60,000 × 60,000 pixels', async () => hugePng()],
  ['a narrow one', async () => halves(700, 700)],
  [
    'HTML behind a JPEG’s first bytes',
    async () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
  ],
])('STF-5 as a picture, %s is refused, and the old one stays', async (_, make) => {
  const { shop, upload, pictures } = await pictureDesk()
  const before = pictures()
  const answer = await upload(await make())
  expect([answer.status, typeof (await answer.json()).message]).toEqual([422, 'string'])
  expect([pictures(), actionsOf(shop, 'variety.picture_uploaded')]).toEqual([before, []])
})

/** With a valid header, so that only the limit refuses it. */
async function hugePng(): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  return png
}

test('STF-5 a crop outside the picture, too small or without a description is refused with the reason', async () => {
  const { ruth, path, upload, pictures, use } = await pictureDesk()
  const before = pictures()
  const { upload: hash } = await (await upload(await halves())).json()
  for (const bad of [
    { crop: 'own', left: 900, top: 0, width: 800, height: 600 },
    { crop: 'own', left: 0, top: 0, width: 799, height: 600 },
    { crop: 'own', left: -5, top: 0, width: 900, height: 600 },
    { crop: 'own', left: 0, top: 0, width: 1_600, height: 2 },
    { crop: 'own', left: '0; rm', top: 0, width: 900, height: 600 },
    { crop: 'own' },
    { crop: 'odd' },
    { crop: 'card', alt: ' ' },
    { crop: 'card', alt: 'x'.repeat(251) },
  ])
    expect([bad, (await use(hash, bad)).status]).toEqual([bad, 422])
  expect(pictures()).toEqual(before)
  for (const unknown of ['0'.repeat(32), '..%2F..%2Fdemo-secrets.json'])
    expect((await ruth.visit(`${path}/${unknown}`)).status).toBe(404)
  expect((await upload(await halves(), { alt: '' })).status).toBe(422)
})

test('STF-5 a picture that no page shows and no undo needs is deleted after two days', async () => {
  const { shop, ruth, upload, use, storage } = await pictureDesk()
  const { upload: hash } = await (await upload(await halves())).json()
  const { name, token } = await (await expectOk(use(hash, { crop: 'card' }))).json()
  const kept = importedName(name)!.hash
  const folder = join(storage, 'pictures')
  const filesOf = (one: string) => readdirSync(folder).filter((file) => file.includes(one))
  expect(filesOf(kept)).toHaveLength(4)
  const later = Date.now() + 3 * DAY_MS
  expect(await collectPictures(shop.services, later)).toBe(0)
  await ruth.call('POST', `/staff/catalog/bulk_edits/${token}/undo`)
  expect(await collectPictures(shop.services, later)).toBe(0) // its edit still references it
  shop.db.delete(bulkEdits).run()
  expect(await collectPictures(shop.services, Date.now())).toBe(0) // too new
  expect(await collectPictures(shop.services, later)).toBe(4)
  expect(filesOf(kept)).toEqual([])
})

test('STF-5 a wide picture starts whole if its card would be too narrow, and a very wide or tall one is refused', async () => {
  const { upload, use, path, ruth } = await pictureDesk()
  const { upload: hash } = await (await expectOk(upload(await halves(1_600, 500)))).json()
  const html = await (await ruth.visit(`${path}/${hash}`)).text()
  expect(html).toMatch(/<option value="whole" selected/)
  expect((await use(hash, { crop: 'card' })).status).toBe(422)
  for (const [width, height, words] of [
    [800, 4_000, 'at most three times as tall as it is wide.'],
    [4_000, 800, 'at most four times as wide as it is tall.'],
  ] as const) {
    const refused = await upload(await halves(width, height))
    expect([refused.status, (await refused.json()).message]).toEqual([422, expect.stringContaining(words)])
  }
})

test('STF-5 a picture of 40 MB is refused with a sentence about the file', async () => {
  const { upload } = await pictureDesk()
  const answer = await upload(Buffer.alloc(40 * 1024 * 1024))
  expect([answer.status, (await answer.json()).message]).toEqual([
    413,
    'Your files are too large. Please choose files of at most 8 MB each.',
  ])
})

test('STF-5 too many uploads in an hour keep the description, and crops count on their own', async () => {
  const { upload, use } = await pictureDesk({ rateLimited: true })
  const { upload: hash } = await (await expectOk(upload(await halves()))).json()
  for (let nth = 1; nth < 60; nth++) expect((await upload('no picture')).status).toBe(422)
  const refused = await upload('no picture', { alt: 'A ribeye on slate' }, 'text/html')
  const html = await refused.text()
  expect([refused.status, html.includes('value="A ribeye on slate"')]).toEqual([429, true])
  await expectOk(use(hash, { crop: 'card' }))
})
