import { expect, test } from 'vitest'
import { searchMarks, waitListEntries } from '#db/schema/index.ts'
import { keepSearches, phraseOf } from '#src/catalog/search/search-marks.ts'
import { weekOf } from '#src/catalog/search/search-weeks.ts'
import { DAY_MS } from '#src/day.ts'
import { regionOf } from '#src/postal/regions.ts'
import { peopleShown } from '#src/vendor/demand-rules.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { signedIn } from '../support/account.ts'
import { NOW } from '../support/now.ts'
import { offerOf } from '../support/shop-data.ts'
import { type World, world } from '../support/world.ts'

const FARM = 'three-larks-ranch'
const BOARD = `/vendor/${FARM}/demand`
const THIS_WEEK = '2026-11-16'

async function shopWithoutMarks() {
  const shop = await world()
  shop.db.delete(searchMarks).run()
  shop.db.delete(waitListEntries).run()
  return { shop, farmer: await signedIn(shop, 'vendor@example.com') }
}

async function marksOf({ db, services }: World) {
  await keepSearches(services)
  return db.select().from(searchMarks).all()
}

/** From a new browser each, with a ZIP code if given. */
async function search(shop: World, query: string, people: number, postal_code?: string) {
  for (let n = 0; n < people; n++) {
    const one = await shop.shopper()
    if (postal_code) await one.call('POST', '/v1/update_postal_code', { postal_code })
    await one.visit(`/search?q=${encodeURIComponent(query)}`)
  }
}

const board = async (farmer: Awaited<ReturnType<typeof signedIn>>, query = `week=${THIS_WEEK}`) =>
  (await farmer.call('GET', `${BOARD}?${query}`)).json()

test("COM-8 a farm sees this week's searches, with and without results, by region, and nothing from fewer than five people", async () => {
  const { shop, farmer } = await shopWithoutMarks()
  await search(shop, 'Rabbit', 6, '98101')
  await search(shop, 'rabbit ', 1, '10001')
  await search(shop, 'ribeye', 5)
  await search(shop, 'quail', 4)
  expect(await marksOf(shop)).toHaveLength(16)
  expect(await board(farmer)).toMatchObject({
    farm: FARM,
    week: THIS_WEEK,
    region: null,
    searched: [{ what: 'ribeye', people_at_least: 5, week_before_at_least: null }],
    not_found: [{ what: 'rabbit', people_at_least: 5 }],
    waiting: [],
  })
  const west = await board(farmer, `week=${THIS_WEEK}&region=west`)
  expect(west.not_found).toEqual([{ what: 'rabbit', people_at_least: 5, week_before_at_least: null }])
  expect((await board(farmer, `week=${THIS_WEEK}&region=northeast`)).not_found).toEqual([])
  const page = await (await farmer.visit(`${BOARD}?week=${THIS_WEEK}`)).text()
  expect(page).toContain('rabbit')
  expect(page).not.toContain('quail')
})

test("COM-8 one person counts once; a prefetch, a robot and a HEAD request don't count", async () => {
  const { shop } = await shopWithoutMarks()
  const ana = await shop.shopper()
  expect(await marksOf(shop)).toEqual([])
  for (let n = 0; n < 5; n++) await ana.visit('/search?q=rabbit')
  await ana.send('/search?q=goat', { headers: { accept: 'text/html', 'sec-purpose': 'prefetch' } })
  await ana.send('/search?q=goat', { method: 'HEAD', headers: { accept: 'text/html' } })
  await shop.app.request('http://localhost:3000/search?q=goat', { headers: { accept: 'text/html' } })
  await ana.visit('/search?q=elk')
  expect((await marksOf(shop)).map(({ phrase }) => phrase).sort()).toEqual(['elk', 'rabbit'])
})

test("COM-8 a search mark can't be traced to a browser, and changes every week", async () => {
  const { shop } = await shopWithoutMarks()
  const ana = await shop.shopper()
  await ana.visit('/search?q=rabbit')
  shop.pass(7 * DAY_MS)
  await ana.visit('/search?q=rabbit')
  const [first, second, ...others] = await marksOf(shop)
  expect(others).toEqual([])
  expect(second).toBeDefined()
  expect(first?.visitor).not.toBe(second?.visitor)
  shop.pass(200 * DAY_MS)
  await endWhatIsOld(shop.services)
  expect(await marksOf(shop)).toEqual([])
})

test("COM-8 wait lists show one's own cuts by name, and only the kind of cut for other farms", async () => {
  const { shop, farmer } = await shopWithoutMarks()
  const [own, other] = [offerOf(shop.db, 'grass-fed-ribeye').id, offerOf(shop.db, 'wagyu-brisket').id]
  const wait = (offerId: number, email: string, postalCode: string) =>
    shop.db
      .insert(waitListEntries)
      .values({ email, campaignType: 'sold_out', offerId, postalCode, joinedAt: NOW })
      .run()
  for (let n = 0; n < 12; n++) wait(own, `own${n}@example.net`, '98101')
  for (let n = 0; n < 7; n++) wait(other, `other${n}@example.net`, '10001')
  expect((await board(farmer)).waiting).toEqual([
    { what: 'Grass-fed ribeye (yours)', people_at_least: 10, week_before_at_least: null },
    { what: 'Brisket', people_at_least: 5, week_before_at_least: null },
  ])
  expect((await board(farmer, `week=${THIS_WEEK}&region=west`)).waiting).toHaveLength(1)
})

test('COM-8 invalid weeks and regions are refused with a message; other users get a 404', async () => {
  const { shop, farmer } = await shopWithoutMarks()
  for (const query of ['week=2020-01-06', 'week=x', `week=${THIS_WEEK}&region=moon`])
    expect((await farmer.call('GET', `${BOARD}?${query}`)).status, query).toBe(422)
  const page = await farmer.visit(`${BOARD}?week=2020-01-06`)
  const html = await page.text()
  expect([page.status, html.includes('Please choose a week'), html.includes('name="week"')]).toEqual([
    422,
    true,
    true,
  ])
  for (const email of ['vendor2@example.com', 'shopper@example.com'])
    expect((await (await signedIn(shop, email)).call('GET', BOARD)).status, email).toBe(404)
})

test('COM-8 counts are rounded down to fives, and anything that looks personal is not stored', () => {
  expect([0, 4, 5, 9, 10, 64].map(peopleShown)).toEqual([null, null, 5, 5, 10, 60])
  expect(['Ana@example.com', '206-555-0142', 'x', 'https://a.example', 'y'.repeat(41)].map(phraseOf)).toEqual(
    [null, null, null, null, null],
  )
  expect(phraseOf('  Goat   Shoulder ')).toBe('goat shoulder')
  expect(new Date(weekOf(NOW)).toISOString()).toBe('2026-11-16T00:00:00.000Z')
  expect(['WA', 'NY', 'TX', 'IA', 'PR', null].map(regionOf)).toEqual([
    'west',
    'northeast',
    'south',
    'midwest',
    'unknown',
    'unknown',
  ])
})
