import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import {
  consents,
  customerNotes,
  farmFollows,
  farms,
  followMails,
  giftCardEntries,
  giftCards,
  identities,
  mailedLinks,
  orders,
  personalDataRequests,
  referrals,
  reviews,
  rewards,
  roles,
  savedAddresses,
  sessions,
  textMessages,
  textSubscriptions,
  users,
  visits,
} from '#db/schema/index.ts'
import { preferencesOf, writePreferences } from '#src/accounts/preferences.ts'
import { brokenEntry } from '#src/audit/audit.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { grantStoreCredit, putBackGiftCents, storeCreditCard } from '#src/pricing/gift-ledger.ts'
import { referralCodeOf } from '#src/referrals/code.ts'
import { tendReferrals } from '#src/referrals/tend.ts'
import { MERGE_STEPS } from '#src/staff/merge/steps.ts'
import { ANA, BEN, isSignedIn, mailsTo, signedIn, userOf } from '../support/account.ts'
import { expectOk, prepareToPay, readyToPay } from '../support/buying.ts'
import { buyByLink, deliver } from '../support/referrals.ts'
import { writeReview } from '../support/reviews.ts'
import { giveReward } from '../support/rewards.ts'
import { RUTH } from '../support/staff.ts'
import { deliverTo, RIBEYE_PATH } from '../support/tastes.ts'
import { trailOf } from '../support/trail.ts'
import { validator } from '../support/valid-html.ts'
import { type World, world } from '../support/world.ts'

/** Ana's account stays, and Ben's is merged into it. */
async function twoAccounts() {
  const shop = await world()
  const [ana, ben, ruth] = [await signedIn(shop, ANA), await signedIn(shop, BEN), await signedIn(shop, RUTH)]
  const [kept, merged] = [userOf(shop, ANA), userOf(shop, BEN)]
  const path = `/staff/customers/${kept.token}/merge`
  const preview = async () =>
    (await ruth.call('GET', `${path}?other=${merged.token}`)).json() as Promise<{
      mark: string
      conflicts: string[]
      kept: Record<string, number>
      merged: Record<string, number>
    }>
  const merge = async (more: Record<string, unknown> = {}) =>
    ruth.call('POST', path, {
      ...{ other: merged.token, mark: (await preview()).mark, reason: 'She called.', sure: true, ...more },
    })
  return { shop, db: shop.db, ana, ben, ruth, kept, merged, path, preview, merge }
}

/** Adds rows to as many tables as a customer can have rows in. */
async function liveWith({ shop, db, ben, ana, kept, merged }: Awaited<ReturnType<typeof twoAccounts>>) {
  const now = shop.clock.now()
  const token = await readyToPay(ben, db, { email: BEN })
  await ben.confirm((await prepareToPay(ben, token)).clientSecret)
  await shop.settleDown()
  await readyToPay(ben, db, { email: BEN, quantity: 2 })
  await readyToPay(ana, db, { email: ANA })
  giveReward(db, { to: 'other' })
  const farm = db.select().from(farms).limit(1).get()
  const address = {
    ...{ name: 'Ben', street1: '1 Main St', street2: '', city: 'Seattle', state: 'WA', zip: '98101' },
    ...{ phone: '+12065550100', usedAt: now, createdAt: now },
  }
  db.delete(savedAddresses).run()
  db.insert(savedAddresses)
    .values([
      { ...address, userId: merged.id, token: 'one' },
      { ...address, userId: merged.id, token: 'two', street1: '2 Main St', isDefault: true },
      { ...address, userId: kept.id, token: 'same', isDefault: true },
    ])
    .run()
  db.insert(farmFollows)
    .values({ userId: merged.id, farmId: farm?.id ?? 0, followedAt: now })
    .onConflictDoNothing()
    .run()
  db.insert(customerNotes).values({ userId: merged.id, words: 'Likes ribeyes.', createdAt: now }).run()
  db.insert(visits).values({ visitor: 'v', token: 'v', startedAt: now, userId: merged.id }).run()
  db.insert(identities).values({ issuer: 'i', subject: 's', userId: merged.id, linkedAt: now }).run()
  db.insert(mailedLinks)
    .values({
      ...{ token: 'l', hash: 'l', purpose: 'magic_link', userId: merged.id, email: BEN },
      ...{ createdAt: now, expiresAt: now + 900_000 },
    })
    .run()
  const phone = { phone: '+12065550100', askedAt: now, confirmedAt: now }
  db.delete(textSubscriptions).run()
  db.insert(textSubscriptions)
    .values([
      { ...phone, userId: kept.id, state: 'on' },
      { ...phone, userId: merged.id, state: 'off', endedAt: now, endReason: 'stop' },
    ])
    .run()
  await durably(db, (tx) => {
    writePreferences(tx, merged.id, { level: 'never' }, now)
    writePreferences(tx, kept.id, { level: 'weekly' }, now)
    for (const [userId, cents] of [
      [kept.id, 1_000],
      [merged.id, 2_500],
    ] as const)
      grantStoreCredit(tx, userId, 'issued', {
        cents,
        reference: `test:${userId}`,
        now,
        random: shop.services.random,
      })
  })
  return { token }
}

const rowsOf = (shop: World, column: string, userId: number) => {
  const [table, name] = column.split('.')
  return shop.db.get<{ n: number }>(`select count(*) as n from ${table} where ${name} = ${userId}`)?.n ?? 0
}

describe('the merge plan', () => {
  test('STF-4 every column that references an account is moved, deliberately kept or deleted', async () => {
    const { db } = await world()
    const columns = db.all<{ name: string }>(sql`
      select m.name || '.' || f."from" as name from sqlite_master m, pragma_foreign_key_list(m.name) f
      where m.type = 'table' and f."table" = 'users'`)
    expect(Object.keys(MERGE_STEPS).sort()).toEqual(columns.map(({ name }) => name).sort())
    const loose = db.all<{ name: string }>(sql`
      select m.name || '.' || c.name as name from sqlite_master m, pragma_table_info(m.name) c
      where m.type = 'table' and (c.name like '%user_id' or c.name like '%actor_id' or c.name like '%_by_id')`)
    const withoutKey = loose.map(({ name }) => name).filter((name) => !(name in MERGE_STEPS))
    expect(withoutKey.sort()).toEqual(['audit_entries.actor_id', 'setting_versions.saved_by_id']) // staff accounts
  })
})

describe('a merge', () => {
  test('STF-4 SET-1 SEC-4 the sessions of both accounts outlive a closed account, so that no id starts over', async () => {
    const { shop, db, kept, merged, merge, ben } = await twoAccounts()
    expect((await merge()).status).toBe(200)
    const rows = () => db.select({ idHash: sessions.idHash, userId: sessions.userId }).from(sessions).all()
    const before = rows().filter(({ userId }) => userId === kept.id || userId === merged.id)
    const ana = await signedIn(shop, ANA)
    await expectOk(ana.call('POST', '/account/close', { sure: '1', current_password: DEMO_PASSWORD }))
    const after = new Map(rows().map(({ idHash, userId }) => [idHash, userId]))
    expect(before.map(({ idHash }) => after.get(idHash))).toEqual(before.map(() => null))
    expect(await isSignedIn(ben)).toBe(false)
  })

  test("STF-4 COM-9 isn't blocked by a review that a full refund removed, and moves the others", async () => {
    const { shop, db, ben, kept, merged, merge } = await twoAccounts()
    db.delete(reviews).run()
    const review = async (slug: string, path: string) => {
      deliverTo(shop, merged.id, { slugs: [slug] })
      expect((await writeReview(ben, path, { words: 'Good.' })).status).toBe(200)
    }
    await review('grass-fed-ribeye', RIBEYE_PATH)
    db.update(orders).set({ state: 'refunded' }).where(eq(orders.userId, merged.id)).run()
    await review('wagyu-ribeye', 'caliche-creek-wagyu/wagyu-ribeye')
    expect((await merge()).status).toBe(200)
    expect(db.select().from(reviews).all()).toMatchObject([{ userId: kept.id, state: 'waiting' }])
  })

  test('STF-4 COM-2 keeps the date of the last farm email to either account, so none follows within a week', async () => {
    const { shop, db, kept, merged, merge } = await twoAccounts()
    const now = shop.clock.now()
    db.insert(followMails).values({ userId: merged.id, sentAt: now }).run()
    expect((await merge()).status).toBe(200)
    expect(db.select().from(followMails).all()).toEqual([{ userId: kept.id, sentAt: now }])
  })

  test("STF-4 moves everything, keeps every total, and leaves an account that can't sign in", async () => {
    const two = await twoAccounts()
    const { shop, db, ben, kept, merged, merge, preview, ruth } = two
    const { token } = await liveWith(two)
    const before = await preview()
    expect(before.conflicts).toEqual(
      expect.arrayContaining([
        expect.stringContaining('open box'),
        expect.stringContaining('stricter choice'),
      ]),
    )
    expect((await merge()).status).toBe(200)
    await shop.settleDown()

    const left = Object.entries(MERGE_STEPS)
      .filter(([, { fate }]) => fate !== 'kept')
      .map(([column]) => column)
      .filter((column) => rowsOf(shop, column, merged.id) > 0)
    expect(left.sort()).toEqual(['gift_cards.user_id', 'preferences.user_id']) // emptied, and set to no mail
    const sum = (topic: string) => (before.kept[topic] ?? 0) + (before.merged[topic] ?? 0)
    const now = (await (await ruth.call('GET', `/staff/customers/${kept.token}`)).json()) as {
      credit_cents: number
      orders: { order_token: string }[]
    }
    expect(now.credit_cents).toBe(sum('credit_cents'))
    expect(now.orders.map(({ order_token }) => order_token)).toContain(token)
    expect(db.select().from(orders).where(eq(orders.userId, merged.id)).all()).toEqual([])
    expect(storeCreditCard(db, merged.id)?.balanceCents).toBe(0)
    expect(preferencesOf(db, kept.id).level).toBe('never')
    expect(
      db.select().from(textSubscriptions).where(eq(textSubscriptions.userId, kept.id)).get()?.state,
    ).toBe('off')
    const defaults = db.select().from(savedAddresses).where(eq(savedAddresses.userId, kept.id)).all()
    expect(defaults.filter(({ isDefault }) => isDefault).map(({ token: of }) => of)).toEqual(['same'])
    expect([ledgerProblems(db), brokenEntry(db)]).toEqual([[], null])

    expect(await isSignedIn(ben)).toBe(false)
    const guest = await shop.shopper()
    const password = await guest.call('POST', '/v1/login', { email: BEN, password: DEMO_PASSWORD })
    expect(password.status).toBeGreaterThanOrEqual(400)
    const mails = mailsTo(shop, BEN).length
    await guest.call('POST', '/v1/send_email_login_link', { email_address: BEN, redirect_url: '/' })
    await shop.settleDown()
    expect(mailsTo(shop, BEN)).toHaveLength(mails)
    expect(await isSignedIn(guest)).toBe(false)
    for (const email of [ANA, BEN])
      expect(mailsTo(shop, email).map(({ subject }) => subject)).toContain(
        'Your two Droveway accounts are now one',
      )
    expect(mailsTo(shop, BEN).at(-1)?.text).not.toContain(ANA)
    expect(trailOf(shop).map(({ verb }) => verb)).toEqual(
      expect.arrayContaining(['customer.merged', 'customer.merged_away']),
    )
  })

  test("STF-4 REF-1 a friend's box just paid through the merged account's link still earns its credit", async () => {
    const { shop, db, kept, merged, merge } = await twoAccounts()
    const box = await buyByLink(shop, referralCodeOf(db, merged.id) ?? '', 'fern@example.com')
    expect((await merge()).status).toBe(200)
    await deliver(shop, box.order())
    expect(storeCreditCard(db, kept.id)?.balanceCents).toBe(2_500)
    expect(ledgerProblems(db)).toEqual([])
  })

  test('STF-4 REF-1 a friend invited by both accounts earns the credit of the link they bought through', async () => {
    const { shop, db, ana, ben, kept, merged, merge } = await twoAccounts()
    const friend = { email: 'fern@example.com', subject: 'the chicken', body: 'Try it.' }
    for (const who of [ana, ben]) await expectOk(who.call('POST', '/v1/referrals', friend))
    const box = await buyByLink(shop, referralCodeOf(db, merged.id) ?? '', friend.email)
    await tendReferrals(shop.services)
    expect((await merge()).status).toBe(200)
    await deliver(shop, box.order())
    expect(storeCreditCard(db, kept.id)?.balanceCents).toBe(2_500)
    const rows = db.select().from(referrals).where(eq(referrals.email, friend.email)).all()
    expect(rows).toMatchObject([{ referrerId: kept.id, state: 'earned' }])
  })

  test.each([
    ['that stays', 'on', 'off'],
    ['that goes', 'off', 'on'],
  ] as const)(
    'STF-4 TRK-3 turns off texts that were on in the account %s, and drops queued ones',
    async (_, own, theirs) => {
      const { shop, db, kept, merged, merge } = await twoAccounts()
      db.delete(textSubscriptions).run()
      const now = shop.clock.now()
      for (const [userId, state, phone, email] of [
        [kept.id, own, '+12065550101', ANA],
        [merged.id, theirs, '+12065550102', BEN],
      ] as const) {
        const row = { userId, phone, state, askedAt: now, confirmedAt: now }
        const { id } = db.insert(textSubscriptions).values(row).returning().get()
        if (state === 'off') continue
        const consent = { kind: 'sms_delivery' as const, source: 'test', words: 'Yes.', givenAt: now }
        db.insert(consents)
          .values({ ...consent, email, phone })
          .run()
        const text = { key: 'night', kind: 'shipment' as const, body: 'Out for delivery.', createdAt: now }
        db.insert(textMessages)
          .values({ ...text, phone, subscriptionId: id })
          .run()
      }
      expect((await merge()).status).toBe(200)
      expect(db.select().from(textMessages).all()).toMatchObject([{ key: 'night', state: 'dropped' }])
      const given = db.select().from(consents).where(eq(consents.words, 'Yes.')).all()
      expect(given).toMatchObject([{ email: ANA, endedAt: now }])
    },
  )

  test('STF-4 SET-3 refuses an erasure requested by the merged email, since its data is in the other account', async () => {
    const two = await twoAccounts()
    const { shop, db, ruth, merge, merged } = two
    await liveWith(two)
    expect((await merge()).status).toBe(200)
    const now = shop.clock.now()
    db.insert(personalDataRequests)
      .values({
        ...{ token: 'asked', hash: 'asked', kind: 'delete', email: BEN, fullName: 'Ben', state: 'WA' },
        ...{ askedAt: now, expiresAt: now + 1, confirmedAt: now },
      })
      .run()
    const erased = await ruth.call('POST', '/staff/data-requests/asked', { decision: 'erase' })
    expect([erased.status, (await erased.json()).message]).toEqual([
      422,
      expect.stringContaining('merged into another one'),
    ])
    expect(userOf(shop, BEN).id).toBe(merged.id)
  })

  test('STF-4 happens once, as previewed, with a reason', async () => {
    const two = await twoAccounts()
    const { shop, db, merge, preview, merged } = two
    await liveWith(two)
    const { mark } = await preview()
    expect([(await merge({ reason: '' })).status, (await merge({ sure: '' })).status]).toEqual([422, 422])
    db.insert(customerNotes).values({ userId: merged.id, words: 'New.', createdAt: 1 }).run()
    expect((await merge({ mark })).status).toBe(409)
    expect(userOf(shop, BEN).mergedIntoId).toBeNull()
    const again = await preview()
    const twice = await Promise.all([merge({ mark: again.mark }), merge({ mark: again.mark })])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(trailOf(shop).filter(({ verb }) => verb === 'customer.merged')).toHaveLength(1)
  })

  test('STF-4 the trail page shows both emails and only what was moved', async () => {
    const two = await twoAccounts()
    await liveWith(two)
    expect((await two.merge()).status).toBe(200)
    const page = await (await two.ruth.visit('/staff/audit')).text()
    expect(page).toContain(`From: </span>${BEN}`)
    expect(page).toContain(`Into: </span>${ANA}`)
    expect(page).toContain('Orders: </span>')
    expect(page).not.toContain('>0<')
    expect(JSON.stringify(trailOf(two.shop))).not.toContain(BEN)
  })

  test('STF-4 is refused for staff accounts, the account itself, and a merged or deleted one', async () => {
    const { shop, db, merge, path, ruth, merged } = await twoAccounts()
    const refused = async (more: Record<string, unknown>) => (await merge(more)).status
    expect(await refused({ other: userOf(shop, RUTH).token })).toBe(409)
    expect(await refused({ other: userOf(shop, ANA).token })).toBe(409)
    expect(await refused({ other: 'erased' })).toBe(404)
    db.insert(roles).values({ userId: merged.id, role: 'fulfillment' }).run()
    expect(await refused({})).toBe(409)
    db.delete(roles).where(eq(roles.userId, merged.id)).run()
    expect(await refused({})).toBe(200)
    const other = db.select().from(users).where(eq(users.email, 'vendor@example.com')).get()
    db.delete(roles)
      .where(eq(roles.userId, other?.id ?? 0))
      .run()
    const away = `/staff/customers/${merged.token}/merge`
    const page = await ruth.call('GET', `${away}?other=${other?.token}`)
    expect([page.status, (await page.json()).message]).toEqual([409, 'One of them was merged before.'])
    expect((await ruth.call('GET', `${path}?other=nobody`)).status).toBe(404)
  })

  test('STF-4 money returned to the emptied store credit goes to the remaining account', async () => {
    const two = await twoAccounts()
    const { shop, db, kept, merged, merge } = two
    await liveWith(two)
    const card = storeCreditCard(db, merged.id)?.id ?? 0
    expect((await merge()).status).toBe(200)
    const before = storeCreditCard(db, kept.id)?.balanceCents ?? 0
    await durably(db, (tx) =>
      putBackGiftCents(tx, card, { cents: 700, reference: 'test:back', now: shop.clock.now() }),
    )
    expect(storeCreditCard(db, kept.id)?.balanceCents).toBe(before + 700)
    const balances = db.select().from(giftCards).where(eq(giftCards.id, card)).get()
    const entries = db.select().from(giftCardEntries).where(eq(giftCardEntries.giftCardId, card)).all()
    expect([balances?.balanceCents, entries.reduce((sum, { cents }) => sum + cents, 0)]).toEqual([0, 0])
  })

  test('STF-4 later staff grants to the merged account reach the remaining one, or are refused', async () => {
    const { db, ruth, kept, merged, merge } = await twoAccounts()
    const credit = `/staff/customers/${merged.token}/credit`
    await expectOk(merge())
    const stale = await ruth.call('POST', credit, {
      amount_cents: 2_500,
      reason: 'Late box',
      key: 'opened-before-1',
    })
    expect([stale.status, storeCreditCard(db, merged.id)]).toEqual([409, null])
    const reward = { email: BEN, name: 'Thank you', amount_cents: 1_000, deliver_by: '2026-12-31' }
    const granted = await (await expectOk(ruth.call('POST', '/staff/promotions/rewards', reward))).json()
    expect(granted.message).toContain(ANA)
    expect(db.select().from(rewards).where(eq(rewards.id, granted.id)).get()?.userId).toBe(kept.id)
    const drafted = await (
      await expectOk(ruth.call('POST', '/staff/drafts', { customer_token: merged.token }))
    ).json()
    expect(db.select().from(orders).where(eq(orders.token, drafted.token)).get()?.userId).toBe(kept.id)
  })

  test('STF-4 the page finds the other account, shows both side by side, and is valid HTML', async () => {
    const two = await twoAccounts()
    const { path, ruth, merged, shop } = two
    await liveWith(two)
    const found = await (await ruth.visit(`${path}?q=${encodeURIComponent(BEN)}`)).text()
    expect(found).toContain(`${path}?other=${merged.token}`)
    const page = await (await ruth.visit(`${path}?other=${merged.token}`)).text()
    for (const words of ['Placed orders', 'Store credit', '$25.00', 'They become one box.'])
      expect(page).toContain(words)
    const problems = (await validator.validateString(page)).results.flatMap(({ messages }) => messages)
    expect(problems).toEqual([])
    expect(shop.db.select().from(sessions).where(eq(sessions.userId, merged.id)).all()).not.toEqual([])
  })
})
