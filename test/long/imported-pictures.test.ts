import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type JobRow, jobs, staffFlags } from '#db/schema/index.ts'
import { importCatalog } from '#src/catalog/import/import.ts'
import { findPicture } from '#src/catalog/pictures.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import {
  changesOf,
  csv,
  desk,
  NO_CHANGES,
  reasonsOf,
  settingsOf,
  variety,
} from '../catalog/import/import-folder.ts'
import { dump } from '../support/dump.ts'
import { world } from '../support/world.ts'

const SLUG = 'grass-fed-ribeye'

/** A shop, and a folder with a catalog file and its pictures. */
async function studio() {
  const place = desk()
  const { storagePath } = place
  const shop = await world({ config: { storagePath } })
  const { db, services } = shop
  return {
    ...place,
    ...shop,
    storagePath,
    hang: (pictures: string, alts = '') =>
      importCatalog(
        place.write(
          'catalog.csv',
          csv('variety_slug,label,pictures,picture_alts', `${SLUG},14 oz,${pictures},${alts}`),
        ),
        settingsOf(db, storagePath, { now: shop.clock.now(), wallNow: Date.now() }),
      ),
    /** Runs all picture jobs, including those scheduled for later. */
    async paint() {
      for (let rounds = 0; rounds < 20; rounds++) {
        await runDueJobs(services)
        shop.pass(3_600_000)
      }
    },
    pictureJobs: (): JobRow[] => db.select().from(jobs).where(eq(jobs.kind, 'import_picture')).all(),
  }
}

const photo = (width: number, height: number, background = '#a03020') =>
  sharp({ create: { width, height, channels: 3, background } })

test('GND-31 a job makes imported pictures in several widths, then shows them on the page', async () => {
  const { write, storagePath, db, hang, paint, shopper } = await studio()
  write(
    'photos/steak.jpg',
    await photo(900, 1600)
      .withExif({ IFD0: { Copyright: 'SECRET' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  )
  write('pack.png', await photo(1000, 800, '#2040c0').png().toBuffer())
  const before = variety(db, SLUG)?.pictures

  const outcome = await hang('photos/steak.jpg | pack.png', 'A “rare” steak: sliced|')
  expect(changesOf(outcome)).toEqual({ ...NO_CHANGES, pictures: 1 })
  expect(variety(db, SLUG)?.pictures).toEqual(before)
  await paint()

  const [steak, pack] = (variety(db, SLUG)?.pictures ?? []).map((name) => findPicture(name)!)
  // Rotated upright by its EXIF orientation.
  expect(steak).toMatchObject({
    width: 1280,
    height: 720,
    alt: 'A “rare” steak: sliced',
    colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
  })
  expect(steak!.sources.map((source) => source.width)).toEqual([480, 800, 1280])
  expect(pack).toMatchObject({ width: 800, height: 640, alt: 'Grass-fed ribeye from Three Larks Ranch' })
  expect(pack!.sources.map((source) => source.width)).toEqual([480, 800])

  const person = await shopper()
  const page = await (await person.visit(`/products/${SLUG}`)).text()
  for (const { url } of [...steak!.sources, ...pack!.sources]) {
    expect(page).toContain(url)
    const answer = await person.send(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.includes('SECRET')).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  }
  expect(readdirSync(join(storagePath, 'pictures')).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('GND-32 importing the same pictures again changes nothing, during processing or after it', async () => {
  const { write, db, hang, paint, pictureJobs } = await studio()
  write('a.webp', await photo(800, 600).webp().toBuffer())
  changesOf(await hang('a.webp'))
  expect(changesOf(await hang('a.webp'))).toEqual(NO_CHANGES)
  expect(pictureJobs()).toHaveLength(1)
  await paint()
  const before = dump(db)
  expect(changesOf(await hang('a.webp'))).toEqual(NO_CHANGES)
  expect(dump(db)).toBe(before)
})

test("GND-31 of two imports the later one's pictures are shown, whichever job finishes last", async () => {
  const { write, db, hang, paint, services, pictureJobs } = await studio()
  write('a.jpg', await photo(800, 600, '#ff0000').jpeg().toBuffer())
  write('b.jpg', await photo(800, 600, '#0000ff').jpeg().toBuffer())
  const colour = () => findPicture(variety(db, SLUG)?.pictures[0] ?? '')?.colour

  await hang('a.jpg')
  const working = runDueJobs(services)
  await hang('b.jpg')
  await working
  await paint()
  expect(colour()).toMatch(/^#0.0.f.$/)

  changesOf(await hang('a.jpg'))
  await paint()
  expect(colour()).toMatch(/^#f.0.0.$/)
  changesOf(await hang('b.jpg'))
  // It was processed before, so it is shown immediately.
  expect(colour()).toMatch(/^#0.0.f.$/)
  expect(pictureJobs()).toEqual([])
})

test('GND-31 a corrupt picture leaves the old ones in place and raises a staff flag', async () => {
  const { write, db, hang, paint } = await studio()
  const noise = sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#000000',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
  const whole = await noise.jpeg().toBuffer()
  write('half.jpg', whole.subarray(0, whole.length / 2))
  const before = variety(db, SLUG)?.pictures
  changesOf(await hang('half.jpg'))
  await paint()
  expect(variety(db, SLUG)?.pictures).toEqual(before)
  expect(db.select().from(staffFlags).where(eq(staffFlags.kind, 'job_failed')).all()).toHaveLength(1)
})

test('GND-31 a farm gets its picture from the import', async () => {
  const { write, storagePath, db, paint, shopper, clock } = await studio()
  write('barn.png', await photo(1300, 900).png().toBuffer())
  const file = write(
    'farms.json',
    JSON.stringify({ farms: [{ slug: 'three-larks-ranch', picture: 'barn.png', picture_alt: 'Our barn' }] }),
  )
  changesOf(await importCatalog(file, settingsOf(db, storagePath, { now: clock.now() })))
  await paint()
  expect(await (await (await shopper()).visit('/')).text()).toContain('alt="Our barn"')
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'
const GIF = Buffer.from('47494638396101000100800000000000ffffff2c00000000010001000002024401003b', 'hex')

test.each([
  ['../secret.jpg', 'must be in the same folder as the file, or below it'],
  ['/etc/hostname', 'must be in the same folder as the file, or below it'],
  ['photos/../../secret.jpg', 'must be in the same folder as the file, or below it'],
  ['..\\secret.jpg', 'must be in the same folder as the file, or below it'],
  ['linked.jpg', 'must not be a symbolic link'],
  ['linked/secret.jpg', 'must not be a symbolic link'],
  ['none.jpg', 'does not exist or is not readable'],
  ['folder.jpg', 'is not a file'],
  ['drawing.jpg', 'is not a JPEG, PNG or WebP file'],
  ['moving.png', 'is not a JPEG, PNG or WebP file'],
  ['hollow.png', 'is not a readable picture'],
  ['tiny.png', 'must be at least 800 pixels wide'],
  ['bomb.png', 'has more than 50 million pixels'],
])('GND-31 the picture %s is refused: it %s', async (name, reason) => {
  const { write, folder, storagePath, hang, pictureJobs } = await studio()
  const elsewhere = desk()
  elsewhere.write('secret.jpg', await photo(900, 600).jpeg().toBuffer())
  symlinkSync(join(elsewhere.folder, 'secret.jpg'), join(folder, 'linked.jpg'))
  symlinkSync(elsewhere.folder, join(folder, 'linked'))
  write('folder.jpg/inside.txt', 'x')
  write('drawing.jpg', SVG)
  write('moving.png', GIF)
  write('hollow.png', Buffer.from('89504e470d0a1a0a', 'hex'))
  write('tiny.png', await photo(640, 480).png().toBuffer())
  write('bomb.png', withSize(await photo(900, 600).png().toBuffer(), 60_000, 60_000))

  expect(reasonsOf(await hang(name))).toEqual([`line 2: the picture “${name}” ${reason}`])
  expect(pictureJobs()).toEqual([])
  expect(existsSync(join(storagePath, 'imports'))).toBe(false)
})

/** A PNG whose header claims another size, with a matching checksum. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

test('GND-31 only processed pictures are served, and nothing else in storage', async () => {
  const { storagePath, shopper, write } = await studio()
  write('storage/demo-secrets.json', '{}')
  write('storage/pictures/imported-00.json', '{}')
  writeFileSync(join(storagePath, 'pictures', 'other.webp'), 'x')
  const person = await shopper()
  const names = [
    'imported-00.json',
    'other.webp',
    '..%2fdemo-secrets.json',
    'imported-00-480.webp',
    'imported-..%2fx-480.webp',
  ]
  for (const name of names) expect((await person.send(`/pictures/${name}`)).status).toBe(404)
})
