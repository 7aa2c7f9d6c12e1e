import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giftCards } from '#db/schema/index.ts'
import { spread } from '../support/guesses.ts'
import { world } from '../support/world.ts'

const GIFT = 'DEMOGIFT50000000'

// Rate limit windows use real time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const atBalance = async (config = {}) => {
  const shop = await world({ config })
  const ana = await shop.shopper()
  await ana.visit('/gift-cards/balance')
  const ask = async (code: unknown) => {
    const response = await ana.call('POST', '/gift-cards/balance', { code })
    return {
      status: response.status,
      ...((await response.json()) as { error?: string; balance_cents?: number }),
    }
  }
  return { shop, ana, ask }
}

test('GFT-1 the balance page shows what is left on a card, however its code is typed', async () => {
  const { ana, ask } = await atBalance()
  expect(await ask(GIFT)).toMatchObject({ status: 200, balance_cents: 5_000 })
  expect(await ask('demo gift-5000 0000')).toMatchObject({ status: 200, balance_cents: 5_000 })
  const page = await (await ana.submit('POST', '/gift-cards/balance', { code: GIFT })).text()
  expect(page).toContain('<b>$50.00</b> left')
  expect(page).toContain('noindex')
  expect(page).not.toContain(GIFT)
})

test('GFT-1 an unknown and a spent card get the same response, and a missing code gets a friendly prompt', async () => {
  const { shop, ana, ask } = await atBalance()
  const unknown = await ask('DEMOGIFT50000001')
  shop.db.update(giftCards).set({ balanceCents: 0 }).run()
  expect(await ask(GIFT)).toEqual(unknown)
  expect(unknown).toMatchObject({ status: 422, error: expect.stringContaining('no balance') })
  for (const code of ['', undefined]) expect((await ask(code)).error).toContain('Please enter the code')
  for (const code of ['A'.repeat(65), ['x'], { a: 1 }, 'A\u0000']) expect(await ask(code)).toEqual(unknown)
  const page = await ana.submit('POST', '/gift-cards/balance', { code: 'NOPE' })
  expect([page.status, await page.text()]).toEqual([422, expect.stringContaining('no balance')])
})

test('GFT-1 R19 of thirty concurrent guesses twenty are checked, and correct codes do not count as guesses', async () => {
  const { ask } = await atBalance({ rateLimited: true })
  for (let times = 0; times < 25; times += 1) expect((await ask(GIFT)).status).toBe(200)
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => (await ask(`GUESS${index}`)).status),
  )
  expect(statuses.filter((status) => status === 422)).toHaveLength(20)
  expect((await ask(GIFT)).status).toBe(429)
})

test('GFT-1 guesses count across checkout, balance page, sessions and neighboring IP addresses', async () => {
  const seen = await spread({ networks: 40, guesses: 30, perRange: 20 })
  expect(seen.found).toBe(0)
  expect(seen.answered).toBe(400) // two ranges, 200 each
  expect(seen.honest).toBe(200)
})
