import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Config } from '#src/config/config.ts'
import { admission } from '#src/web/admission/admission.ts'
import { createShares } from '#src/web/admission/shares.ts'
import { chargeTurn } from '#src/web/admission/thread-time.ts'
import type { AppEnv } from '#src/web/env.ts'
import { createSessionSeal } from '#src/web/session-cookie.ts'
import { world } from '../../support/world.ts'

function work(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test("SEC-6 thread time includes a request's work after a resolved promise, but not its waiting", async () => {
  const charged: number[] = []
  const charge = (milliseconds: number) => void charged.push(milliseconds)
  await pause(1)
  chargeTurn(charge)
  work(20)
  await Promise.resolve()
  work(20)
  await pause(100)
  work(400)
  expect(charged).toHaveLength(1)
  expect(charged[0]).toBeGreaterThanOrEqual(40)
  expect(charged[0]).toBeLessThan(400) // far above 40, since a busy machine may stall the thread
})

test('SEC-6 two requests in one turn are each charged for their own work', async () => {
  const charged: [string, number][] = []
  await pause(1)
  chargeTurn((milliseconds) => void charged.push(['first', milliseconds]))
  work(20)
  chargeTurn((milliseconds) => void charged.push(['second', milliseconds]))
  work(300)
  await pause(1)
  expect(charged.map(([name]) => name)).toEqual(['first', 'second'])
  const [first = 0, second = 0] = charged.map(([, milliseconds]) => milliseconds)
  expect(first).toBeGreaterThanOrEqual(20)
  expect(second).toBeGreaterThanOrEqual(300)
  expect(first).toBeLessThan(second)
})

test('SEC-6 a share can be spent at once, refills over time, and never exceeds the burst', () => {
  const shares = createShares({ millisecondsPerSecond: 250, burst: 1_000 })
  const wait = (now: number) => shares.secondsToWait('10.0.0.1', now)
  expect(wait(0)).toBe(0)
  shares.spend('10.0.0.1', 1_500, 0)
  expect([wait(0), wait(1_000), wait(2_001)]).toEqual([3, 2, 0])
  expect(shares.secondsToWait('10.0.0.2', 0)).toBe(0)
  shares.spend('10.0.0.1', 999, 1_000_000)
  expect(wait(1_000_000)).toBe(0)
  shares.spend('10.0.0.1', 2, 1_000_000)
  expect(wait(1_000_000)).toBe(1)
})

test('SEC-6 shares are kept for at most 50,000 networks', () => {
  const shares = createShares({ millisecondsPerSecond: 1, burst: 10 })
  for (let network = 0; network <= 50_000; network += 1) shares.spend(`network ${network}`, 20, 0)
  expect(shares.secondsToWait('network 0', 0)).toBe(0)
  expect(shares.secondsToWait('network 1', 0)).toBeGreaterThan(0)
})

/** A shop whose only page takes 20 ms of thread time. */
async function busyShop(config: Partial<Config> = {}) {
  const { services } = await world({ config: { rateLimited: true, trustedProxies: 1, ...config } })
  const seal = createSessionSeal(services.config)
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('services', services)
    c.set('log', services.log)
    await next()
  })
  app.use(admission(services.config, seal, TERMS))
  app.get('/busy', (c) => {
    work(20)
    return c.text('done')
  })
  app.get('/hanging', async (c) => {
    await hanging
    return c.text('done')
  })
  let letGo = () => {}
  const hanging = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const ask = (path: string, network: string, cookie = '', accept = '*/*') =>
    app.fetch(
      new Request(`http://localhost:3000${path}`, {
        headers: { accept, 'x-forwarded-for': network, ...(cookie ? { cookie } : {}) },
      }),
    )
  return {
    ask,
    letGo,
    statusOf: async (path: string, network: string, cookie?: string) =>
      (await ask(path, network, cookie)).status,
    cookie: async () => `session=${await seal.seal(services.random.secret())}`,
    refused: async () => (await services.metrics.refusedAdmissions.get()).values,
  }
}

const TERMS = {
  strangers: { millisecondsPerSecond: 1, burst: 100, inHand: 3 },
  known: { millisecondsPerSecond: 1, burst: 2_000, inHand: 5 },
  session: { millisecondsPerSecond: 1, burst: 200 },
}

test('SEC-6 a flood without a session gets a short refusal; sessions and other networks still get through', async () => {
  const shop = await busyShop()
  const cookie = await shop.cookie()
  const flood = []
  for (let asked = 0; asked < 10; asked += 1) flood.push(await shop.statusOf('/busy', '10.9.0.1'))
  expect(flood[0]).toBe(200)
  expect(flood.slice(-3)).toEqual([429, 429, 429])
  const refused = await shop.ask('/busy', '10.9.0.1')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('connection')).toBe('close')
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining('Please wait') })
  expect((await shop.refused())[0]).toMatchObject({ labels: { why: 'thread_time' } })
  const page = await shop.ask('/busy', '10.9.0.1', '', 'text/html')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toMatch(/<h1[^>]*>Too many tries\. Please wait .* and try again\.<\/h1>/)

  expect(await shop.statusOf('/busy', '10.9.0.1', cookie)).toBe(200)
  expect(await shop.statusOf('/busy', '10.9.0.1', 'session=Fe26.2*made*up~2')).toBe(429)
  expect(await shop.statusOf('/busy', '10.9.0.2')).toBe(200)
})

test("SEC-6 one session can't use up its whole network's share", async () => {
  const shop = await busyShop()
  const [ana, ben] = [await shop.cookie(), await shop.cookie()]
  const statuses = []
  for (let asked = 0; asked < 14; asked += 1) statuses.push(await shop.statusOf('/busy', '10.9.0.3', ana))
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  expect(await shop.statusOf('/busy', '10.9.0.3', ben)).toBe(200)
})

test('SEC-6 a network may have only so many requests in flight, and more once they finish', async () => {
  const shop = await busyShop()
  const held = [1, 2, 3].map(() => shop.statusOf('/hanging', '10.9.0.4'))
  expect(await shop.statusOf('/hanging', '10.9.0.4')).toBe(429)
  expect(await shop.refused()).toEqual([{ labels: { why: 'in_hand' }, value: 1 }])
  shop.letGo()
  expect(await Promise.all(held)).toEqual([200, 200, 200])
  expect(await shop.statusOf('/hanging', '10.9.0.4')).toBe(200)
})

test('SEC-6 the app admits requests before reading them, and always serves monitors', async () => {
  const { app } = await world()
  const names = app.routes.map(({ handler }) => handler.name)
  for (const later of ['body', 'noCardNumbers', 'rateLimited', 'visitor'])
    expect(names.indexOf('admitted')).toBeLessThan(names.indexOf(later))
  const paths = app.routes.map(({ path }) => path)
  expect(paths.indexOf('/healthz')).toBeLessThan(names.indexOf('admitted'))
})

test('SEC-6 with RATE_LIMITS=off no request is refused', async () => {
  const shop = await busyShop({ rateLimited: false })
  for (let asked = 0; asked < 10; asked += 1) expect(await shop.statusOf('/busy', '10.9.0.5')).toBe(200)
})
