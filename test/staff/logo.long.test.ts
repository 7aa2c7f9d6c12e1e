import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { backUp } from '#db/backup.ts'
import { serialize } from '#db/client.ts'
import { keptName, restore } from '#db/restore.ts'
import { DAY_MS } from '#src/day.ts'
import { collectPictures } from '#src/staff/catalog/pictures/collect-pictures.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { readyToPay } from '../support/buying.ts'
import { actionsOf, sendFiles } from '../support/catalog-desk.ts'
import { ownStorage } from '../support/clerks.ts'
import { shopInFolder } from '../support/shop-file.ts'
import { RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { WAVE, waveShop } from '../support/waves.ts'
import { type World, world } from '../support/world.ts'

const SETTING = '/staff/settings/logo'

/** A red bar on a transparent background, with camera metadata. */
const bar = (width = 900, height = 240) =>
  sharp({ create: { width, height, channels: 4, background: { r: 160, g: 20, b: 20, alpha: 0.5 } } })
    .withExif({ IFD0: { Make: 'Quillcam' } })
    .png()
    .toBuffer()

async function desk(made?: World) {
  const shop = made ?? (await world({ config: { storagePath: ownStorage() } }))
  const ruth = await signedIn(shop, RUTH)
  const upload = async (bytes: Buffer | string, fields: Record<string, string> = {}) => {
    const files = [{ field: 'picture_file', bytes, name: 'logo.png' }]
    const answer = await sendFiles(ruth, SETTING, files, { seen: '0', step: 'save', ...fields })
    return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
  }
  const value = async () =>
    ((await (await ruth.call('GET', SETTING)).json()) as { value: Record<string, string> }).value
  return { shop, ruth, upload, value, storage: shop.services.config.storagePath }
}

const problemsOf = async (html: string) =>
  (await validator.validateString(html)).results.flatMap(({ messages }) =>
    messages.map(({ message }) => message),
  )

test('STF-7 a logo is previewed, shown on pages, in checkout and in emails with its alt text, and can be reverted', async () => {
  const { shop, ruth, upload, value } = await desk()
  const guest = await shop.shopper()
  expect(await (await guest.visit('/')).text()).not.toContain('logo__picture')
  const preview = await upload(await bar(), { step: 'preview' })
  expect(preview).toMatchObject({
    status: 200,
    differences: [{ label: 'Logo', before: 'none', after: expect.stringMatching(/^600 × 160 pixels/) }],
  })
  expect(await (await guest.visit('/')).text()).not.toContain('logo__picture')

  expect(await upload(await bar())).toMatchObject({ status: 200, version: 2 })
  const { picture } = await value()
  const image = `<img class="logo__picture" src="/pictures/${picture}.png" width="150" height="40" alt="Droveway"/>`
  const token = await readyToPay(guest, shop.db, { email: 'ana@example.com' })
  for (const path of ['/', `/checkout/${token}`, `/${token}/delivery`]) {
    const page = await (await guest.visit(path)).text()
    expect(page, path).toContain(image)
  }
  const file = await guest.send(`/pictures/${picture}.png`, {})
  expect(file.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 160, hasAlpha: true })
  expect(bytes.includes('Quillcam')).toBe(false)

  await guest.call('POST', '/v1/reset_password', { email: RUTH })
  await shop.settleDown()
  expect(mailsTo(shop, RUTH).at(-1)?.html).toContain(
    `src="${shop.config.appUrl}/pictures/${picture}.png" width="300" height="80" alt="Droveway"`,
  )

  const page = await (await ruth.visit(SETTING)).text()
  expect(page).toContain('enctype="multipart/form-data"')
  expect(await problemsOf(page)).toEqual([])
  const none = { seen: 2, picture, picture_none: '1', alt: '' }
  expect((await ruth.call('POST', SETTING, none)).status).toBe(200)
  expect(await (await guest.visit('/')).text()).not.toContain('logo__picture')
  expect((await ruth.call('POST', SETTING, { restore: 2, seen: 3 })).status).toBe(200)
  expect(await (await guest.visit('/')).text()).toContain(image)
})

test('STF-7 only a real picture becomes a logo, a refusal changes nothing, and a concurrent change is a conflict', async () => {
  const { ruth, upload, value, storage } = await desk()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const large = Buffer.concat([await bar(), Buffer.alloc(2 * 1024 * 1024)])
  const refusals = [
    [svg, 'We couldn’t read that picture. Please send a PNG, JPEG or WebP.'],
    ['GIF89a<script>alert(1)</script>', 'We couldn’t read that picture. Please send a PNG, JPEG or WebP.'],
    [(await bar()).subarray(0, 60), 'We couldn’t read that picture. Please send a PNG, JPEG or WebP.'],
    [large, 'Please send one picture of at most 2 MB.'],
    [await bar(70, 20), 'Please send a logo of at least 80 × 24 pixels.'],
  ] as const
  for (const [bytes, message] of refusals)
    expect(await upload(bytes)).toMatchObject({ status: 422, errors: { picture: message } })
  for (const picture of ['logo-../../etc/passwd', 'logo-1-1x1', 'x'])
    expect((await ruth.call('POST', SETTING, { seen: 0, picture, alt: '' })).status).toBe(422)
  expect(await value()).toEqual({ picture: '', alt: '' })
  expect(existsSync(join(storage, 'pictures'))).toBe(false)

  expect((await upload(await bar(), { alt: 'Droveway, meat from farms' })).status).toBe(200)
  expect(await upload(await bar(300, 100))).toMatchObject({ status: 409 })
  expect(await value()).toMatchObject({ alt: 'Droveway, meat from farms' })
})

test('STF-7 JPEG and WebP become logos, too; data appended to a picture is dropped', async () => {
  const { shop, upload, value } = await desk()
  const guest = await shop.shopper()
  const shown = async () => {
    const answer = await guest.send(`/pictures/${(await value()).picture}.png`, {})
    return Buffer.from(await answer.arrayBuffer())
  }
  const script = Buffer.from('<script>alert(1)</script>')
  expect((await upload(Buffer.concat([await bar(), script]))).status).toBe(200)
  expect((await shown()).includes('<script>')).toBe(false)
  const files = [
    await sharp(await bar(400, 100))
      .jpeg()
      .toBuffer(),
    await sharp(await bar(90, 90))
      .webp()
      .toBuffer(),
  ]
  for (const [nth, bytes] of files.entries())
    expect((await upload(bytes, { seen: String(nth + 2) })).status).toBe(200)
  expect(await sharp(await shown()).metadata()).toMatchObject({ format: 'png', width: 90, height: 90 })
})

test('STF-7 a logo replaces another of the same size, and the trail says so', async () => {
  const { shop, upload } = await desk()
  const other = await sharp({ create: { width: 900, height: 240, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  await upload(await bar())
  expect(await upload(other, { seen: '2' })).toMatchObject({ status: 200, version: 3 })
  expect(await upload(other, { seen: '3' })).toMatchObject({ status: 422 })
  const words = expect.stringMatching(/^600 × 160 pixels \([0-9a-f]{6}\)$/)
  expect(actionsOf(shop, 'setting.saved')).toMatchObject([
    { detail: { version: 2, changes: [{ label: 'Logo', before: 'none', after: words }] } },
    { detail: { version: 3, changes: [{ label: 'Logo', before: words, after: words }] } },
  ])
})

test('STF-7 saving a preview whose picture was deleted asks for the picture again', async () => {
  const { shop, ruth, upload, value, storage } = await desk()
  await upload(await bar(), { step: 'preview' })
  const [file = ''] = readdirSync(join(storage, 'pictures'))
  await collectPictures({ db: shop.db, config: shop.services.config }, Date.now() + 3 * DAY_MS)
  const late = { seen: 0, picture: file.replace('.png', ''), alt: '' }
  const answer = await ruth.call('POST', SETTING, late)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: { picture: 'We no longer have that logo. Please upload it again.' },
  })
  expect(await value()).toEqual({ picture: '', alt: '' })
})

test('STF-7 OPS-10 a backup restores the logo', async () => {
  const { databasePath, storagePath, backups } = shopInFolder()
  const shop = await world({ config: { storagePath } })
  const { upload, value } = await desk(shop)
  await upload(await bar())
  writeFileSync(databasePath, serialize(shop.db))
  mkdirSync(backups.path)
  const file = join(backups.path, 'today.sqlite3')
  await backUp({ databasePath, storagePath, file, madeAt: new Date() })
  rmSync(join(storagePath, 'pictures'), { recursive: true })
  const restored = await restore({
    file,
    databasePath,
    storagePath,
    keepAs: keptName(databasePath, new Date()),
  })
  expect(restored).toMatchObject({ ok: true, missingFiles: [] })
  const guest = await shop.shopper()
  expect((await guest.send(`/pictures/${(await value()).picture}.png`, {})).status).toBe(200)
})

test('STF-7 a logo in no version is deleted after two days; one that can be restored stays', async () => {
  const { shop, upload, storage } = await desk()
  await upload(await bar())
  await upload(await bar(400, 100), { seen: '2' })
  await upload(await bar(500, 100), { seen: '3', step: 'preview' })
  const files = () => readdirSync(join(storage, 'pictures'))
  expect(files()).toHaveLength(3)
  await collectPictures({ db: shop.db, config: shop.services.config }, Date.now() + 3 * DAY_MS)
  expect(files()).toHaveLength(2)
})

test('STF-7 FUL-10 packing slips print the logo', async () => {
  const { shop, dale, boxes } = await waveShop()
  const { upload, value } = await desk(shop)
  expect((await upload(await bar())).status).toBe(200)
  const [box] = boxes
  const slip = await (await dale.visit(`${WAVE}/slips?order_tokens[]=${box?.token}`)).text()
  expect(slip).toContain(`src="/pictures/${(await value()).picture}.png"`)
})
