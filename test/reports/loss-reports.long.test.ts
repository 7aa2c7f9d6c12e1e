import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { claims, lots, offers, orderLines } from '#db/schema/index.ts'
import { addDays, DAY_MS, parseDay } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { sumProblems } from '#src/reports/check-sums.ts'
import { keepSums } from '#src/reports/keep-sums.ts'
import { claims as claimReport, givenWeight } from '#src/reports/loss-reports.ts'
import { rangeOf } from '#src/reports/range.ts'
import { expiring } from '#src/reports/stock-reports.ts'
import { signedIn } from '../support/account.ts'
import { orderOf } from '../support/buying.ts'
import { arrivedBox, tell } from '../support/claims.ts'
import { NOW } from '../support/now.ts'
import { paidOrder } from '../support/refunding.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const TODAY = dayIn(SHOP_ZONE, NOW)
const LATELY = rangeOf({}, TODAY) ?? expect.fail('a range')

test('ANA-5 claims by kind count all claims of the period and what was given back for them', async () => {
  const { shop, order } = await paidOrder()
  const { db } = shop
  const booked = () =>
    db.get<{ n: number; cents: number }>(sql`
      select count(*) as n, sum(card_cents + gift_cents + credit_cents) as cents from claims
      where kind = 'late' and created_at >= ${NOW - 29 * 86_400_000}`)
  const read = () => claimReport.read(db, LATELY, NOW).rows.find(({ label }) => label === 'Late')
  const late = { orderId: order().id, kind: 'late' as const, createdAt: NOW }
  const { id } = db.insert(claims).values(late).returning().get()
  await keepSums(shop.services)
  expect(read()).toMatchObject({ claims: booked().n, cents: booked().cents })
  const answered = { answer: 'refund' as const, answeredAt: NOW, cardCents: 700, creditCents: 50 }
  db.update(claims).set(answered).where(eq(claims.id, id)).run()
  await keepSums(shop.services)
  expect(read()).toMatchObject({ claims: booked().n, cents: booked().cents })
  expect(booked().cents).toBeGreaterThanOrEqual(750)
})

test('ANA-5 a claim that was answered with all of the money counts, too', async () => {
  const { shop, ruth, ana, token, order, lines, claims: told, paidCents } = await arrivedBox()
  const { db } = shop
  await keepSums(shop.services)
  const read = () => claimReport.read(db, LATELY, NOW).rows.find(({ label }) => label === 'Damaged')
  const before = read()
  await tell(ana, token, { kind: 'damaged', lines: lines() })
  const answer = { answer: 'refund', amount_cents: paidCents }
  expect((await ruth.call('POST', `/staff/claims/${told()[0]?.id}`, answer)).status).toBe(200)
  expect(order().state).toBe('refunded')
  await keepSums(shop.services)
  expect(read()).toMatchObject({
    claims: Number(before?.claims ?? 0) + 1,
    cents: Number(before?.cents ?? 0) + paidCents,
  })
  expect(sumProblems(db)).toEqual([])
})

test('ANA-5 claims of the period before count even if no claim of their kind came since', async () => {
  const { shop, order } = await paidOrder()
  const range =
    rangeOf({ from: addDays(TODAY, 100), to: addDays(TODAY, 109) }, TODAY) ?? expect.fail('a range')
  const late = { orderId: order().id, kind: 'late' as const, createdAt: NOW + 95 * DAY_MS }
  shop.db.insert(claims).values(late).run()
  await keepSums(shop.services)
  const { rows, total, sentence } = claimReport.read(shop.db, range, NOW)
  expect(rows).toEqual([{ label: 'Late', claims: 0, before: 1, share: null, lines: 0, cents: 0 }])
  expect([total?.before, sentence]).toEqual([1, 'Nobody claimed anything in this period.'])
})

test('ANA-5 CWT-1 weight above the charged maximum counts as given away, and no more', async () => {
  const { shop, token } = await paidOrder()
  const { db } = shop
  const [line] = db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderOf(db, token).id))
    .all()
  if (!line) return expect.fail('a line')
  const weigh = async (packedGrams: number, packedCents: number) => {
    const packed = { quantity: 1, priceCents: 2_000, poundCents: 1_000, packedGrams, packedCents }
    db.update(orderLines).set(packed).where(eq(orderLines.id, line.id)).run()
    await keepSums(shop.services)
    return givenWeight.read(db, LATELY, NOW).total ?? expect.fail('a total')
  }
  const less = await weigh(680, 1_500)
  const more = await weigh(1_134, 2_000) // 2.5 lb, with two paid for
  expect(more).toMatchObject({
    lines: less.lines,
    grams: Number(less.grams) + 454,
    cents: Number(less.cents) + 500,
    given_lines: Number(less.given_lines) + 1,
    given_grams: Number(less.given_grams) + 227,
    given_cents: Number(less.given_cents) + 500,
  })
})

test('ANA-5 expiring stock defaults to the coming days, and leaves out what is planned for boxes', async () => {
  const shop = await world()
  const { db } = shop
  const [lot] = db.select().from(lots).where(eq(lots.state, 'open')).all()
  if (!lot) return expect.fail('an open lot')
  const bestBy = addDays(TODAY, 12)
  db.update(lots)
    .set({ bestBy: addDays(TODAY, 900) })
    .run()
  db.update(lots).set({ bestBy, unitsLeft: 9, planned: 4, withdrawn: 0 }).where(eq(lots.id, lot.id)).run()
  const { priceCents } = db.select().from(offers).where(eq(offers.id, lot.offerId)).get() ?? expect.fail()
  const ruth = await signedIn(shop, RUTH)
  const answer = await ruth.call('GET', paths.staffReports({ report: 'expiring' }))
  const { rows, from } = (await answer.json()) as { rows: Record<string, unknown>[]; from: string }
  expect(from).toBe(TODAY)
  expect(rows.filter(({ units }) => units !== 0)).toEqual([
    { label: bestBy, lots: 1, units: 5, cents: 5 * priceCents, withdrawn: 0, lost_cents: 0 },
  ])
  db.update(lots).set({ state: 'expired', planned: 0, withdrawn: 9 }).where(eq(lots.id, lot.id)).run()
  const range = rangeOf({ from: bestBy, to: bestBy }, TODAY) ?? expect.fail('a range')
  expect(expiring.read(db, range, NOW).total).toMatchObject({ lots: 0, units: 0, withdrawn: 9 })
})

test('ANA-5 a chart labels its days in short form, and its table has full dates', async () => {
  const { shop, token } = await paidOrder()
  await keepSums(shop.services)
  const day = dayIn(SHOP_ZONE, orderOf(shop.db, token).placedAt ?? 0)
  const ruth = await signedIn(shop, RUTH)
  const from = addDays(parseDay(day) ?? TODAY, -6)
  const page = await (await ruth.visit(paths.staffReports({ report: 'sales', from, to: day }))).text()
  const [, svg = ''] = /<svg class="chart[^"]*"(.*?)<\/svg>/s.exec(page) ?? []
  expect(svg).toMatch(/>\s*Nov \d+\s*</)
  expect(svg).not.toContain(day)
  expect(page).toContain(', 2026</th>')
})
