import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consents, corporateGiftingContacts, referrals, sessions, waitListEntries } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { erasePerson } from '#src/privacy/erase.ts'
import { personalData } from '#src/privacy/export.ts'
import { iso } from '#src/privacy/iso.ts'
import { personOf } from '#src/privacy/person.ts'
import { mailboxHash } from '#src/referrals/mailbox.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { expectOk, fillCart, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { RUTH } from '../support/staff.ts'
import { PHONE } from '../support/texts.ts'
import { type World, world } from '../support/world.ts'

const GUEST = 'fern@example.com'

/** What a friend typed, and what was entered without an account. */
function leaveTraces({ db, clock }: World, email: string) {
  const now = clock.now()
  db.insert(referrals)
    .values({
      ...{ referrerId: 1, state: 'invited', email, mailboxHash: mailboxHash(email) },
      ...{ subject: 'Steak', body: 'Dear Fern', createdAt: now, updatedAt: now },
    })
    .run()
  db.insert(corporateGiftingContacts)
    .values({ digest: email, name: 'Fern', email, quantity: 20, message: 'Hi', askedAt: now })
    .run()
}

const tracesOf = ({ db }: World, email: string) => [
  ...db.select().from(referrals).where(eq(referrals.email, email)).all(),
  ...db.select().from(corporateGiftingContacts).where(eq(corporateGiftingContacts.email, email)).all(),
  ...db.select().from(waitListEntries).where(eq(waitListEntries.email, email)).all(),
]

/** Ana's account stays, and Ben's is merged into it. */
async function mergedShop() {
  const shop = await world()
  const [ana, ben, ruth] = [userOf(shop, ANA), userOf(shop, BEN), await signedIn(shop, RUTH)]
  await signedIn(shop, BEN)
  const path = `/staff/customers/${ana.token}/merge`
  const { mark } = await (await ruth.call('GET', `${path}?other=${ben.token}`)).json()
  await expectOk(ruth.call('POST', path, { other: ben.token, mark, reason: 'She called.', sure: true }))
  return shop
}

test("SET-3 REF-1 a guest's erasure also deletes what a friend who invited them typed", async () => {
  const shop = await world()
  leaveTraces(shop, GUEST)
  expect(tracesOf(shop, GUEST)).toHaveLength(2)
  expect(await erasePerson(shop.services, { user: null, email: GUEST })).toMatchObject({ ok: true })
  expect(tracesOf(shop, GUEST)).toEqual([])
})

test('SET-3 STF-4 closing an account also deletes data stored under the email of an account merged into it', async () => {
  const shop = await mergedShop()
  leaveTraces(shop, BEN)
  expect(tracesOf(shop, BEN)).toHaveLength(2)
  expect(await erasePerson(shop.services, personOf(userOf(shop, ANA)))).toMatchObject({ ok: true })
  expect(tracesOf(shop, BEN)).toEqual([])
})

test('SET-3 STF-4 closing an account also erases what was ordered without signing in by a merged email', async () => {
  const shop = await mergedShop()
  const guest = await shop.shopper()
  const token = await readyToPay(guest, shop.db, { email: BEN })
  await guest.confirm((await prepareToPay(guest, token)).clientSecret)
  await shop.settleDown()
  expect(orderOf(shop.db, token)).toMatchObject({ email: BEN, userId: null, state: 'paid' })
  expect(await erasePerson(shop.services, personOf(userOf(shop, ANA)))).toMatchObject({ ok: true })
  shop.pass(60 * DAY_MS)
  await shop.settleDown()
  expect(orderOf(shop.db, token)).toMatchObject({ email: null, deliveryName: null })
})

test('SET-3 STF-4 the personal data file of an account includes data stored under merged emails', async () => {
  const shop = await mergedShop()
  const { db, clock } = shop
  const guest = await shop.shopper()
  const order_token = await fillCart(guest, db)
  await expectOk(guest.call('POST', '/v1/stripe_update_email', { order_token, email: BEN }))
  leaveTraces(shop, BEN)
  const at = clock.now()
  db.insert(waitListEntries).values({ email: BEN, campaignType: 'launch', joinedAt: at }).run()
  const agreed = {
    kind: 'sms_marketing',
    source: 'footer',
    phone: PHONE,
    words: 'Yes',
    givenAt: at,
  } as const
  db.insert(consents)
    .values({ ...agreed, email: BEN })
    .run()
  const request = { request_type: 'access', email: BEN, full_name: 'Ben Castellano', state: 'CA' }
  await expectOk(guest.call('POST', '/v1/update_personal_data', request))

  const file = personalData(db, personOf(userOf(shop, ANA)), 'Droveway', at)
  expect(file).toMatchObject({
    account: { merged_accounts: [{ email: BEN, first_name: 'Ben', merged_at: expect.any(String) }] },
    wait_lists: [{ for: 'launch' }],
    consents: expect.arrayContaining([expect.objectContaining({ words: 'Yes' })]),
    gifting_questions: [{ name: 'Fern' }],
    personal_data_requests: [{ full_name: 'Ben Castellano' }],
  })
  expect(file.orders).toContainEqual(expect.objectContaining({ email: BEN, state: 'cart' }))
  const isOfBen = eq(sessions.userId, userOf(shop, BEN).id)
  const [session] = db.select().from(sessions).where(isOfBen).all()
  expect(file.account?.sessions.map(({ ended_at }) => ended_at)).toContain(iso(session?.revokedAt ?? null))
})
