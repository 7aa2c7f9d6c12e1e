import { existsSync, readdirSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { farms, varieties } from '#src/demo/catalog.ts'
import { farmPicture, galleryOf } from '#src/demo/painter/gallery.ts'
import { readManifest, WIDTHS } from '#src/demo/painter/manifest.ts'
import { hashOf, pictureSpecs, ROUND_ON_MAP } from '#src/demo/painter/picture-specs.ts'

const FOLDER = 'public/pictures'
const manifest = readManifest()

test('GND-31 every variety has at least three pictures of its own in three widths, with dimensions and alt text', () => {
  for (const variety of varieties) {
    const names = galleryOf({ slug: variety.slug, farm: variety.farm! })
    expect(names.filter((name) => name.endsWith(variety.slug)).length, variety.slug).toBeGreaterThanOrEqual(3)
    for (const name of names) expectPainted(name)
  }
})

test('every farm has its picture', () => {
  for (const farm of farms) expectPainted(farmPicture(farm.slug))
})

function expectPainted(name: string) {
  const entry = manifest[name]
  expect(entry, name).toBeDefined()
  const widths = name.startsWith('farm-') ? [ROUND_ON_MAP, ...WIDTHS] : [...WIDTHS]
  expect(Object.keys(entry!.files).map(Number), name).toEqual(widths)
  expect(entry!.width * entry!.height).toBeGreaterThan(0)
  expect(entry!.alt.length, name).toBeGreaterThan(10)
  expect(entry!.colour).toMatch(/^#[0-9a-f]{6}$/)
  for (const file of Object.values(entry!.files)) expect(existsSync(`public${file}`), file).toBe(true)
}

test('a picture is as wide as the manifest says', async () => {
  for (const [width, file] of Object.entries(manifest['cut-wagyu-ribeye']!.files))
    expect((await sharp(`public${file}`).metadata()).width).toBe(Number(width))
})

test('GND-31 the pictures total less than 25 MB', () => {
  const bytes = readdirSync(FOLDER).map((file) => statSync(`${FOLDER}/${file}`).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(25_000_000)
})

test('the committed pictures match the current catalog data', () => {
  const stale = pictureSpecs().filter((commission) => manifest[commission.name]?.hash !== hashOf(commission))
  expect(stale.map(({ name }) => name)).toEqual([])
})
