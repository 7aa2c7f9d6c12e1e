import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { recordAction, type StaffAction } from '#src/audit/audit.ts'
import { bookChecks } from '#src/doctor/books.ts'
import { customerSubject } from '#src/staff/customers.ts'
import { auditChanges } from '#views/staff/audit-changes.ts'
import { auditSentence } from '#views/staff/audit-words.ts'
import { ANA, signedIn, userOf } from '../support/account.ts'
import { expectOk, offerToken } from '../support/buying.ts'
import { farmOf } from '../support/farms.ts'
import { RUTH } from '../support/staff.ts'
import { trailOf } from '../support/trail.ts'
import { type World, world } from '../support/world.ts'

const HOUR = 3_600_000
const OLIVE = { id: 900, name: 'Olive Owner' }

async function write({ db, clock }: World, action: Partial<StaffAction> = {}) {
  await durably(db, (tx) =>
    recordAction(tx, {
      actor: OLIVE,
      verb: 'order.refunded',
      subject: { kind: 'order', token: 'o1', label: 'DW-1' },
      now: clock.now(),
      ...action,
    }),
  )
}

type Entry = { id: number; verb: string; words: string; subject_url: string | null }
const entriesOf = async (ruth: Awaited<ReturnType<typeof signedIn>>, query = '') =>
  (await (await ruth.call('GET', `/staff/audit${query}`)).json()) as {
    entries: Entry[]
    total: number
    next: number | null
  }

test('STF-8 the audit trail can be searched by actor, subject, verb, words and day', async () => {
  const shop = await world()
  await write(shop, { reason: 'Thawed on the porch' })
  await write(shop, {
    actor: null,
    verb: 'role.given',
    subject: { kind: 'person', token: 'p1', label: 'Pia Vale' },
  })
  shop.pass(48 * HOUR)
  await write(shop, { subject: { kind: 'order', token: 'o2', label: 'DW-2' }, detail: { lot: 'Quince' } })
  const ruth = await signedIn(shop, RUTH)
  const found = async (query: string) =>
    (await entriesOf(ruth, query)).entries.map(({ verb, words }) => [verb, words])
  expect(await found('?q=thaw')).toEqual([['order.refunded', 'refunded money of order DW-1']])
  expect(await found('?q=quince')).toHaveLength(1)
  expect(await found('?q=pia+vale')).toEqual([['role.given', 'person Pia Vale: given']])
  expect(await found('?actor=command')).toHaveLength(1)
  expect(await found(`?actor=${OLIVE.id}`)).toHaveLength(2)
  expect(await found('?verb=role.given')).toHaveLength(1)
  expect(await found('?subject=order:o2')).toHaveLength(1)
  expect(await found('?subject=order')).toHaveLength(2)
  expect(await found('?to=2026-11-20')).toHaveLength(2)
  expect(await found('?from=2026-11-21')).toHaveLength(1)
  expect(await found('?q=%22%2A+-')).toHaveLength(3)
  for (const query of ['?from=tomorrow', '?actor=me', '?before=x', `?q=${'x'.repeat(101)}`])
    expect((await ruth.call('GET', `/staff/audit${query}`)).status, query).toBe(422)
})

test('STF-8 the trail uses keyset pagination: a new entry shifts nothing', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  for (let n = 0; n < 60; n++) await write(shop)
  const first = await entriesOf(ruth)
  expect([first.entries.length, first.total, first.next]).toEqual([50, 60, first.entries[49]?.id])
  await write(shop)
  const second = await entriesOf(ruth, `?before=${first.next}`)
  expect([second.entries.length, second.next]).toEqual([10, null])
  expect(second.entries[0]?.id).toBe((first.next ?? 0) - 1)
})

test('STF-8 the page shows the action, before and after, and links to its subject', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  await write(shop, {
    verb: 'weather_alert.changed',
    subject: { kind: 'weather_alert', token: 'truckee-meadows/3', label: 'Winter storm' },
    detail: { before: { title: 'Storm', states: ['MT'] }, after: { title: 'Winter storm', states: ['MT'] } },
    reason: 'The <forecast>',
  })
  const page = await (await ruth.visit('/staff/audit')).text()
  expect(page).toContain('changed the weather alert Winter storm')
  expect(page).toContain('href="/fulfillment/truckee-meadows/weather_alerts/3"')
  expect(page).toContain('<del>Storm</del>')
  expect(page).toContain('<ins>Winter storm</ins>')
  expect(page.slice(page.indexOf('<main'))).not.toContain('MT') // a random token in the head may contain it
  expect(page).toContain('The &lt;forecast&gt;')
})

test('STF-8 every verb has its sentence', () => {
  const verbs = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(/verb(?::|\s=)([^;\n]*)/g)])
    .flatMap(([, said = '']) => [...said.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, verb = '']) => verb))
  expect(verbs.length).toBeGreaterThan(70)
  const entry = { subjectKind: 'thing', subjectLabel: 'It', subjectToken: '1', detail: {} }
  expect(verbs.filter((verb) => auditSentence({ ...entry, verb }).startsWith('thing It:'))).toEqual([])
})

test('STF-8 an unknown verb still reads as words, and money as money', () => {
  const entry = {
    verb: 'gift_card.renamed',
    subjectKind: 'gift_card',
    subjectLabel: 'Card 7',
    subjectToken: '7',
  }
  expect(auditSentence({ ...entry, detail: {} })).toBe('gift card Card 7: renamed')
  const changes = auditChanges({
    ...entry,
    detail: { before: { price_cents: 900 }, after: { price_cents: 1_250 } },
  })
  expect(changes).toEqual([{ name: 'Price', before: '$9.00', after: '$12.50' }])
})

test('STF-8 prices, times and lists of changes read as words, too', () => {
  const changesOf = (verb: string, detail: Record<string, unknown>) =>
    auditChanges({ verb, detail, subjectKind: 'offer', subjectLabel: 'It', subjectToken: '1' })
  const startsAt = '2026-12-01T17:00:00.000Z'
  const price = { before: 2340, after: 2490, starts_at: startsAt }
  expect(changesOf('offer.price_scheduled', price)).toEqual([
    { name: 'Price', before: '$23.40', after: '$24.90' },
    { name: 'Starts at', before: null, after: 'Tue, Dec 1, 12 pm' },
  ])
  const shipping = { label: 'Standard', before: '$9.00', after: '$11.00' }
  const saved = { version: 2, restores: null, changes: [shipping, { label: 'Questions' }] }
  expect(changesOf('setting.saved', saved)).toEqual([
    { name: 'Standard', before: '$9.00', after: '$11.00' },
    { name: 'Questions', before: null, after: 'changed' },
    { name: 'Version', before: null, after: '2' },
  ])
  expect(changesOf('order.reship_asked', { press: 'same:12ab' })).toEqual([])
})

test('STF-8 a weather alert names its ZIP areas', () => {
  const ice = { subjectKind: 'weather_alert', subjectLabel: 'Ice', subjectToken: '1' }
  expect(auditChanges({ ...ice, verb: 'weather_alert.added', detail: { zip3s: ['837', '838'] } })).toEqual([
    { name: 'ZIP areas', before: null, after: '837, 838' },
  ])
})

test('STF-8 the trail shows a refused price next to the one that stays', async () => {
  const shop = await world()
  const { call, item } = await farmOf(shop)
  await call('price', { price_cents: item.price_cents + 100, reason: 'Feed costs more' })
  const ruth = await signedIn(shop, RUTH)
  await expectOk(ruth.call('POST', '/staff/price_proposals/1/refuse'))
  const page = await (await ruth.visit('/staff/audit?verb=price_proposal.refused')).text()
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
  expect(page).toContain(`Price stays: </span>${dollars(item.price_cents)}`)
  expect(page).toContain(`Proposed: </span>${dollars(item.price_cents + 100)}`)
  expect(page).toContain('The farm’s reason: </span>Feed costs more')
  expect(page).not.toContain('became')
})

test('STF-8 a stock correction names its center', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const correction = { center: '1', change: '5', reason: 'Found behind the door' }
  const path = `/staff/catalog/offers/${offerToken(shop.db, 'grass-fed-ribeye')}/stock`
  await expectOk(ruth.call('POST', path, correction))
  expect(await (await ruth.visit('/staff/audit')).text()).toContain('Center: </span>Truckee Meadows')
})

test("STF-8 the trail shows a customer's name, and finds them by email", async () => {
  const shop = await world()
  const ana = userOf(shop, ANA)
  await write(shop, { verb: 'customer.credit_given', subject: customerSubject(ana) })
  await write(shop)
  const ruth = await signedIn(shop, RUTH)
  for (const query of ['', '?q=Shopper@example.com'])
    expect((await entriesOf(ruth, query)).entries.map(({ words }) => words)).toContain(
      'gave store credit to Ana Whitcomb',
    )
  expect((await entriesOf(ruth, '?q=Shopper@example.com')).total).toBe(1)
  expect(JSON.stringify(trailOf(shop))).not.toContain('Whitcomb')
})

test('STF-8 doctor reports a trail that was tampered with', async () => {
  const shop = await world()
  await write(shop)
  const trail = async () => (await bookChecks(shop.db, shop.clock)).find(({ name }) => name === 'audit_trail')
  expect(await trail()).toMatchObject({ ok: true, detail: 'whole' })
  shop.db.run(sql`drop trigger audit_entries_stay_as_written`)
  shop.db.run(sql`update audit_entries set actor_name = 'Nobody'`)
  expect(await trail()).toMatchObject({ ok: false })
})

test("STF-8 the trail has the clerks' and farms' actions that no ledger records", async () => {
  const shop = await world()
  const clerk = await signedIn(shop, 'fulfillment@example.com')
  const farmer = await signedIn(shop, 'vendor@example.com')
  const center = '/fulfillment/truckee-meadows'
  const did = async (work: Promise<Response>) => {
    const { status } = await work
    return [status, trailOf(shop)[0]?.verb, trailOf(shop).length]
  }
  const storm = { title: 'Winter storm', states: 'MT', from: '2026-12-08', to: '2026-12-09' }
  expect(await did(clerk.call('POST', `${center}/weather_alerts`, storm))).toEqual([
    200,
    'weather_alert.added',
    1,
  ])
  const alert = trailOf(shop)[0]?.subjectToken.split('/')[1]
  const change = clerk.call('POST', `${center}/weather_alerts/${alert}`, { ...storm, title: 'Ice storm' })
  expect(await did(change)).toEqual([200, 'weather_alert.changed', 2])
  const clear = () => clerk.call('POST', `${center}/weather_alerts/${alert}/clear`)
  expect(await did(clear())).toEqual([200, 'weather_alert.cleared', 3])
  expect(await did(clear())).toEqual([200, 'weather_alert.cleared', 3])
  const day = { ship_on: '2026-12-03' }
  expect(await did(clerk.call('POST', `${center}/calendar`, { ...day, capacity: 400 }))).toEqual([
    200,
    'ship_day.capacity_changed',
    4,
  ])
  expect(await did(clerk.call('POST', `${center}/calendar`, { ...day, capacity: -1 }))).toEqual([
    422,
    'ship_day.capacity_changed',
    4,
  ])
  const [offer] = shop.db.all<{ token: string }>(
    sql`select offers.token from offers join varieties on variety_id = varieties.id where farm_id = 1 and pound_cents is null limit 1`,
  )
  const shelf = `/vendor/three-larks-ranch/inventory/${offer?.token}`
  const price = farmer.call('POST', `${shelf}/price`, { price_cents: 9_900, reason: 'Feed' })
  expect(await did(price)).toEqual([200, 'offer.price_proposed', 5])
  expect(await did(farmer.call('POST', `${shelf}/pause`))).toEqual([200, 'offer.paused', 6])
  expect(await did(farmer.call('POST', `${shelf}/pause`))).toEqual([200, 'offer.paused', 6])
  expect(await did(farmer.call('POST', `${shelf}/resume`))).toEqual([200, 'offer.resumed', 7])
})
