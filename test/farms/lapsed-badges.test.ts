import { eq, ne, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import { farms, staffFlags, varieties } from '#db/schema/index.ts'
import { applyEdit, planEdit } from '#src/catalog/import/edit.ts'
import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { endLapsedBadges } from '#src/farms/lapsed-badges.ts'
import { type World, world } from '../support/world.ts'

const FARM = 'dovetail-farm'

async function shopWithEndingBadge() {
  const shop = await world()
  const farm = farmOf(shop)
  const badgeProofs = farm.badgeProofs.map((proof) =>
    proof.badge === 'Organic' ? { ...proof, validUntil: '2026-12-10' as typeof proof.checkedOn } : proof,
  )
  shop.db.update(farms).set({ badgeProofs }).where(eq(farms.slug, FARM)).run()
  return shop
}

function farmOf({ db }: World) {
  const farm = db.select().from(farms).where(eq(farms.slug, FARM)).get()
  if (!farm) throw new Error(`the demo has no ${FARM}`)
  return farm
}

const cutsOf = (shop: World) =>
  shop.db
    .select({ badges: varieties.badges })
    .from(varieties)
    .where(eq(varieties.farmId, farmOf(shop).id))
    .all()

const flagsOf = ({ db }: World) =>
  db.select().from(staffFlags).where(eq(staffFlags.kind, 'badge_ending')).all()

test('COM-1 staff are alerted once about a badge that ends within 30 days; it is removed the day after, from cuts too', async () => {
  const shop = await shopWithEndingBadge()
  await endLapsedBadges(shop.services)
  await endLapsedBadges(shop.services)
  expect(flagsOf(shop).map(({ detail }) => detail)).toEqual([
    'Organic of Dovetail Farm ends on Dec 10, 2026.',
  ])
  const before = cutsOf(shop)
  expect(before.some(({ badges }) => badges.includes('Organic'))).toBe(true)

  shop.pass(20 * DAY_MS) // December 10
  await endLapsedBadges(shop.services)
  expect(farmOf(shop).badges).toContain('Organic')
  shop.pass(DAY_MS)
  await endLapsedBadges(shop.services)
  expect(farmOf(shop).badges).toEqual(['Pasture-raised', 'Air-chilled'])
  expect(cutsOf(shop)).toEqual(
    before.map(({ badges }) => ({ badges: badges.filter((badge) => badge !== 'Organic') })),
  )
  expect(flagsOf(shop)).toHaveLength(1)
  const ana = await shop.shopper()
  expect(await (await ana.visit(`/farms/${FARM}`)).text()).not.toContain('Organic</')
})

test('COM-1 an edit on the evening of a badge’s last day keeps the badge, though it is the next day in UTC', async () => {
  const shop = await shopWithEndingBadge()
  const edit = (story: string) =>
    durably(shop.db, (tx) => {
      const settings = { now: shop.clock.now(), random: shop.services.random }
      const planned = planEdit(tx, { farms: [{ slug: FARM, story }] }, settings)
      if (!planned.ok) throw new Error(planned.problems.join())
      applyEdit(tx, planned, 'Edited', settings.now)
    })
  shop.pass(Date.parse('2026-12-10T21:00:00-05:00') - shop.clock.now())
  await edit('A new story in the evening.')
  expect(farmOf(shop)).toMatchObject({
    story: 'A new story in the evening.',
    badges: expect.arrayContaining(['Organic']),
  })
  shop.pass(4 * HOUR_MS)
  await edit('A new story at night.')
  expect(farmOf(shop).badges).not.toContain('Organic')
})

test('COM-1 a badge without an end date stays and alerts no one', async () => {
  const shop = await world()
  shop.pass(300 * DAY_MS)
  const before = farmOf(shop).badges
  await endLapsedBadges(shop.services)
  expect(farmOf(shop).badges).toEqual(before)
  expect(flagsOf(shop)).toEqual([])
})

test('COM-1 a farm whose badges can’t be tended keeps no other farm’s from ending', async () => {
  const shop = await shopWithEndingBadge()
  const { badgeProofs } = farmOf(shop)
  const [broken] = shop.db.select().from(farms).where(ne(farms.slug, FARM)).orderBy(farms.id).all()
  shop.db
    .update(farms)
    .set({ badges: ['Organic'], badgeProofs })
    .where(eq(farms.id, broken?.id ?? 0))
    .run()
  shop.db.run(sql`create trigger broken_farm before update of badges on farms
    when old.slug <> ${sql.raw(`'${FARM}'`)} begin select raise(abort, 'broken'); end`)
  expect(broken?.id).toBeLessThan(farmOf(shop).id)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  shop.pass(21 * DAY_MS)
  await endLapsedBadges(shop.services)
  expect(farmOf(shop).badges).not.toContain('Organic')
  expect(errors.mock.calls).toMatchObject([
    [{ farm: broken?.id }, 'the badges of a farm could not be tended'],
  ])
})
