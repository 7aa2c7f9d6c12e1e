import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { varieties } from '#db/schema/index.ts'
import { awaitListings } from '#src/catalog/await-listings.ts'
import { currentListings, firstListings } from '#src/catalog/cached-index.ts'
import { readListingIndex } from '#src/catalog/listing-index.ts'
import type { AppEnv } from '#src/web/env.ts'
import { addCopies } from '../support/large-catalog.ts'
import { NOW } from '../support/now.ts'
import { world } from '../support/world.ts'

const MANY = 1_000
const LAST = `copy-${MANY}`

const idOf = (db: Db, slug: string) =>
  db.select({ id: varieties.id }).from(varieties).where(eq(varieties.slug, slug)).get()!.id

const isListed = (db: Db, slug: string) => currentListings(db, NOW).index.rowOf.has(idOf(db, slug))

test('SPD-3 the first read of a large catalog yields to other requests', async () => {
  const { db, services } = await world()
  addCopies(db, 0, MANY)
  const reading = firstListings(services)
  addCopies(db, MANY, MANY + 1) // a read that yields reaches it last
  await reading
  expect(isListed(db, LAST)).toBe(true)
})

test('SPD-3 the first page requested waits until a large catalog has been read', async () => {
  const { db, services } = await world()
  addCopies(db, 0, MANY)
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('services', services)
    await next()
  })
  app.use(awaitListings)
  app.get('/', (c) => c.text(String(isListed(db, LAST))))
  const page = app.request('/')
  addCopies(db, MANY, MANY + 1)
  expect(await (await page).text()).toBe('true')
})

test('SPD-3 a read is split into short steps', async () => {
  const { db } = await world()
  addCopies(db, 0, MANY)
  const steps = readListingIndex(db, NOW)
  let count = 0
  while (!steps.next().done) count++
  expect(count).toBeGreaterThan(MANY / 40)
})
