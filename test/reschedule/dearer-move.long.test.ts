import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayHolds, shipDays, shippingRates, storedCards } from '#db/schema/index.ts'
import { assertDay, HOUR_MS } from '#src/day.ts'
import { changesOf } from '#src/orders/changes.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { ANA } from '../support/account.ts'
import { changeOrder } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { add, editableBox } from '../support/editing.ts'
import { keepCard } from '../support/kept-card.ts'
import { nameCard } from '../support/paying-by-card.ts'
import { settingsSaved } from '../support/saved-settings.ts'
import { validator } from '../support/valid-html.ts'

const FASTER = '2026-11-24'
const LATER = '2026-12-10'
const EVEN_LATER = '2026-12-11'
const PLACE = { fcId: 1, shipOn: assertDay('2026-11-23') }
const DEARER = { arrival_date: FASTER, confirmed: 'true', amount_cents: '1200' }

const words = async (response: Response) => (await response.text()).replaceAll('&#39;', "'")

/** On a day far ahead, so that expedited shipping has a different ship day. */
async function movableBox(wishes: Parameters<typeof editableBox>[0] = { isKept: true }) {
  const box = await editableBox(wishes)
  const { db, shop, token } = box
  const booked = (shipOn: string | null) =>
    db
      .select()
      .from(shipDays)
      .where(and(eq(shipDays.fcId, 1), eq(shipDays.shipOn, assertDay(shipOn ?? ''))))
      .get()?.booked ?? 0
  const movePath = `/v1/subscriptions/update_arrival_date/${token}`
  const dayHeld = () => db.select().from(dayHolds).where(eq(dayHolds.orderId, box.order().id)).all()
  await box.post(movePath, { arrival_date: LATER, confirmed: 'true' })
  await shop.settleDown()
  return { ...box, booked, movePath, dayHeld, modalPath: `/modals/reschedule?order_token=${token}`, shop }
}

test('ORD-5 a difference below the minimum card charge costs nothing', async () => {
  const box = await movableBox()
  const before = box.order()
  box.db.update(shippingRates).set({ expeditedExtraCents: 30 }).run()
  settingsSaved(box.db)
  expect(await box.post(box.movePath, { arrival_date: FASTER })).not.toMatchObject({
    confirmation: 'charge_now',
  })
  await box.post(box.movePath, { arrival_date: FASTER, confirmed: 'true' })
  await box.shop.settleDown()
  const { arrivalOn, totalCents, shippingCents } = box.order()
  expect([arrivalOn, totalCents, shippingCents]).toEqual([FASTER, before.totalCents, before.shippingCents])
  expect(ledgerProblems(box.db)).toEqual([])
})

test('ORD-5 a dearer day warns only if the box is packed soon', async () => {
  const box = await movableBox()
  const pageOf = async (day: string) => words(await box.ana.visit(`${box.modalPath}&arrival_date=${day}`))
  expect(await pageOf(FASTER)).toContain("After that it can't change.")
  const later = await pageOf('2026-12-01')
  expect(later).toContain('On that day, you can change it until')
  expect(later).not.toContain("After that it can't change.")
})

test('ORD-5 a more expensive day shows its amount, and accepts no other', async () => {
  const box = await movableBox()
  const { db } = box
  expect(await box.post(box.movePath, { arrival_date: FASTER })).toMatchObject({
    confirmation: 'charge_now',
    amount_cents: 1_200,
  })
  const page = await words(await box.ana.visit(`${box.modalPath}&arrival_date=${FASTER}`))
  expect(page).toMatch(/You pay<\/dt><dd>\$12\.00/)
  expect(page).toContain('Visa ending in 4242, the card you paid with')
  expect(page).toContain('Another card<noscript> (needs JavaScript)</noscript>')
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  const before = dump(db)
  for (const amount_cents of [undefined, 1_199, 0, 'twelve', -1_200])
    expect(await box.post(box.movePath, { ...DEARER, amount_cents })).toMatchObject({
      status: 409,
      confirmation: 'charge_now',
      amount_cents: 1_200,
    })
  expect(changedTables(before, dump(db))).toEqual([])

  changeOrder(db, box.token, { lockAt: box.shop.clock.now() + 10 * HOUR_MS })
  const soon = await words(await box.ana.visit(`${box.modalPath}&arrival_date=${FASTER}`))
  expect(soon).toContain('id="reschedule_warning"')
  expect(soon.match(/notice--gold/g)).toHaveLength(1)
})

test('ORD-5 a more expensive day is charged to the saved card before the move; a later cheaper day refunds it', async () => {
  const box = await movableBox()
  const { db, order, booked } = box
  const was = order()
  const [left, taken] = [booked(was.shipOn), booked(PLACE.shipOn)]
  expect(await box.post(box.movePath, DEARER)).toMatchObject({
    status: 200,
    message: 'Your box now comes Tuesday, November 24.',
  })
  expect(order()).toMatchObject({
    arrivalOn: FASTER,
    shipOn: PLACE.shipOn,
    expedited: true,
    totalCents: (was.totalCents ?? 0) + 1_200,
    version: was.version + 1,
  })
  expect([booked(was.shipOn), booked(PLACE.shipOn)]).toEqual([left - 1, taken + 1])
  expect([box.dayHeld(), box.waiting()]).toEqual([[], []])
  expect(changesOf(db, was.id).at(-1)).toMatchObject({ kind: 'moved', differenceCents: 1_200 })
  expect(await words(await box.ana.visit(`/account/orders/${box.token}`))).toContain(
    '$12.00 more charged to Visa ending in 4242.',
  )
  await box.post(box.movePath, DEARER) // a double tap
  await box.shop.settleDown()
  expect(box.ledger().map(([kind]) => kind)).toEqual(['charge', 'charge'])
  expect(box.mails()).toContain(`Your box moved from Thu, Dec 10 to Tue, Nov 24 (${was.identifier})`)

  await box.post(box.movePath, { arrival_date: LATER, confirmed: 'true' })
  await box.shop.settleDown()
  const [, extra] = box.payments()
  expect(box.refunds()).toMatchObject([{ paymentId: extra?.id, amountCents: 1_200, status: 'succeeded' }])
  const undo = { arrival_date: FASTER, confirmed: 'true', undo: 'true' }
  expect(await box.post(box.movePath, undo)).toMatchObject({ status: 409, amount_cents: 1_200 })
  expect(box.problems()).toEqual([])
})

test("ORD-5 a declined card leaves the box on its day, with the bank's reason", async () => {
  const box = await movableBox({ card: 'pm_card_chargeCustomerFail', isKept: true })
  const was = box.order()
  expect(await box.post(box.movePath, DEARER)).toMatchObject({
    status: 402,
    message: 'Your card was declined.',
  })
  const page = await words(await box.ana.submit('POST', box.movePath, DEARER))
  expect(page).toContain('Your card was declined.')
  await box.shop.settleDown()
  expect(box.order()).toEqual({ ...was, updatedAt: expect.any(Number) })
  expect([box.dayHeld(), box.waiting(), box.problems()]).toEqual([[], [], []])
})

test.each(['complete', 'fail'] as const)(
  "ORD-5 during 3-D Secure for a more expensive day the box stays and its slot is held, until the customer's choice: %s",
  async (choice) => {
    const box = await movableBox()
    const { db, order, shop } = box
    const was = order()
    const asking = await keepCard(shop, ANA, 'pm_card_authenticationRequired')
    db.update(storedCards).set({ orderId: was.id }).where(eq(storedCards.id, asking.id)).run()
    expect(await box.post(box.movePath, DEARER)).toMatchObject({
      status: 402,
      code: 'authentication_required',
      path: `${box.payPath}?authenticate=true`,
    })
    const [, extra] = box.payments()
    const intent = await shop.services.stripe.paymentIntents.retrieve(extra?.intentId ?? '')
    expect(await words(await box.ana.visit(`${box.payPath}?authenticate=true`))).toContain(
      intent.client_secret ?? 'no secret',
    )
    expect([intent.status, order().arrivalOn]).toEqual(['requires_action', LATER])
    expect(box.dayHeld()).toMatchObject([PLACE])
    expect(box.ledger().map(([kind]) => kind)).toEqual(['charge'])

    await box.ana.authenticate(intent.client_secret ?? '', intent.id, choice)
    await box.ana.visit(box.payPath)
    if (choice === 'fail') await box.ana.call('DELETE', box.payPath)
    await shop.settleDown()
    const isPaid = choice === 'complete'
    expect(order()).toMatchObject({
      arrivalOn: isPaid ? FASTER : LATER,
      totalCents: (was.totalCents ?? 0) + (isPaid ? 1_200 : 0),
    })
    expect(box.ledger().map(([kind]) => kind)).toEqual(isPaid ? ['charge', 'charge'] : ['charge'])
    expect([box.dayHeld(), box.waiting(), box.problems()]).toEqual([[], [], []])
  },
)

test('ORD-5 a guest pays for a more expensive day by card form; its slot is held, and released on cancel', async () => {
  const box = await movableBox({})
  const key = guestKey(box.shop.config, box.token)
  const guest = await box.shop.shopper()
  const payPath = `${box.payPath}?key=${key}`
  const ask = async () => (await guest.call('POST', `${box.movePath}?key=${key}`, DEARER)).status
  expect(await ask()).toBe(402)
  expect(box.dayHeld()).toMatchObject([PLACE])
  await guest.call('DELETE', payPath)
  expect([box.dayHeld(), box.waiting()]).toEqual([[], []])

  expect(await ask()).toBe(402)
  const card = { stripeToken: await nameCard(box.shop, 'pm_card_mastercard'), same_as_shipping: true }
  const paid = await guest.call('POST', payPath, card)
  expect(await paid.json()).toMatchObject({
    message: 'Your box now comes Tuesday, November 24, and the difference is paid.',
  })
  expect(box.order().arrivalOn).toBe(FASTER)
  await box.shop.settleDown()
  expect(box.problems()).toEqual([])
})

test('ORD-5 ORD-7 a change waiting for payment shows on the order and payment pages, and its end leads back', async () => {
  const box = await movableBox({})
  const confirmation = await words(await box.ana.visit(`${box.modalPath}&arrival_date=${FASTER}`))
  expect(confirmation).toMatch(/<noscript>\s*<p [^>]*>You'll enter your card on the next page, which needs/)
  const orderPage = async () => words(await box.ana.visit(`/account/orders/${box.token}`))
  expect(await orderPage()).not.toContain('A change waits for its payment')
  expect((await box.post(box.movePath, DEARER)).status).toBe(402)
  const page = await orderPage()
  expect(page).toContain('A change waits for its payment: Move it to Tuesday, November 24.')
  expect(page).toContain('The change expires ')
  expect(page).toContain(`<a href="${box.payPath}">pay $12.00</a>`)
  expect(await words(await box.ana.visit(box.payPath))).toContain('<li>Move it to Tuesday, November 24</li>')

  expect((await box.confirm(add(box.roast.token, 2))).status).toBe(402)
  expect(await words(await box.ana.visit(box.payPath))).toContain(`<li>Add 2 × ${box.roast.name}`)
  await box.ana.call('POST', `/account/orders/${box.token}/cancel`)
  expect(await orderPage()).not.toContain('A change waits for its payment')
  const card = { stripeToken: await nameCard(box.shop), same_as_shipping: true }
  expect(await box.post(box.payPath, card)).toMatchObject({
    status: 409,
    message: "This order was canceled, so there's nothing to pay. Nothing was charged.",
    path: `/account/orders/${box.token}`,
  })
  expect(await orderPage()).toContain("there's nothing to pay")
})

test('ORD-5 a payment for a day closed since, or after its hold ended, is refunded', async () => {
  for (const isLate of [false, true]) {
    const box = await movableBox({})
    const was = box.order()
    expect((await box.post(box.movePath, DEARER)).status).toBe(402)
    const [, extra] = box.payments()
    const { client_secret } = await box.shop.services.stripe.paymentIntents.retrieve(extra?.intentId ?? '')
    if (isLate) box.shop.pass(11 * 60_000)
    else
      box.db
        .insert(shipDays)
        .values({ ...PLACE, capacity: 0 })
        .onConflictDoUpdate({ target: [shipDays.fcId, shipDays.shipOn], set: { capacity: 0 } })
        .run()
    await box.ana.confirm(client_secret ?? '')
    await box.shop.settleDown()
    expect(box.order()).toMatchObject({ arrivalOn: was.arrivalOn, totalCents: was.totalCents })
    expect(box.refunds()).toMatchObject([{ amountCents: 1_200, status: 'succeeded' }])
    expect([box.dayHeld(), box.waiting(), box.problems()]).toEqual([[], [], []])
  }
})

test("ORD-5 ORD-7 a move cancels an edit that waits for payment, which then can't be paid", async () => {
  const box = await movableBox({})
  expect((await box.confirm(add(box.roast.token, 1))).status).toBe(402)
  expect((await box.post(box.movePath, { arrival_date: EVEN_LATER, confirmed: 'true' })).status).toBe(200)
  expect([box.waiting(), box.held()]).toEqual([[], []])
  const card = { stripeToken: await nameCard(box.shop), same_as_shipping: true }
  expect((await box.post(box.payPath, card)).status).toBe(409)
  await box.shop.settleDown()
  expect([box.lines().length, box.order().arrivalOn]).toEqual([1, EVEN_LATER])
  expect(box.problems()).toEqual([])
})

test('ORD-5 a move says before and after that it ends a change that waits for its payment', async () => {
  const box = await movableBox()
  const { ana, roast, shop } = box
  const pageOf = async (day: string) => words(await ana.visit(`${box.modalPath}&arrival_date=${day}`))
  const before = `You haven't paid for an earlier change yet: Add 2 × ${roast.name}`
  expect(await pageOf(EVEN_LATER)).not.toContain("You haven't paid")
  expect(await box.confirm(add(roast.token, 2), { card: 'new' })).toMatchObject({ code: 'card_required' })
  expect(await pageOf(EVEN_LATER)).toContain(before)
  const edit = await ana.submit('POST', box.editPath, { [`quantities[${roast.token}]`]: '1' })
  expect(await words(edit)).toContain(before)

  const move = { arrival_date: EVEN_LATER, confirmed: 'true' }
  expect((await box.post(box.movePath, move)).message).toBe(
    'Your box now comes Friday, December 11. The change that waited for its payment has ended, and nothing was charged for it.',
  )
  expect((await box.post(box.movePath, move)).message).toBe('Your box now comes Friday, December 11.')
  await shop.settleDown()

  const dearer = { ...DEARER, card: 'new' }
  expect(await box.post(box.movePath, dearer)).toMatchObject({ code: 'card_required' })
  expect(await pageOf(FASTER)).not.toContain("You haven't paid")
  expect(await pageOf(LATER)).toContain("You haven't paid for an earlier change yet: Move it to")
})
