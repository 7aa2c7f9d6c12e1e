import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { signedIn } from '../support/account.ts'
import { sendFiles } from '../support/catalog-desk.ts'
import { ownStorage } from '../support/clerks.ts'
import { RUTH } from '../support/staff.ts'
import { validator } from '../support/valid-html.ts'
import { world } from '../support/world.ts'

const SETTING = '/staff/settings/banner'

const photo = (width = 1_000, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 120, b: 60 } } })
    .withExif({ IFD0: { Make: 'Quillcam' } })
    .jpeg()
    .toBuffer()

const SLIDE = { title: 'Spring lamb', link: '/shop/lamb', words: 'See the cuts' }

/** Rows as a form sends them. */
const rowsOf = (...slides: Record<string, string>[]) =>
  Object.fromEntries(
    slides.flatMap((slide, at) =>
      Object.entries(slide).map(([part, value]) => [`slides[${at}][${part}]`, value]),
    ),
  )

async function desk() {
  const shop = await world({ config: { storagePath: ownStorage() } })
  const ruth = await signedIn(shop, RUTH)
  const send = async (files: { at: number; bytes: Buffer | string }[], fields: Record<string, string>) => {
    const sent = files.map(({ at, bytes }) => ({
      field: `slides[${at}][picture_file]`,
      bytes,
      name: 'photo.jpg',
    }))
    const answer = await sendFiles(ruth, SETTING, sent, { seen: '0', step: 'save', ...fields })
    return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
  }
  type Slides = { value: { slides: { title: string; picture: string }[] } }
  const slides = async () => ((await (await ruth.call('GET', SETTING)).json()) as Slides).value.slides
  const folder = join(shop.config.storagePath, 'pictures')
  const home = async () => (await (await shop.shopper()).visit('/')).text()
  return { shop, ruth, send, slides, folder, home }
}

test('STF-7 a slide shows its uploaded picture, keeps it through other changes, and can have it removed', async () => {
  const { shop, ruth, send, slides, home } = await desk()
  const rows = rowsOf({ ...SLIDE, title: 'No picture' }, SLIDE)
  const preview = await send([{ at: 1, bytes: await photo() }], { ...rows, step: 'preview' })
  expect(preview.status).toBe(200)
  expect(JSON.stringify(preview)).toMatch(/Picture: picture [0-9a-f]{6}/)
  expect((await home()).includes('Spring lamb')).toBe(false)

  expect((await send([{ at: 1, bytes: await photo() }], rows)).status).toBe(200)
  const picture = (await slides())[1]!.picture
  const file = /^imported:([0-9a-f]{32}):800x400:/.exec(picture)?.[1]
  const url = `/pictures/imported-${file}-800.webp`
  expect((await home()).includes(url)).toBe(true)
  const bytes = Buffer.from(await (await (await shop.shopper()).send(url, {})).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 800, height: 400, format: 'webp' })
  expect(bytes.includes('Quillcam')).toBe(false)

  const page = await (await ruth.visit(SETTING)).text()
  expect(page).toContain(`name="slides[1][picture]" value="${picture}"`)
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])

  const kept = rowsOf({ ...SLIDE, title: 'Winter lamb', picture })
  expect((await send([], { ...kept, seen: '2' })).status).toBe(200)
  expect(await slides()).toMatchObject([{ title: 'Winter lamb', picture }])
  const none = { ...kept, 'slides[0][picture_none]': '1' }
  expect((await send([], { ...none, seen: '3' })).status).toBe(200)
  expect(await slides()).toMatchObject([{ picture: '' }])
})

test('STF-7 a slide only takes a large enough picture that still exists', async () => {
  const { send, slides, folder } = await desk()
  const rows = rowsOf(SLIDE)
  const refusals: [Buffer | string, RegExp][] = [
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', /^“Spring lamb”: We couldn’t read/],
    [await photo(600, 300), /at least 800 pixels wide/],
  ]
  for (const [bytes, message] of refusals)
    expect(await send([{ at: 0, bytes }], rows)).toMatchObject({
      status: 422,
      message: expect.stringMatching(message),
    })
  const two = [
    { at: 0, bytes: await photo() },
    { at: 0, bytes: await photo() },
  ]
  expect((await send(two, rows)).status).toBe(422)
  expect(await slides()).toEqual([])

  expect((await send([{ at: 0, bytes: await photo() }], rows)).status).toBe(200)
  const picture = (await slides())[0]!.picture
  for (const file of readdirSync(folder)) rmSync(join(folder, file))
  expect(await send([], { ...rowsOf({ ...SLIDE, title: 'Lamb', picture }), seen: '2' })).toMatchObject({
    status: 422,
    message: expect.stringContaining('upload it again'),
  })
})
