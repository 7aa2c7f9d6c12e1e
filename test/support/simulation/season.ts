import { DAY_MS } from '#src/day.ts'
import { TASKS } from '#src/work/schedule.ts'
import { runIfDue } from '#src/work/scheduler.ts'
import { type Draw, random } from '../random.ts'
import { createShopper, type Shopper } from '../shopper.ts'
import { makeShop, type World, world } from '../world.ts'
import { seedTokens } from './seeded-tokens.ts'

/** The database is in memory: there's no file to copy. */
const ROUNDS = TASKS.filter(({ name }) => name !== 'back up')
const HOUR = 3_600_000

/** A shop from day to day, whose provider, mail server and process sometimes fail. */
export type Season = {
  draw: Draw
  /** The current process. */
  shop(): World
  /** A shopper whose browser outlives the shop's processes. */
  shopper(): Promise<Shopper>
  /** Advances time, then runs what's due. Never resolves if the process dies meanwhile. */
  live(milliseconds: number): Promise<void>
  /** Runs an act during which the process may die: then a new one starts, and the act is left unfinished. */
  survive(act: () => Promise<void>): Promise<void>
  startTrouble(): void
  endTrouble(): void
  sleepUntil(hour: number): Promise<void>
  crashes(): number
}

export async function openSeason(seed: number): Promise<Season> {
  const draw = random(seed)
  seedTokens(seed)
  const line = createLine()
  let shop = await world({ line: line.pass, from: await makeShop() })
  let mailIsDown = false
  let crashes = 0

  /** Sends email only while the mail server is up. */
  function boot(process: World) {
    const { mailer } = process.services
    const send: typeof mailer.send = (mail) =>
      mailIsDown ? Promise.reject(new Error('connect ECONNREFUSED')) : line.pass(mailer.send(mail))
    process.services.mailer = { send }
    return process
  }

  async function work(isStart = false) {
    for (const task of ROUNDS) await runIfDue(shop.services, task, isStart)
    await shop.settleDown()
  }

  async function survive(act: () => Promise<void>) {
    const died = await Promise.race([act().then(() => false), line.death.then(() => true)])
    if (!died) return
    crashes += 1
    line.renew()
    shop = boot({ ...shop.restart(), restart: shop.restart })
    await work(true)
  }

  const live = (milliseconds: number) => {
    shop.pass(milliseconds)
    return work()
  }

  boot(shop)
  return {
    draw,
    shop: () => shop,
    shopper: () =>
      createShopper(
        { fetch: (request) => shop.app.fetch(request) },
        { fetch: (request) => shop.standIn.browser.fetch(request) },
      ),
    live,
    survive,
    startTrouble() {
      const { control } = shop.standIn
      mailIsDown = draw.chance(0.2)
      if (draw.chance(0.4)) control.webhooks({ drop: 0.3, copies: 2 })
      if (draw.chance(0.3))
        control.fault({ kind: 'not_json', path: '/v1/**', when: 'after', probability: 0.05 })
      if (draw.chance(0.3)) control.fault({ kind: 'error', path: '/v1/**', probability: 0.05 })
      if (draw.chance(0.3)) line.dieAtCall(draw.below(60))
    },
    endTrouble() {
      shop.standIn.control.clear()
      line.dieAtCall(null)
      mailIsDown = false
    },
    async sleepUntil(hour) {
      const until = nextAt(shop.clock.now(), hour)
      while (shop.clock.now() < until) await live(Math.min(2 * HOUR, until - shop.clock.now()))
    },
    crashes: () => crashes,
  }
}

/** The next moment at which it's that hour in UTC. */
function nextAt(now: number, hour: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + hour * HOUR
  return today > now ? today : today + DAY_MS
}

/**
 * The connection to the provider, the carrier and the mail server. Calls in flight when the process dies never settle.
 */
function createLine() {
  let callsLeft: number | null = null
  let die = () => {}
  const line = {
    death: Promise.resolve(),
    renew() {
      callsLeft = null
      line.death = new Promise<void>((resolve) => {
        die = resolve
      })
    },
    dieAtCall(calls: number | null) {
      callsLeft = calls
    },
    async pass<Answer>(answer: Promise<Answer>): Promise<Answer> {
      const answered = await answer
      if (callsLeft === null || callsLeft-- > 0) return answered
      callsLeft = null
      die()
      return new Promise(() => {})
    },
  }
  line.renew()
  return line
}
