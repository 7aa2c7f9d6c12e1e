import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  analyticsEvents,
  membershipBoxes,
  memberships,
  moneyMovements,
  offers,
  orders,
  recurringConsents,
} from '#db/schema/index.ts'
import { ANA, BEN, mailsTo, signedIn, userOf } from '../support/account.ts'
import { changeOrder, expectOk, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { advance, advanceTo } from '../support/membership.ts'
import { addCard, placeRecurring } from '../support/own-cards.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const FAILURE = 'There was a problem creating your membership. Please contact support.'

async function placeOnce(made: World, shopper: Shopper, email: string) {
  const token = await readyToPay(shopper, made.db, { email })
  const { clientSecret } = await prepareToPay(shopper, token)
  await shopper.confirm(clientSecret)
  await made.settleDown()
  expect(orderOf(made.db, token)).toMatchObject({ state: 'paid', recurring: false })
  return token
}

/** A shopper with a placed one-time order, whose card was not saved, and a card in the account. */
async function placedShop({ card = 'pm_card_visa' } = {}) {
  const made = await world()
  const ben = await signedIn(made, BEN)
  const token = await placeOnce(made, ben, BEN)
  const cardId = card ? await addCard(made, ben, card) : null
  const upgrade = (fields: object = {}) =>
    ben.call('POST', `/v1/subscriptions/upgrade_order/${token}`, {
      renew_period_type: 'six_weeks',
      ...fields,
    })
  return { made, ben, token, cardId, upgrade, db: made.db }
}

const begun = ({ db }: World, token: string) =>
  db
    .select()
    .from(memberships)
    .where(eq(memberships.firstOrderId, orderOf(db, token).id))
    .all()

const consentsTo = ({ db }: World, token: string) =>
  db
    .select()
    .from(recurringConsents)
    .where(eq(recurringConsents.orderId, orderOf(db, token).id))
    .all()

const upgradeEvents = ({ db }: World) =>
  db.select().from(analyticsEvents).where(eq(analyticsEvents.name, 'order_upgraded_to_subscription')).all()

/** Counts the account's charges, for any order. */
const chargesTo = ({ db }: World, email: string) =>
  db
    .select({ kind: moneyMovements.kind })
    .from(moneyMovements)
    .innerJoin(orders, eq(orders.id, moneyMovements.orderId))
    .where(and(eq(orders.userId, userOf({ db }, email).id), eq(moneyMovements.kind, 'charge')))
    .all().length

type Subscription = { next: { order_token: string; charge_at: string; total_cents: number } | null }

async function nextOf(shopper: Shopper) {
  const answer = await expectOk(shopper.call('GET', '/account/subscriptions'))
  return ((await answer.json()) as { subscriptions: Subscription[] }).subscriptions[0]!.next!
}

describe('upgrading a placed order', () => {
  test("MEM-3 starts one membership with a stored consent at its first box's price, and charges nothing", async () => {
    const { made, ben, token, cardId, upgrade } = await placedShop()
    const before = chargesTo(made, BEN)
    const answer = (await (await expectOk(upgrade())).json()) as Record<string, string>
    expect(answer).toMatchObject({ url: `/order/${token}/steakholder`, renew_period_type: 'six_weeks' })
    await made.settleDown()

    expect(begun(made, token)).toMatchObject([{ state: 'active', renewPeriodType: 'six_weeks', cardId }])
    const next = await nextOf(ben)
    const [consent, ...others] = consentsTo(made, token)
    expect(others).toEqual([])
    expect(consent).toMatchObject({
      priceCents: next.total_cents,
      renewPeriodType: 'six_weeks',
      withdrawnAt: null,
    })
    const bad = await placedShop()
    expect((await bad.upgrade({ promotion_id: 'nothing' })).status).toBe(422)
    expect(begun(bad.made, bad.token)).toEqual([])
    for (const term of ['until I cancel', '2 days before the box arrives', 'cut-off', 'skip or cancel'])
      expect(consent!.words).toContain(term)
    expect(upgradeEvents(made)).toMatchObject([{ properties: { order_token: token } }])
    const [mail] = mailsTo(made, BEN).filter(({ subject }) => subject?.startsWith("You're a member"))
    expect(mail?.text).toContain(consent!.words)
    expect(chargesTo(made, BEN)).toBe(before)
    expect(await (await ben.visit(`/order/${token}/steakholder`)).text()).toContain('id="steakholder"')
  })

  test('MEM-3 MEM-4 charges the first box on its day to the chosen card, and ends with one press', async () => {
    const { made, ben, token, upgrade } = await placedShop()
    await expectOk(upgrade())
    const first = await nextOf(ben)
    await advanceTo(made, first.charge_at, 60_000)
    expect(orderOf(made.db, first.order_token)).toMatchObject({
      state: 'paid',
      totalCents: first.total_cents,
    })
    const again = await signedIn(made, BEN)
    const page = await (await again.visit(`/account/orders/${token}`)).text()
    expect(page).toContain(`action="/account/orders/${token}/end-agreement"`)
    await expectOk(again.call('POST', `/account/orders/${token}/end-agreement`))
    const before = chargesTo(made, BEN)
    await advance(made, 60 * 86_400_000)
    expect(chargesTo(made, BEN)).toBe(before)
  })

  test('MEM-3 starts one membership, consent, box, event and email for fifty concurrent requests', async () => {
    const { made, token, upgrade } = await placedShop()
    const answers = await Promise.all(Array.from({ length: 50 }, () => upgrade()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await made.settleDown()
    const [membership, ...others] = begun(made, token)
    expect(others).toEqual([])
    expect(consentsTo(made, token)).toHaveLength(1)
    expect(
      made.db.select().from(membershipBoxes).where(eq(membershipBoxes.membershipId, membership!.id)).all(),
    ).toHaveLength(1)
    expect(upgradeEvents(made)).toHaveLength(1)
    expect(mailsTo(made, BEN).filter(({ subject }) => subject?.startsWith("You're a member"))).toHaveLength(1)
  })

  test("MEM-3 is rejected in the customer's words, and starts nothing", async () => {
    const { made, ben, token, upgrade } = await placedShop()
    for (const renew_period_type of ['weekly', '', 'four_weeks;', ['two_weeks'], 4]) {
      const refused = await upgrade({ renew_period_type })
      expect([refused.status, await refused.json()]).toMatchObject([422, { error: FAILURE }])
    }
    expect((await upgrade({ agreed: false })).status).toBe(422)

    const stranger = await signedIn(made, ANA)
    const path = `/v1/subscriptions/upgrade_order/${token}`
    const fields = { renew_period_type: 'two_weeks' }
    expect((await stranger.call('POST', path, fields)).status).toBe(404)
    expect((await (await made.shopper()).call('POST', path, fields)).status).toBe(401)

    const cases = { gift: { giftOrder: true }, canceled: { state: 'canceled' }, checked: { state: 'review' } }
    for (const columns of Object.values(cases) as Parameters<typeof changeOrder>[2][]) {
      changeOrder(made.db, token, columns)
      const refused = await upgrade()
      expect([refused.status, await refused.json()]).toMatchObject([409, { message: FAILURE }])
      changeOrder(made.db, token, { giftOrder: false, state: 'paid' })
    }
    expect([begun(made, token), consentsTo(made, token), upgradeEvents(made)]).toEqual([[], [], []])

    await expectOk(upgrade())
    const other = await upgrade({ renew_period_type: 'two_weeks' })
    expect([other.status, await other.json()]).toMatchObject([409, { message: FAILURE }])
    const box = await nextOf(ben)
    expect(
      (await ben.call('POST', `/v1/subscriptions/upgrade_order/${box.order_token}`, fields)).status,
    ).toBe(409)
    await expectOk(ben.call('POST', `/account/orders/${token}/end-agreement`))
    expect((await upgrade()).status).toBe(409)
  })

  test('MEM-3 is rejected for an order that started a membership at checkout', async () => {
    const made = await world()
    const ben = await signedIn(made, BEN)
    const token = await placeRecurring(made, ben, BEN)
    const path = `/v1/subscriptions/upgrade_order/${token}`
    const refused = await ben.call('POST', path, { renew_period_type: 'four_weeks' })
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: FAILURE }])
    expect(begun(made, token)).toHaveLength(1)
  })

  test('MEM-3 without a saved card asks for one, then returns to the agreement', async () => {
    const { made, ben, token, upgrade } = await placedShop({ card: '' })
    const back = `/account/orders/${token}/membership`
    const refused = await upgrade()
    const url = `/account/cards/new?return_to=${encodeURIComponent(back)}`
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'card_missing', url }])
    expect(begun(made, token)).toEqual([])
    const page = await (await ben.visit(back)).text()
    expect(page).toContain(`href="${url}"`)
    expect(page).not.toContain('Start my membership')
    expect(await (await ben.visit(url)).text()).toContain(`name="return_to" value="${back}"`)
    expect((await upgrade({ card_id: '999999' })).status).toBe(422)
  })
})

describe('the upgrade page', () => {
  test('MEM-3 GND-5 works as a plain form: terms first, a checkbox, and the price that was shown', async () => {
    const { made, ben, token, cardId } = await placedShop()
    const page = `/account/orders/${token}/membership`
    for (const from of [`/account/orders/${token}`, `/order/${token}/confirmation`])
      expect(await (await ben.visit(from)).text(), from).toContain(`href="${page}"`)
    const shown = await (await ben.visit(page)).text()
    expect(shown).toContain('Nothing is charged today')
    expect(/<input type="checkbox" name="agreed"[^>]*>/.exec(shown)?.[0]).not.toContain('checked')
    const price_cents = /name="price_cents" value="(\d+)"/.exec(shown)![1]!
    const fields = { renew_period_type: 'two_weeks', card_id: String(cardId), price_cents }
    const send = (more: object = {}) =>
      ben.submit('POST', `/v1/subscriptions/upgrade_order/${token}`, { ...fields, ...more })

    const unchecked = await send()
    expect([unchecked.status, await unchecked.text()]).toEqual([
      422,
      expect.stringContaining('check the box'),
    ])
    made.db.update(offers).set({ priceCents: 9_900 }).run()
    const dearer = await send({ agreed: 'true' })
    expect([dearer.status, await dearer.text()]).toEqual([409, expect.stringContaining('just changed')])
    expect(begun(made, token)).toEqual([])

    const fresh = await (await ben.visit(page)).text()
    const sent = await send({
      agreed: 'true',
      price_cents: /name="price_cents" value="(\d+)"/.exec(fresh)![1]!,
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/order/${token}/steakholder`])
    expect(begun(made, token)).toHaveLength(1)
    expect(await (await ben.visit(page)).text()).toContain('part of a membership already')
    expect(await (await ben.visit(`/account/orders/${token}`)).text()).not.toContain(`href="${page}"`)
  })

  test('MEM-3 asks a guest to sign in first, and is closed to everyone else', async () => {
    const made = await world()
    const guest = await made.shopper()
    const token = await placeOnce(made, guest, 'nobody@example.com')
    const page = `/account/orders/${token}/membership`
    const shown = await (await guest.visit(page)).text()
    expect(shown).toContain('/signin?redirect_url=')
    expect(shown).not.toContain('name="agreed"')
    expect((await (await signedIn(made, BEN)).visit(page)).status).toBe(404)
    expect((await (await made.shopper()).visit(page)).headers.get('location')).toBe('/signin')
  })
})
