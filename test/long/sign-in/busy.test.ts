import { expect, test } from 'vitest'
import { BEN } from '../../support/account.ts'
import { type World, world } from '../../support/world.ts'

/** Tries 90 sign-ins at once. @returns how many got a 429 */
async function tooManyOf(made: World, email: (nth: number) => string): Promise<number> {
  const guest = await made.shopper()
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, nth) =>
      guest.call('POST', '/v1/cc_signin', { email: email(nth), password: 'not-the-password' }),
    ),
  )
  expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
  return answers.filter(({ status }) => status === 429).length
}

test('ACC-3 SEC-4 an unknown email costs a password hash, too, and counts against the concurrency limit', async () => {
  const made = await world()
  expect(await tooManyOf(made, (nth) => `nobody${nth}@example.com`)).toBeGreaterThan(0)
})

test('ACC-8 after a 429 for too many concurrent sign-ins, the next attempt works', async () => {
  const made = await world()
  await tooManyOf(made, (nth) => `nobody${nth}@example.com`)
  const guest = await made.shopper()
  expect((await guest.call('POST', '/v1/cc_signin', { email: BEN, password: 'x' })).status).toBe(401)
})
