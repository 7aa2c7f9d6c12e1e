import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quickly } from '#db/client.ts'
import { membershipBoxes, memberships, orders, reportSums } from '#db/schema/index.ts'
import { parseDay } from '#src/day.ts'
import { instantOf, SHOP_ZONE } from '#src/delivery/zones.ts'
import { sumProblems } from '#src/reports/check-sums.ts'
import { keepSums } from '#src/reports/keep-sums.ts'
import { members, recovered } from '#src/reports/member-reports.ts'
import { rangeOf } from '#src/reports/range.ts'
import { NOW } from '../support/now.ts'
import { type World, world } from '../support/world.ts'

const dayOf = (text: string) => parseDay(text) ?? expect.fail(text)
const at = (day: string) => instantOf(dayOf(day), 12, SHOP_ZONE)
const MARCH = rangeOf({ from: '2027-03-01', to: '2027-03-31', by: 'month' }, dayOf('2027-03-31'))

/** Placed orders without a membership, for test memberships in a period without others. */
const freeOrders = ({ db }: World) => {
  const taken = new Set(
    db
      .select({ id: memberships.firstOrderId })
      .from(memberships)
      .all()
      .map(({ id }) => id),
  )
  return db
    .select()
    .from(orders)
    .all()
    .filter(({ id, placedAt }) => placedAt !== null && !taken.has(id))
}

type Began = { began: string; left?: string }

function addMember({ db }: World, firstOrderId: number, { began, left }: Began): number {
  const canceledAt = left ? at(left) : null
  return db
    .insert(memberships)
    .values({
      firstOrderId,
      state: left ? 'canceled' : 'active',
      renewPeriodType: 'four_weeks',
      canceledAt,
      createdAt: at(began),
      updatedAt: at(began),
    })
    .returning()
    .get().id
}

type Box = {
  on: string
  state: 'placed' | 'skipped' | 'failed' | 'planned'
  tries?: number
  orderId?: number
}

function addBox({ db }: World, membershipId: number, number: number, { on, state, tries = 0, orderId }: Box) {
  const times = { createdAt: NOW, updatedAt: NOW }
  db.insert(membershipBoxes)
    .values({ membershipId, number, rhythmOn: dayOf(on), state, tries, orderId: orderId ?? null, ...times })
    .run()
}

async function shopWithMembers() {
  const shop = await world()
  const [first, second, third, box] = freeOrders(shop)
  if (!first || !second || !third || !box || !MARCH) return expect.fail('four placed orders')
  const loyal = addMember(shop, first.id, { began: '2027-02-10' })
  const gone = addMember(shop, second.id, { began: '2027-02-20', left: '2027-03-15' })
  addMember(shop, third.id, { began: '2027-03-05' })
  addBox(shop, loyal, 1, { on: '2027-03-02', state: 'placed', tries: 2, orderId: box.id })
  addBox(shop, loyal, 2, { on: '2027-03-16', state: 'skipped' })
  addBox(shop, loyal, 3, { on: '2027-03-30', state: 'planned' })
  addBox(shop, gone, 1, { on: '2027-03-06', state: 'failed', tries: 3 })
  addBox(shop, gone, 2, { on: '2027-02-27', state: 'placed' })
  const others = shop.db.select().from(memberships).all().length - 3
  await keepSums(shop.services)
  return { shop, range: MARCH, loyal, box, others }
}

test('ANA-5 churn is relative to the members at the start, and the skip rate to the boxes due', async () => {
  const { shop, range, others, loyal } = await shopWithMembers()
  const { total, rows } = members.read(shop.db, range, NOW)
  expect(rows).toHaveLength(1)
  expect(total).toMatchObject({ members: others + 2, began: 1, left: 1, placed: 1, skipped: 1, failed: 1 })
  expect(rows[0]?.churn).toBeCloseTo(1 / (others + 2))
  expect(total?.churn).toBeCloseTo(1 / (others + 3))
  expect(total?.skip_rate).toBeCloseTo(1 / 3)

  const skipped = eq(membershipBoxes.state, 'skipped')
  shop.db.update(membershipBoxes).set({ state: 'placed' }).where(skipped).run()
  shop.db
    .update(memberships)
    .set({ state: 'canceled', canceledAt: at('2027-03-20') })
    .where(eq(memberships.id, loyal))
    .run()
  await keepSums(shop.services)
  expect(members.read(shop.db, range, NOW).total).toMatchObject({ left: 2, placed: 2, skipped: 0 })
  expect(sumProblems(shop.db)).toEqual([])
})

test('ANA-5 recovered charges are boxes paid after a failure, at their current price', async () => {
  const { shop, range, box } = await shopWithMembers()
  expect(recovered.read(shop.db, range, NOW).total).toMatchObject({
    boxes: 2,
    troubled: 2,
    recovered: 1,
    lost: 1,
    tries: 5,
    recovered_cents: box.totalCents,
    recovery_rate: 0.5,
  })
  shop.db.update(orders).set({ totalCents: 1_234 }).where(eq(orders.id, box.id)).run()
  shop.db.update(membershipBoxes).set({ tries: 1 }).where(eq(membershipBoxes.orderId, box.id)).run()
  await keepSums(shop.services)
  expect(recovered.read(shop.db, range, NOW).total).toMatchObject({ tries: 4, recovered_cents: 1_234 })
})

test('ANA-5 the nightly check finds memberships and boxes missing from the sums', async () => {
  const { shop } = await shopWithMembers()
  await quickly(shop.db, (tx) => void tx.delete(reportSums).where(eq(reportSums.kind, 'member_began')).run())
  expect(sumProblems(shop.db).join()).toContain('memberships')
  await quickly(shop.db, (tx) => void tx.delete(reportSums).where(eq(reportSums.kind, 'box_failed')).run())
  expect(sumProblems(shop.db).join()).toContain('failed boxes of members')
})
