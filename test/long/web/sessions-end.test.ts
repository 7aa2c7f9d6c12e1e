import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, roles, sessions, webhookEvents } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { BEN, isSignedIn, mailedPath, signedIn, userOf } from '../../support/account.ts'
import { fillCart, prepareToPay, readyToPay } from '../../support/buying.ts'
import type { Shopper } from '../../support/shopper.ts'
import { type World, world } from '../../support/world.ts'

const CLERK = 'fulfillment@example.com'

/** An account signed in twice, and what the second session does. */
type Ending = { who: string; end: (made: World, elsewhere: Shopper) => Promise<unknown> }

const ENDINGS: Record<string, Ending> = {
  'a new password': {
    who: BEN,
    end: (_, elsewhere) =>
      elsewhere.call('POST', '/account/password', {
        current_password: DEMO_PASSWORD,
        password: 'eleven-hens-in-a-row',
      }),
  },
  'a password reset by mail': {
    who: BEN,
    async end(made, elsewhere) {
      await elsewhere.call('POST', '/v1/reset_password', { email: BEN })
      const path = await mailedPath(made, BEN, '/reset-password/')
      const reset = path.replace('/reset-password/', '/v1/change_password/')
      await elsewhere.call('POST', reset, { password: 'eleven-hens-in-a-row' })
    },
  },
  'signing out everywhere else': {
    who: BEN,
    end: (_, elsewhere) => elsewhere.call('DELETE', '/account/sessions'),
  },
  'the account deleted': {
    who: BEN,
    end: (_, elsewhere) =>
      elsewhere.call('POST', '/account/close', { sure: true, current_password: DEMO_PASSWORD }),
  },
  'a role taken': {
    who: CLERK,
    end: async (made) =>
      made.db
        .delete(roles)
        .where(eq(roles.userId, userOf(made, CLERK).id))
        .run(),
  },
}

test.each(Object.entries(ENDINGS))(
  'R16 SEC-1 %s ends the other session, even with its old cookie',
  async (_, { who, end }) => {
    const made = await world()
    const here = await signedIn(made, who)
    const kept = here.cookies.get('session') ?? ''
    const elsewhere = await signedIn(made, who)
    expect(await isSignedIn(here)).toBe(true)
    await end(made, elsewhere)
    expect(await isSignedIn(here)).toBe(false)
    here.cookies.set('session', kept)
    expect(await isSignedIn(here)).toBe(false)
  },
)

test("R16 SEC-1 after signing out the old cookie doesn't work anymore", async () => {
  const made = await world()
  const ben = await signedIn(made)
  const kept = ben.cookies.get('session') ?? ''
  await ben.call('POST', '/v1/cc_signout')
  expect(await isSignedIn(ben)).toBe(false)
  ben.cookies.set('session', kept)
  expect(await isSignedIn(ben)).toBe(false)
})

/** Fifty pages and frames requested with the old cookie that respond only now. */
async function slowPages(browser: Shopper, cookie: string) {
  const paths = ['/', '/shop', '/cart', '/account', '/signin']
  const cookies = browser.cookies.get('session')
  for (let nth = 0; nth < 50; nth++) {
    browser.cookies.set('session', cookie)
    const headers = new Headers({ accept: 'text/html' })
    if (nth % 2 === 1) headers.set('turbo-frame', 'account_profile')
    const answer = await browser.send(paths[nth % paths.length] ?? '/', { headers })
    expect(answer.headers.getSetCookie().filter((one) => one.startsWith('session='))).toEqual([])
  }
  browser.cookies.set('session', cookies ?? '')
}

test("R16 SEC-1 fifty slow pages requested earlier don't undo a sign-out", async () => {
  const made = await world()
  const ben = await signedIn(made)
  const before = ben.cookies.get('session') ?? ''
  await ben.call('POST', '/v1/cc_signout')
  await slowPages(ben, before)
  expect(await isSignedIn(ben)).toBe(false)
})

test("R16 ACC-3 fifty slow pages requested earlier don't undo a sign-in, either", async () => {
  const made = await world()
  const ben = await made.shopper()
  await ben.call('POST', '/v1/update_postal_code', { postal_code: '98101' }) // stores the guest's session
  const before = ben.cookies.get('session') ?? ''
  await ben.call('POST', '/v1/cc_signin', { email: BEN, password: DEMO_PASSWORD })
  await slowPages(ben, before)
  expect(await isSignedIn(ben)).toBe(true)
})

test('SEC-1 an old cookie becomes a new guest session once no request can still be in flight', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const before = ben.cookies.get('session') ?? ''
  await ben.call('POST', '/v1/cc_signout')
  ben.cookies.set('session', before)
  made.pass(60_000)
  await ben.visit('/')
  expect(ben.cookies.get('session')).not.toBe(before)
  expect((await ben.call('POST', '/v1/update_postal_code', { postal_code: '98101' })).status).toBe(200)
})

test('SEC-1 a session is kept as long as its cookie may return, then deleted; orders keep their owner', async () => {
  const made = await world()
  const here = await signedIn(made)
  const bought = await readyToPay(here, made.db)
  await here.confirm((await prepareToPay(here, bought)).clientSecret)
  const guest = await made.shopper()
  await fillCart(guest, made.db)
  await made.settleDown()
  const orderCount = made.db.select().from(orders).all().length
  const kept = async () => {
    await endWhatIsOld(made.services)
    return [made.db.select().from(sessions).all(), made.db.select().from(webhookEvents).all()].map(
      (rows) => rows.length > 0,
    )
  }
  made.pass(60 * DAY_MS)
  expect(await kept()).toEqual([true, true])
  made.pass(DAY_MS)
  expect(await kept()).toEqual([false, true])
  made.pass(30 * DAY_MS)
  expect(await kept()).toEqual([false, false])
  expect(made.db.select().from(orders).all().length).toBe(orderCount)
  const again = await signedIn(made)
  expect((await again.visit(`/account/orders/${bought}`)).status).toBe(200)
})
