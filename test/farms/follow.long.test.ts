import { expect, test } from 'vitest'
import { farmFollows, farms } from '#db/schema/index.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const FARM = 'three-larks-ranch'

const CLICK = {
  accept: 'text/html',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
}

async function shopWithAna() {
  const shop = await world()
  const ana = await signedIn(shop, ANA)
  await ana.visit(`/farms/${FARM}`)
  const { token } = userOf(shop, ANA)
  return {
    shop,
    ana,
    follow: `/v1/follow_farm/${FARM}/${token}`,
    unfollow: `/v1/unfollow_farm/${FARM}/${token}`,
    follows: () => followsOf(shop),
  }
}

const followsOf = ({ db }: World) => db.select().from(farmFollows).all()

const get = (who: Shopper, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  who.send(path, { method, headers })

test('COM-2 GND-8 a click follows and returns to the page, another unfollows', async () => {
  const { shop, ana, follow, unfollow, follows } = await shopWithAna()
  const referer = 'http://localhost:3000/shop-farms?badge=Grass-fed'
  const followed = await get(ana, follow, { ...CLICK, referer })
  expect([followed.status, followed.headers.get('location')]).toEqual([303, '/shop-farms?badge=Grass-fed'])
  const farm = shop.db
    .select()
    .from(farms)
    .all()
    .find(({ slug }) => slug === FARM)
  expect(follows()).toEqual([
    { userId: userOf(shop, ANA).id, farmId: farm?.id, followedAt: shop.clock.now() },
  ])
  const page = await (await ana.visit(`/farms/${FARM}`)).text()
  expect(page).toContain('You follow Three Larks Ranch')
  expect(page).toMatch(/action="\/v1\/unfollow_farm\/[^>]*>[\s\S]*?aria-pressed="true"/)

  const left = await get(ana, unfollow, CLICK)
  expect([left.status, left.headers.get('location')]).toEqual([303, `/farms/${FARM}`])
  expect(follows()).toEqual([])
  expect(await (await ana.visit(`/farms/${FARM}`)).text()).toContain('aria-pressed="false"')
})

test('COM-2 a page script follows with its CSRF token and reads the result', async () => {
  const { ana, follow, unfollow, follows } = await shopWithAna()
  const followed = await ana.call('GET', follow)
  expect([followed.status, await followed.json()]).toEqual([
    200,
    {
      message: "You follow Three Larks Ranch. We'll email you what's new, once a week at most.",
      following: true,
    },
  ])
  expect(follows()).toHaveLength(1)
  expect(await (await ana.call('GET', unfollow)).json()).toMatchObject({ following: false })
  expect(follows()).toEqual([])
})

test.each([
  ['a prefetch', { ...CLICK, 'sec-purpose': 'prefetch' }, 'GET', 403],
  ['what Turbo fetches ahead', { 'x-sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' }, 'GET', 403],
  ['a question for the head', CLICK, 'HEAD', 303],
  ['a picture', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, 'GET', 403],
  ['a click on another site', { ...CLICK, 'sec-fetch-site': 'cross-site' }, 'GET', 303],
  ['a page that goes on by itself', { ...CLICK, 'sec-fetch-user': '?0' }, 'GET', 303],
  ['a scanner of mails', { accept: '*/*' }, 'GET', 403],
])('COM-2 GND-8 %s follows nothing', async (_, headers, method, status) => {
  const { ana, follow, unfollow, follows } = await shopWithAna()
  expect((await get(ana, follow, headers, method)).status).toBe(status)
  expect(follows()).toEqual([])
  await ana.call('GET', follow)
  await get(ana, unfollow, headers, method)
  expect(follows()).toHaveLength(1)
})

test('COM-2 GND-8 prefetching every link on 30 pages follows nothing', async () => {
  const { shop, ana, follows } = await shopWithAna()
  const slugs = shop.db.select({ slug: farms.slug }).from(farms).all()
  const pages = ['/', '/shop', '/shop-farms', '/shop-farms?page=2', '/account']
  const paths = [...pages, ...slugs.map(({ slug }) => `/farms/${slug}`)]
  expect(paths).toHaveLength(30)
  let fetched = 0
  for (const path of paths) {
    const html = await (await ana.visit(path)).text()
    const links = new Set([...html.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, to]) => to ?? ''))
    for (const to of links) {
      if (!to.startsWith('/v1/') && !to.startsWith('/farms/')) continue
      await get(ana, to.replaceAll('&amp;', '&'), { ...CLICK, 'sec-purpose': 'prefetch' })
      fetched++
    }
  }
  expect(fetched).toBeGreaterThan(100)
  expect(follows()).toEqual([])
})

test('COM-2 a hundred concurrent follows count once', async () => {
  const { ana, follow, follows } = await shopWithAna()
  const answers = await Promise.all(Array.from({ length: 100 }, () => ana.call('GET', follow)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(follows()).toHaveLength(1)
})

test('COM-2 another user’s follow URL and an unknown farm are the same 404 and change nothing', async () => {
  const { shop, ana, follow, follows } = await shopWithAna()
  const bens = userOf(shop, BEN).token
  for (const path of [
    `/v1/follow_farm/${FARM}/${bens}`,
    `/v1/follow_farm/${FARM}/nobody`,
    follow.replace(FARM, 'no-such-farm'),
    `/v1/unfollow_farm/${FARM}/${bens}`,
  ]) {
    const response = await ana.call('GET', path)
    expect([response.status, await response.json()], path).toEqual([
      404,
      { error: "We couldn't find that.", message: "We couldn't find that." },
    ])
  }
  expect(follows()).toEqual([])
})

test('COM-2 signed out, the button leads to sign-in and back to the farm, and the API responds 401', async () => {
  const shop = await world()
  const { token } = userOf(shop, ANA)
  const guest = await shop.shopper()
  expect(await (await guest.visit(`/farms/${FARM}`)).text()).toContain(
    `href="/signin?redirect_url=${encodeURIComponent(`/farms/${FARM}`)}"`,
  )
  const path = `/v1/follow_farm/${FARM}/${token}`
  expect((await guest.call('GET', path)).status).toBe(401)
  const clicked = await get(guest, path, CLICK)
  expect(clicked.headers.get('location')).toBe('/signin')
  expect(decodeURIComponent(guest.cookies.get('go_back') ?? '')).toBe(`/farms/${FARM}`)
  expect(followsOf(shop)).toEqual([])
})

test('COM-2 the account page lists the followed farms by name, each with its button', async () => {
  const { ana, follow, unfollow } = await shopWithAna()
  const section = async () => {
    const page = await (await ana.visit('/account')).text()
    return page.slice(page.indexOf('id="account_follows"')).split('</section>')[0] ?? ''
  }
  expect(await section()).toContain('href="/shop-farms"')
  await ana.call('GET', follow)
  expect(await section()).toContain(`href="/farms/${FARM}">Three Larks Ranch</a>`)
  expect(await section()).toContain(`action="${unfollow}"`)
  const left = await get(ana, unfollow, { ...CLICK, referer: 'http://localhost:3000/account' })
  expect(left.headers.get('location')).toBe('/account')
  expect(await section()).not.toContain('Three Larks Ranch')
})

test('COM-2 SET-1 the data export lists the followed farms, and closing the account removes the follows', async () => {
  const { shop, ana, follow, follows } = await shopWithAna()
  await ana.call('GET', follow)
  const data = await (await ana.call('GET', '/account/data')).json()
  expect(data.followed_farms).toEqual([
    { farm: 'Three Larks Ranch', since: new Date(shop.clock.now()).toISOString() },
  ])
  expect((await ana.call('POST', '/account/close', { sure: true })).status).toBe(200)
  expect(follows()).toEqual([])
})
