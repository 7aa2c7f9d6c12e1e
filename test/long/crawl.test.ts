import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#db/schema/index.ts'
import { changedByReads, dump } from '../support/dump.ts'
import { personWith, restoredShop, type ShopWithPeople, shopWithPeople, type Who } from '../support/people.ts'
import { lineOf } from '../support/roles/questions.ts'
import { addressOf, appRoutes } from '../support/routes.ts'
import type { World } from '../support/world.ts'

const MINUTE_MS = 60_000
const MOST_ADDRESSES = 240
/** Per listing, product or order: enough to show that they behave alike. */
const MOST_OF_A_KIND = 8

/** The ways a URL gets requested. None of them may change anything. */
const LOOKS: Record<string, RequestInit> = {
  'a person': { headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'sec-fetch-user': '?1' } },
  'a script': { headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' } },
  'a frame': { headers: { accept: 'text/html', 'turbo-frame': 'modal' } },
  HEAD: { method: 'HEAD', headers: { accept: '*/*' } },
  'a prefetch': { headers: { accept: 'text/html', 'sec-purpose': 'prefetch', 'x-sec-purpose': 'prefetch' } },
  'an image': { headers: { accept: 'image/webp', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' } },
  'another site': {
    headers: {
      accept: 'text/html',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      referer: 'https://evil.example/',
    },
  },
}

/** Every GET route of the app plus the mailed links. The crawl follows links from there. */
function beginnings(here: ShopWithPeople, who: Who): string[] {
  const reads = appRoutes(here.app).filter(({ method }) => method === 'GET')
  const routes = reads.map((route) => {
    const { params = {}, query } = lineOf(route).asked(here, personWith(here, who))
    return addressOf(route, params) + (query ? `?${query}` : '')
  })
  return [...routes, ...Object.values(here.links)]
}

/** Our own URLs on a page: links, frames and GET forms. */
function addressesIn(html: string): string[] {
  const links = [...html.matchAll(/<(?:a|turbo-frame|link)\b[^>]*?\s(?:href|src)="([^"]+)"/g)]
  const forms = [...html.matchAll(/<form\b[^>]*>/g)].map(([form]) => form)
  const asking = forms
    .filter((form) => !/method="post"/i.test(form))
    .map((form) => /action="([^"]+)"/.exec(form))
  return [...links, ...asking].flatMap((found) => ownAddress(found?.[1]) ?? [])
}

function ownAddress(written: string | undefined): string | null {
  const url = new URL((written ?? '').replaceAll('&amp;', '&'), 'http://localhost:3000/')
  const isPage = !/^\/(build|pictures|fonts)\//.test(url.pathname)
  return url.origin === 'http://localhost:3000' && isPage ? url.pathname + url.search : null
}

const kindOf = (address: string) => address.split('?')[0]?.split('/').slice(0, 3).join('/') ?? ''

async function crawl(shop: World, cookie: string, first: string[]) {
  const ask = (address: string, look: RequestInit) =>
    shop.app.request(`http://localhost:3000${address}`, {
      ...look,
      headers: { ...look.headers, cookie },
    })
  const seen = new Set(first)
  const waiting = [...seen]
  const kinds = new Map<string, number>()
  let asked = 0
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    for (const [name, look] of Object.entries(LOOKS)) {
      const answer = await ask(address, look)
      asked += 1
      const html = await answer.text()
      if (answer.status >= 500 && address !== '/readyz')
        throw new Error(`${address} by ${name}: ${answer.status}`)
      if (name === 'a person') for (const next of addressesIn(html)) take(next)
      const location = answer.headers.get('location')
      if (name === 'a person' && location) take(ownAddress(location))
    }
  }
  return { addresses: [...seen], asked }

  function take(address: string | null) {
    if (address === null || seen.has(address) || seen.size >= MOST_ADDRESSES) return
    const count = kinds.get(kindOf(address)) ?? 0
    if (count >= MOST_OF_A_KIND) return
    kinds.set(kindOf(address), count + 1)
    seen.add(address)
    waiting.push(address)
  }
}

/** Everything except when sessions were last seen, which is updated every few minutes. */
function standing({ db }: World): string {
  const seen = db
    .select()
    .from(sessions)
    .all()
    .map(({ seenAt: _, ...session }) => JSON.stringify(session))
  return `${dump(db, ['sessions'])}\nsessions\n${seen.join('\n')}`
}

test.each(['owner', 'anonymous', 'staff'] as const)(
  'R15 GND-8 crawling every page and mailed link in every way as %s changes nothing',
  { timeout: 120_000 },
  async (who) => {
    const here = await shopWithPeople()
    const shop = await restoredShop(here)
    const longAgo = shop.clock.now() - 20 * MINUTE_MS // old enough that a request updates seenAt
    shop.db.update(sessions).set({ seenAt: longAgo }).run()
    const before = standing(shop)
    const { cookie, user } = personWith(here, who)
    const { addresses, asked } = await crawl(shop, cookie, beginnings(here, who))
    expect(addresses.length).toBeGreaterThan(who === 'anonymous' ? 150 : 200)
    expect(asked).toBe(addresses.length * Object.keys(LOOKS).length)
    expect(changedByReads(before, standing(shop))).toEqual([])
    if (user) {
      const own = shop.db.select().from(sessions).where(eq(sessions.userId, user.id)).all()
      expect(own.some(({ seenAt }) => seenAt === shop.clock.now())).toBe(true) // so the requests did use this session
    }
  },
)
