import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { BEN, mailedPath, signedIn } from '../support/account.ts'
import { fillCart } from '../support/buying.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const CREDENTIALS = { email: BEN, password: DEMO_PASSWORD }
const JOINED = /Your account already had a box, so we put everything into one\. Please take a look\./

/** Ben's account has a cart, and he fills another as a guest on a laptop. */
async function twoBoxes() {
  const made = await world()
  await fillCart(await signedIn(made), made.db)
  const laptop = await made.shopper()
  const order_token = await fillCart(laptop, made.db)
  return { made, laptop, order_token }
}

const COMING_IN: Record<string, (made: World, laptop: Shopper) => Promise<Response>> = {
  'a script': (_, laptop) => laptop.call('POST', '/v1/cc_signin', CREDENTIALS),
  'a form': (_, laptop) => laptop.submit('POST', '/v1/cc_signin', CREDENTIALS),
  async 'a mailed link'(made, laptop) {
    await laptop.call('POST', '/v1/send_email_login_link', { email_address: BEN })
    return laptop.submit('POST', await mailedPath(made, BEN, '/magic-link/'))
  },
}

test.each(Object.entries(COMING_IN))(
  'GND-21 CRT-7 signing in by %s says once that the carts were merged',
  async (_, comeIn) => {
    const { made, laptop } = await twoBoxes()
    await comeIn(made, laptop)
    expect((await laptop.visit('/checkout')).headers.get('location')).toMatch(/^\/checkout\//) // continues to checkout
    expect(await (await laptop.visit('/cart')).text()).toMatch(JOINED)
    expect(await (await laptop.visit('/cart')).text()).not.toMatch(JOINED)
  },
)

test('GND-21 CHK-7 and that it is a one-time box now, if the guest had made it recurring', async () => {
  const { laptop, order_token } = await twoBoxes()
  await laptop.call('POST', '/v1/set_recurring_order', { order_token, recurring: true })
  const answer = await laptop.call('POST', '/v1/cc_signin', CREDENTIALS)
  const { message } = (await answer.json()) as { message: string }
  expect(message).toMatch(JOINED)
  expect(message).toContain("It's set to arrive once. If you'd like it to repeat, please choose that again.")
})

test('GND-21 says nothing if only one of the two carts had items', async () => {
  const made = await world()
  await fillCart(await signedIn(made), made.db)
  const empty = await made.shopper()
  expect(await (await empty.call('POST', '/v1/cc_signin', CREDENTIALS)).json()).toMatchObject({
    message: 'Welcome back!',
  })
  expect(empty.cookies.has('flash')).toBe(false)

  const anas = await made.shopper()
  await fillCart(anas, made.db)
  const answer = await anas.call('POST', '/v1/cc_signin', { ...CREDENTIALS, email: 'vendor@example.com' })
  expect(await answer.json()).toMatchObject({ message: 'Welcome back!' })
})
