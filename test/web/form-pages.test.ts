import { expect, test } from 'vitest'
import { paths } from '#src/paths.ts'
import { BEN, signedIn } from '../support/account.ts'
import { addressOf, appRoutes, changingRoutes } from '../support/routes.ts'
import { world } from '../support/world.ts'

/** Called only by scripts, so no browser ever stays on these URLs. */
const CALLED_BY_SCRIPTS = [
  '/ahoy/visits',
  '/ahoy/events',
  '/v1/events',
  '/v1/set_google_analytics_conversion_at/:orderToken',
  '/v1/stripe_create_payment_intent',
  '/v1/stripe_validate_express_checkout_address',
  '/v1/stripe_validate_payment',
]

const PARTS = {
  orderToken: 'O'.repeat(22),
  offerToken: 'I'.repeat(22),
}

test("GND-5 reloading any form's URL redirects to a page", async () => {
  const made = await world()
  const ben = await signedIn(made)
  const pages = new Set(appRoutes(made.app).flatMap(({ method, path }) => (method === 'GET' ? [path] : [])))
  const forms = changingRoutes(made.app).filter(
    ({ path }) => !pages.has(path) && !CALLED_BY_SCRIPTS.includes(path),
  )
  expect(forms.length).toBeGreaterThan(35)
  for (const route of forms) {
    for (const slash of ['', '/']) {
      const answer = await ben.visit(addressOf(route, PARTS) + slash)
      expect([answer.status, answer.headers.get('location')], route.path).toEqual([302, expect.any(String)])
    }
  }
})

test("GND-5 reloading a guest's refused form redirects to its page with the key from the receipt", async () => {
  const guest = await (await world()).shopper()
  const page = paths.order(PARTS.orderToken, { key: 'secret' })
  const pages = [
    [paths.updateArrivalDate(PARTS.orderToken, { key: 'secret' }), page],
    [paths.cancelOrder(PARTS.orderToken, { key: 'secret' }), page],
    [paths.answerWeather(7, { key: 'secret' }), paths.weatherHold(7, { key: 'secret' })],
    [paths.updateArrivalDate(PARTS.orderToken), paths.checkout(PARTS.orderToken)],
  ] as const
  for (const [form, expected] of pages)
    expect((await guest.visit(form)).headers.get('location'), form).toBe(expected)
})

test('SET-1 reloading a refused account change redirects to its section of the account', async () => {
  const ben = await signedIn(await world())
  const refused = await ben.submit('POST', paths.accountPassword(), {
    current_password: 'x',
    password: 'short',
  })
  expect(refused.status).toBe(422)
  const again = await ben.visit(paths.accountPassword())
  expect(again.headers.get('location')).toBe('/account#account_password')
})

test('ACC-3 reloading a refused sign-in or sign-up redirects to its page', async () => {
  const ben = await (await world()).shopper()
  expect((await ben.submit('POST', paths.sendSignIn(), { email: BEN, password: 'wrong' })).status).toBe(401)
  expect((await ben.visit(paths.sendSignIn())).headers.get('location')).toBe('/signin')
  expect((await ben.visit(paths.createAccount())).headers.get('location')).toBe('/signup')
})

test("GND-5 a script that GETs a form's URL gets a 404, like at any unknown one", async () => {
  const ben = await signedIn(await world())
  expect((await ben.call('GET', paths.accountPassword())).status).toBe(404)
  expect((await ben.visit('/account/nothing')).status).toBe(404)
  expect((await ben.visit('/v1/nothing')).status).toBe(404)
})
