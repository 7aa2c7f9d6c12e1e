import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consents, memberships, textSubscriptions, users } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { BEN, mailedPath, signedIn, userOf } from '../support/account.ts'
import { changeOrder, expectOk, orderOf } from '../support/buying.ts'
import { MEMBER, memberShop, pastCharge, subscriptionOf } from '../support/membership.ts'
import type { Shopper } from '../support/shopper.ts'
import { RUTH } from '../support/staff.ts'
import { heldBox, holdsIn } from '../support/weather.ts'
import type { World } from '../support/world.ts'

const PAGE = '/account/agreements'

type Agreement = {
  kind: string
  words: string
  price_cents: number | null
  charged_cents: number | null
  renew_period_type: string | null
  given_at: string
  ended_at: string | null
  given_to: string
  end_url: string | null
}

async function agreementsOf(shopper: Shopper): Promise<Agreement[]> {
  const answer = await expectOk(shopper.call('GET', PAGE))
  return ((await answer.json()) as { agreements: Agreement[] }).agreements
}

const ofKind = async (shopper: Shopper, kind: string) =>
  (await agreementsOf(shopper)).filter((agreement) => agreement.kind === kind)

/** Stores a consent as the forms do. */
function agreeToTexts({ db, clock }: World, kind: 'sms_delivery' | 'sms_marketing', email = MEMBER) {
  const words = `Words of ${kind} for ${email}`
  const given = { kind, source: 'test', email, phone: '+12065550142', words, givenAt: clock.now() }
  return db.insert(consents).values(given).returning().get()
}

test('MEM-2 lists each consent in its own words, with price, frequency, time and what it covers, as page and JSON', async () => {
  const { made, member } = await memberShop()
  agreeToTexts(made, 'sms_delivery')
  const [recurring] = await ofKind(member, 'recurring')
  expect(recurring).toMatchObject({ renew_period_type: 'four_weeks', ended_at: null })
  expect(recurring!.words).toContain('By checking this box, I ask Droveway')
  expect(recurring!.price_cents).toBeGreaterThan(0)
  expect(recurring!.given_to).toMatch(/^Order DW-/)
  expect(Date.parse(recurring!.given_at)).toBeLessThanOrEqual(made.clock.now())
  expect(await ofKind(member, 'sms_delivery')).toMatchObject([
    { words: `Words of sms_delivery for ${MEMBER}`, given_to: '(206) 555-0142', price_cents: null },
  ])
  const page = await (await member.visit(PAGE)).text()
  for (const { words, end_url } of await agreementsOf(member)) {
    expect(page).toContain(words)
    if (end_url) expect(page).toContain(`action="${end_url}"`)
  }
  for (const from of ['/account', '/account/subscriptions'])
    expect(await (await member.visit(from)).text(), from).toContain(`href="${PAGE}"`)
})

test('MEM-2 one press ends the recurring box, and the list keeps the words with the date it ended', async () => {
  const { made, member } = await memberShop()
  const [{ end_url }] = (await ofKind(member, 'recurring')) as [Agreement]
  const ended = await member.submit('POST', end_url!, { return_to: PAGE })
  expect([ended.status, ended.headers.get('location')]).toEqual([303, PAGE])
  expect((await subscriptionOf(member)).state).toBe('canceled')
  const [after] = await ofKind(member, 'recurring')
  expect([after!.end_url, Date.parse(after!.ended_at!)]).toEqual([null, made.clock.now()])
})

test("MEM-2 one press ends texts and what they allowed; someone else's consent is a 404", async () => {
  const { made, member } = await memberShop()
  const { db, clock } = made
  const user = userOf(made, MEMBER)
  const on = { phone: '+12065550142', state: 'on' as const, askedAt: clock.now(), confirmedAt: clock.now() }
  db.insert(textSubscriptions)
    .values({ ...on, userId: user.id })
    .run()
  const delivery = agreeToTexts(made, 'sms_delivery')
  agreeToTexts(made, 'sms_marketing')
  const bens = agreeToTexts(made, 'sms_delivery', BEN)
  expect((await member.call('POST', `${PAGE}/${bens.id}/end`)).status).toBe(404)
  for (const { end_url } of [
    ...(await ofKind(member, 'sms_delivery')),
    ...(await ofKind(member, 'sms_marketing')),
  ])
    await expectOk(member.call('POST', end_url!))
  const live = (await agreementsOf(member)).filter(
    ({ kind, ended_at }) => kind.startsWith('sms') && ended_at === null,
  )
  expect(live).toEqual([])
  const subscription = db.select().from(textSubscriptions).where(eq(textSubscriptions.userId, user.id)).get()
  expect(subscription).toMatchObject({ state: 'off', endReason: 'person' })
  await expectOk(member.call('POST', `${PAGE}/${delivery.id}/end`))
})

test('SET-3 ORD-6 a box shipped despite the weather shows that consent until its first day locks, in the data file too', async () => {
  const { shop, before, hold } = await heldBox()
  changeOrder(shop.db, before.token, { userId: userOf(shop, BEN).id, sessionHash: null })
  const ben = await signedIn(shop, BEN)
  await expectOk(ben.call('POST', `/v1/toggle_ignore_weather_alerts/${hold.id}`))
  const words = holdsIn(shop).find(({ id }) => id === hold.id)!.shipAnywayWords!
  expect(await ofKind(ben, 'weather')).toMatchObject([
    { words, end_url: `/v1/toggle_ignore_weather_alerts/${hold.id}`, ended_at: null },
  ])
  expect(await (await ben.visit('/account/data')).text()).toContain(JSON.stringify(words))
  await expectOk(ben.call('POST', `/v1/toggle_ignore_weather_alerts/${hold.id}`))
  expect(await ofKind(ben, 'weather')).toEqual([])
})

test("MEM-2 shows nobody else's consents, and none by email until the email is verified", async () => {
  const { made, member } = await memberShop()
  agreeToTexts(made, 'sms_marketing')
  const ben = await signedIn(made, BEN)
  expect((await agreementsOf(ben)).map(({ words }) => words).join()).not.toContain(MEMBER)
  made.db.run(`update users set email_verified_at = null where email = '${MEMBER}'`)
  expect(await ofKind(member, 'sms_marketing')).toEqual([])
  expect((await (await made.shopper()).call('GET', PAGE)).status).toBe(401)
})

test("MEM-2 a later box's page shows the consent behind it, and one press there ends the membership", async () => {
  const { made, member } = await memberShop()
  const { next } = await subscriptionOf(member)
  made.db.run(
    `update orders set state = 'paid', placed_at = created_at, total_cents = 9000, items_cents = 9000, promotions_cents = 0, rewards_cents = 0, shipping_cents = 0, tax_cents = 0, gift_cents = 0 where token = '${next!.order_token}'`,
  )
  const page = await (await member.visit(`/account/orders/${next!.order_token}`)).text()
  expect(page).toContain('By checking this box, I ask Droveway')
  await expectOk(member.call('POST', `/account/orders/${next!.order_token}/end-agreement`))
  const user = userOf(made, MEMBER)
  expect(made.db.select().from(memberships).where(eq(memberships.userId, user.id)).get()).toMatchObject({
    state: 'canceled',
  })
})

test("MEM-2 SET-1 consents move along when the email changes, and the old address's next owner sees none of them", async () => {
  const { made, member } = await memberShop()
  agreeToTexts(made, 'sms_marketing')
  agreeToTexts(made, 'sms_delivery')
  const { phone, words } = agreeToTexts(made, 'sms_delivery', 'new@example.com')
  made.db.update(consents).set({ words }).where(eq(consents.kind, 'sms_delivery')).run()
  const { token } = userOf(made, MEMBER)
  const again = await signedIn(made, MEMBER)
  await expectOk(again.call('POST', `/v1/update_user_email/${token}`, { email: 'new@example.com' }))
  await expectOk(again.call('POST', await mailedPath(made, 'new@example.com', '/change-email/')))
  const lists = await Promise.all(
    (['sms_marketing', 'sms_delivery'] as const).map((kind) => ofKind(member, kind)),
  )
  expect(lists.map((list) => list.map(({ ended_at }) => ended_at === null).sort())).toEqual([
    [true],
    [false, true],
  ])
  made.db
    .update(users)
    .set({ email: MEMBER })
    .where(eq(users.id, userOf(made, BEN).id))
    .run()
  const heir = await signedIn(made, MEMBER)
  expect(await (await heir.visit(PAGE)).text()).not.toContain('(206) 555-0142')
  expect(JSON.stringify(await agreementsOf(heir))).not.toContain(phone)
})

test('MEM-2 a later box that was canceled isn’t in what later boxes were charged, as page and JSON', async () => {
  const { made, member } = await memberShop()
  const { next } = await subscriptionOf(member)
  const soFar = async () => {
    const [recurring] = await ofKind(member, 'recurring')
    const words = /(?:Later boxes charged so far|No later box)[^.]*(?:\.\d+)?\./.exec(
      await (await member.visit(PAGE)).text(),
    )
    return [recurring?.charged_cents, words?.[0]]
  }
  expect(await soFar()).toEqual([0, 'No later box has been charged yet.'])
  await pastCharge(made, next!)
  const { totalCents } = orderOf(made.db, next!.order_token)
  const less = 'Later boxes charged so far, less refunds:'
  expect(await soFar()).toEqual([totalCents, `${less} ${formatCents(totalCents ?? 0)}.`])

  const ruth = await signedIn(made, RUTH)
  await expectOk(ruth.call('POST', `/staff/orders/${next!.order_token}/cancel`, { reason: 'She is away.' }))
  expect(await soFar()).toEqual([0, `${less} $0.00.`])
})
