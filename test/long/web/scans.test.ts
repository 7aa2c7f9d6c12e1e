import { expect, test } from 'vitest'
import { DAY_MS } from '#src/day.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { BEN, isSignedIn, mailedPath, signedIn } from '../../support/account.ts'
import { fillCart, prepareToPay, readyToPay } from '../../support/buying.ts'
import { closeWhatTestOpened } from '../../support/close-afterwards.ts'
import { personWith, restoredShop, shopWithPeople } from '../../support/people.ts'
import { requestAs } from '../../support/requests.ts'
import { nameOf, requestSpecOf } from '../../support/roles/questions.ts'
import { appRoutes } from '../../support/routes.ts'
import { scans } from '../../support/table-scans.ts'
import { world } from '../../support/world.ts'

const here = await shopWithPeople()

test.each(['anonymous', 'owner', 'staff'] as const)(
  'OPS-2 no route requested by %s scans a growing table, nor do its jobs',
  async (who) => {
    const person = personWith(here, who)
    const found: Record<string, string[]> = {}
    for (const route of appRoutes(here.app)) {
      const { app, db, settleDown } = await restoredShop(here)
      const way = route.method === 'GET' ? 'page' : 'script'
      const slow = await scans(db, async () => {
        await requestAs(app, person, requestSpecOf(here, route, person), way)
        await settleDown()
      })
      if (slow.length > 0) found[nameOf(route)] = slow
      closeWhatTestOpened()
    }
    expect(found).toEqual({})
  },
)

const NEWCOMER = { email: 'new@example.com', password: 'brisket on sunday' }

test("OPS-2 ACC-2 ACC-3 no scans in sign-up, sign-out and sign-in with a guest's cart", async () => {
  const made = await world()
  const found = await scans(made.db, async () => {
    const newcomer = await made.shopper()
    await fillCart(newcomer, made.db)
    await newcomer.call('POST', '/v1/create_account', NEWCOMER)
    expect(await isSignedIn(newcomer)).toBe(true)
    await newcomer.call('POST', '/v1/cc_signout')
    await newcomer.visit('/')
    await fillCart(newcomer, made.db)
    await newcomer.call('POST', '/v1/cc_signin', { ...NEWCOMER, password: 'a guess' })
    await newcomer.call('POST', '/v1/cc_signin', NEWCOMER)
    expect(await isSignedIn(newcomer)).toBe(true)
    await made.settleDown()
  })
  expect(found).toEqual([])
})

test('OPS-2 ACC-4 ACC-5 no scans in mailed links and the cleanup of old data', async () => {
  const made = await world()
  const reader = await made.shopper()
  await fillCart(reader, made.db)
  const asked = await scans(made.db, async () => {
    await reader.call('POST', '/v1/send_email_login_link', { email_address: BEN })
    await reader.call('POST', '/v1/reset_password', { email: BEN })
  })
  const magicLink = await mailedPath(made, BEN, '/magic-link/')
  const secret = (await mailedPath(made, BEN, '/reset-password/')).split('/').at(-1)
  const used = await scans(made.db, async () => {
    await reader.submit('POST', magicLink)
    expect(await isSignedIn(reader)).toBe(true)
    const reset = await reader.submit('POST', `/v1/change_password/${secret}`, {
      password: NEWCOMER.password,
    })
    expect(reset.status).toBe(303)
    await made.settleDown()
    made.pass(100 * DAY_MS)
    await endWhatIsOld(made.services)
  })
  expect([asked, used]).toEqual([[], []])
})

test('OPS-2 no scans in a first-order promotion or a recurring box with its card', async () => {
  const made = await world()
  const found = await scans(made.db, async () => {
    const ben = await signedIn(made)
    const order_token = await readyToPay(ben, made.db)
    for (const text_entered of ['WELCOME20', 'SHIPFREE'])
      await ben.call('POST', `/v1/apply_gift_and_promo_codes/${order_token}`, { text_entered })
    await ben.call('POST', '/v1/set_recurring_order', { order_token, recurring: true })
    const { clientSecret } = await prepareToPay(ben, order_token)
    await ben.confirm(clientSecret)
    await made.settleDown()
    expect((await ben.visit(`/order/${order_token}/steakholder`)).status).toBe(200)
  })
  expect(found).toEqual([])
})
