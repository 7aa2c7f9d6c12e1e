import { eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { farms, lots, varieties } from '#db/schema/index.ts'
import { listedFarms } from '#src/farms/farm-list.ts'
import { withoutRatings } from '../support/ratings.ts'
import { taster } from '../support/tastes.ts'
import { world } from '../support/world.ts'

const read = async (path: string, made?: Awaited<ReturnType<typeof world>>) => {
  const shop = made ?? (await world())
  return (await (await shop.shopper()).visit(path)).text()
}

const namesIn = (html: string) =>
  [...html.matchAll(/class="farm-list__link" href="[^"]+">([^<]+)</g)].map(([, name]) => name)

test('COM-1 the list has every farm with something for sale, by name, paginated, and each is on the map', async () => {
  const first = await read('/shop-farms')
  const second = await read('/shop-farms?page=2')
  const names = [...namesIn(first), ...namesIn(second)]
  expect(names).toHaveLength(25)
  expect(names).toEqual([...names].sort((a, b) => String(a).localeCompare(String(b), 'en')))
  expect(first).toContain('25 farms, by name')
  for (const kind of ['wide', 'phone']) expect(first).toContain(`farms-map__marks--${kind}`)
  expect(first.match(/class="farms-map__farm"/g)).toHaveLength(2 * 24)
  expect((await (await (await world()).shopper()).visit('/shop-farms?page=3')).status).toBe(404)
})

test('COM-1 badges narrow the list together, with counts, and one that would leave nothing is disabled', async () => {
  const shop = await world()
  const familyRun = await read('/shop-farms?badge=Family-run', shop)
  expect(namesIn(familyRun)).toHaveLength(13)
  expect(familyRun).toContain('<b>13</b> of 25')
  const both = await read('/shop-farms?badge=Family-run&badge=Heritage+breed', shop)
  expect(namesIn(both)).toEqual(['Holloway Grange', 'Rito Seco Sheep Company'])
  expect(both).toMatch(/value="Wild-caught"[^>]* disabled/)
  expect(both).not.toMatch(/value="Family-run"[^>]* disabled/)
  expect(both).toContain('noindex')
  expect(namesIn(await read('/shop-farms?badge=No+such+badge', shop))).toHaveLength(24)
  expect(await read('/shop-farms?badge=Organic&badge=Wild-caught', shop)).toContain(
    'No farm has all of these badges',
  )
})

test('COM-1 a frame request gets only the list, with its title', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const response = await ana.send('/shop-farms?badge=Organic', {
    headers: { accept: 'text/html', 'turbo-frame': 'farms' },
  })
  const frame = await response.text()
  expect(frame).toMatch(/^<turbo-frame id="farms"/)
  expect(frame).toContain('data-title="Organic · Farms')
  expect(namesIn(frame)).toHaveLength(2)
})

test('COM-1 a farm whose cuts are all hidden is not listed, and its page says that nothing is for sale', async () => {
  const shop = await world()
  const farm = shop.db.select().from(farms).where(eq(farms.slug, 'old-yoke-farm')).get()
  shop.db
    .update(varieties)
    .set({ hidden: true })
    .where(eq(varieties.farmId, farm?.id ?? 0))
    .run()
  expect(await read('/shop-farms', shop)).toContain('24 farms, by name')
  const page = await read('/farms/old-yoke-farm', shop)
  expect(page).toContain('Nothing of theirs is for sale right now')
  expect(await read('/sitemap.xml', shop)).not.toContain('/farms/old-yoke-farm')
  const ranch = shop.db.select().from(farms).where(eq(farms.slug, 'three-larks-ranch')).get()
  shop.db
    .update(varieties)
    .set({ hidden: true })
    .where(ne(varieties.farmId, ranch?.id ?? 0))
    .run()
  expect(await read('/shop-farms', shop)).toContain('<h1 class="page-head__title">Our farm</h1>')
  shop.db.update(varieties).set({ hidden: true }).run()
  const none = await read('/shop-farms', shop)
  expect(none).toContain('No farm sells anything right now')
  for (const words of ['No farm has all of these badges', 'Map of the farms', '0 farms'])
    expect(none).not.toContain(words)
})

test('COM-1 a farm’s page has its story, practices, badges with proof and date, cuts, ratings and lots', async () => {
  const shop = await world()
  const page = await read('/farms/three-larks-ranch', shop)
  for (const words of [
    'Three Larks Ranch',
    'Choteau, Montana',
    '“Nothing here is hurried.”',
    'The Haldorsen family has run cattle',
    'Dry-aged 21 days on the bone',
    'Cattle move every 3 to 4 days, and the ground rests 60.',
    'Grazing charts for every pasture since 2022 · checked May 2026',
    'What buyers say, cut by cut',
    'href="/products/grass-fed-ribeye"',
    '+ Add to Box',
    'near Choteau, MT',
  ])
    expect(page).toContain(words)
  expect(page).not.toContain('47.812')
  const [lot] = shop.db.select().from(lots).all()
  expect(lot).toBeDefined()
})

test("COM-1 a badge without proof says that it is the farm's own word", async () => {
  const shop = await world()
  shop.db.update(farms).set({ badgeProofs: [] }).where(eq(farms.slug, 'dovetail-farm')).run()
  const page = await read('/farms/dovetail-farm', shop)
  expect(page).toContain('Certified organic land, feed and animals.')
  expect(page).toContain('The farm&#39;s own word. We haven&#39;t seen proof of it yet.')
})

test('COM-1 an average shows once five buyers have rated; before that, only the number of ratings', async () => {
  const shop = await world()
  const page = await read('/farms/three-larks-ranch', shop)
  expect(page).toMatch(/farm-ratings__cut[\s\S]*?Rated <\/span>\d\.\d/)
  expect(page).toContain('An average shows from 5 buyers on.')
})

test('COM-1 a farm’s average needs five buyers, not five ratings from one of them', async () => {
  const shop = await world()
  withoutRatings(shop.db)
  const rateAll = async (email: string) => {
    const { mo, deliver } = await taster(shop, email)
    const slugs = [
      'grass-fed-ribeye',
      'grass-fed-new-york-strip',
      'grass-fed-ground-beef',
      'demo-fifty',
      'demo-sold-out',
    ]
    deliver({ slugs })
    for (const slug of slugs) await mo.call('POST', `/ratings/three-larks-ranch/${slug}/5`)
  }
  const averages = async () => {
    const page = await read('/farms/three-larks-ranch', shop)
    const hero = page.slice(page.indexOf('farm-hero__marks'), page.indexOf('farm-hero__follow'))
    const card = listedFarms(shop.db).find(({ slug }) => slug === 'three-larks-ranch')
    return [hero.includes('Rated'), page.includes('aggregateRating'), card?.rating?.average ?? null]
  }
  await rateAll('first@example.com')
  expect(await averages()).toEqual([false, false, null])
  for (const name of ['second', 'third', 'fourth', 'fifth']) await rateAll(`${name}@example.com`)
  expect(await averages()).toEqual([true, true, 5])
})

test('COM-1 with a known ZIP code, the small map shows the route through the fulfillment center to the shopper’s town', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const page = await (await ana.visit('/farms/three-larks-ranch')).text()
  expect(page).toMatch(/Its packs wait in \w+ and come to Seattle from there\./)
  expect(page).toContain('way-map__way')
})

test('COM-1 an unknown farm is the same 404 as any unknown page', async () => {
  const ana = await (await world()).shopper()
  for (const slug of ['no-such-farm', '%27', 'three-larks-ranch%20'])
    expect((await ana.visit(`/farms/${slug}`)).status, slug).toBe(404)
})

test('CAT-9 farms are in the sitemap and have structured data for search engines', async () => {
  const shop = await world()
  const sitemap = await read('/sitemap.xml', shop)
  expect(sitemap).toContain('<loc>http://localhost:3000/shop-farms</loc>')
  expect(sitemap.match(/<loc>[^<]*\/farms\//g)).toHaveLength(25)
  const page = await read('/farms/three-larks-ranch', shop)
  const [farm, trail] = [...page.matchAll(/<script type="application\/ld\+json">([^<]+)</g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
  expect(farm).toMatchObject({
    '@type': 'Organization',
    name: 'Three Larks Ranch',
    foundingDate: '1931',
    address: { addressLocality: 'Choteau', addressRegion: 'MT', addressCountry: 'US' },
    aggregateRating: { '@type': 'AggregateRating' },
  })
  expect(JSON.stringify(farm)).not.toMatch(/latitude|longitude|geo/)
  expect(trail['@type']).toBe('BreadcrumbList')
  expect(page).toContain('<link rel="canonical" href="http://localhost:3000/farms/three-larks-ranch"/>')
})
