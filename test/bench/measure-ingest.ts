import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Database } from '#db/driver.mjs'
import { MAX_EVENTS } from '#src/analytics/rows.ts'
import { atPace } from './at-pace.ts'
import { comeToSignIn, LISTINGS_A_SECOND, listing } from './measure-accounts.ts'
import type { Findings, Measured } from './measured.ts'
import { type Shop, withShop } from './shop.ts'
import type { Stage } from './stage.ts'

export const EVENTS_A_SECOND = 2_000
const BEACONS_A_SECOND = EVENTS_A_SECOND / MAX_EVENTS
const ROUNDS = 5
const SECONDS = 4
/** The queue writes twice a second. */
const SETTLES_MS = 2_000

export const P99_RATIO = `listing p99 beside ${EVENTS_A_SECOND.toLocaleString('en-US')} events a second, times alone`
export const STORED = 'share of those events that are stored'

/**
 * What visit tracking costs shoppers: measures the listing alone and during a flood of page events, alternating so that
 * other load on the machine hits both. The ratio is between the median rounds.
 */
export async function measureIngest({ name, checkout, copy, pace }: Stage): Promise<Findings> {
  const file = copy()
  return withShop(file, { checkout }, async (shop) => {
    await listing(shop, 2 * pace)
    const seats = await takeSeats(shop)
    const rounds: { alone: Measured; beside: Measured; beacons: Measured }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await listing(shop, SECONDS * pace)
      const [beside, beacons] = await Promise.all([
        listing(shop, SECONDS * pace),
        flood(shop, seats, SECONDS * pace),
      ])
      rounds.push({ alone, beside, beacons })
    }
    for (const { browser } of seats) browser.leave()
    await pause(SETTLES_MS)
    const sent = rounds.reduce((sum, { beacons }) => sum + (beacons.count - beacons.failed) * MAX_EVENTS, 0)
    const of = (kind: keyof (typeof rounds)[number]) => byP99(rounds.map((round) => round[kind]))
    const [alone, beside, beacons] = [of('alone'), of('beside'), of('beacons')]
    return {
      rows: [
        { shop: name, name: `listing, ${LISTINGS_A_SECOND} a second, nobody counted`, measured: alone },
        { shop: name, name: `the same, beside ${EVENTS_A_SECOND} events a second`, measured: beside },
        { shop: name, name: `those beacons of ${MAX_EVENTS} events`, measured: beacons },
      ],
      figures: [
        { shop: name, name: P99_RATIO, value: beside.p99 / alone.p99, unit: '×' },
        { shop: name, name: STORED, value: (100 * storedIn(file)) / Math.max(1, sent), unit: '%' },
      ],
    }
  })
}

const byP99 = (rounds: Measured[]): Measured => {
  const middle = [...rounds].sort((left, right) => left.p99 - right.p99)[rounds.length >> 1]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failed: rounds.reduce((sum, { failed }) => sum + failed, 0) }
}

const CLICK = 'bench-click'

/** Browsers with their own visits, opened before anything is measured. */
async function takeSeats(shop: Shop) {
  const browsers = await Promise.all(Array.from({ length: 24 }, () => comeToSignIn(shop.port)))
  return browsers.map((browser) => ({ browser, visit: randomUUID(), visitor: randomUUID() }))
}

type Seats = Awaited<ReturnType<typeof takeSeats>>

const flood = (shop: Shop, seats: Seats, seconds: number): Promise<Measured> =>
  atPace({
    pid: shop.pid,
    aSecond: BEACONS_A_SECOND,
    seconds,
    seats,
    ask: async ({ browser, visit, visitor }) => {
      const beacon = { visit_token: visit, visitor_token: visitor, events: eventsNow() }
      return (await browser.call('/ahoy/events', beacon, [AGENT])).status === 200
    },
  })

/** A browser's: events from bots aren't stored. */
const AGENT =
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const eventsNow = () =>
  Array.from({ length: MAX_EVENTS }, () => ({
    id: randomUUID(),
    name: 'click',
    time: Date.now() / 1_000,
    properties: {
      tag: 'A',
      id: CLICK,
      class: 'card',
      page: '/shop',
      section: 'listing',
      text: 'Ribeye',
      href: '/shop',
    },
  }))

function storedIn(file: string): number {
  const db = new Database(file)
  const stored = db
    .prepare("select count(*) from analytics_events where name = 'click' and properties ->> 'id' = ?")
    .pluck()
    .get(CLICK) as number
  db.close()
  return stored
}
