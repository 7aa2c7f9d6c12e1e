import { expect, test } from 'vitest'
import { roles } from '#db/schema/index.ts'
import { ANA, BEN, mailsTo, signedIn, userOf } from '../support/account.ts'
import { SEATTLE_STEP } from '../support/delivery-step.ts'
import { add, editableBox } from '../support/editing.ts'
import { RUTH } from '../support/staff.ts'

const ENDED = 'The change that waited for its payment has ended, and nothing was charged for it.'

const words = async (response: Response) => (await response.text()).replaceAll('&#39;', "'")

/** A paid box whose buyer has yet to pay for two roasts more. */
async function boxWithWaitingChange(wishes: { card?: string; shares?: number } = {}) {
  const box = await editableBox({ isKept: true, shares: 2, ...wishes })
  expect(await box.confirm(add(box.roast.token, 2), { card: 'new' })).toMatchObject({ code: 'card_required' })
  const mail = (subject: RegExp) =>
    `${mailsTo(box.shop, ANA).find((sent) => subject.test(sent.subject))?.text}`
  return { ...box, mail, ended: `Add 2 × ${box.roast.name}` }
}

test('ORD-7 a new address says before and after that it ends a change that waits for its payment', async () => {
  const box = await boxWithWaitingChange()
  const page = () => box.ana.visit(`/${box.token}/delivery?change=true`).then(words)
  expect(await page()).toContain(`You haven't paid for an earlier change yet: ${box.ended}`)
  const unit = { ...SEATTLE_STEP, delivery_street_address_2: 'Apt 4', purpose: 'save' }
  const path = `/v1/update_shipping_address/${box.token}`
  const same = { ...SEATTLE_STEP, purpose: 'save' }
  expect(await box.post(path, same)).toMatchObject({ message: 'Your delivery details are saved.' })
  expect(await box.post(path, unit)).toMatchObject({ message: `Your delivery details are saved. ${ENDED}` })
  expect(await page()).not.toContain("You haven't paid")
  expect(await box.post(path, unit)).toMatchObject({ message: 'Your delivery details are saved.' })
  await box.shop.settleDown()
  expect(box.payments().map(({ status }) => status)).toEqual(['succeeded', 'canceled'])
  expect(box.problems()).toEqual([])
})

test("STF-2 a staff move or edit tells clerk and customer that it ends the customer's unpaid change", async () => {
  for (const action of ['move', 'edit'] as const) {
    const box = await boxWithWaitingChange()
    const ruth = await signedIn(box.shop, RUTH)
    const path = `/staff/orders/${box.token}`
    expect(await words(await ruth.visit(path))).toContain(`Waiting for the customer's payment: ${box.ended}`)
    const fewer = { items: [{ bid_item_token: box.share, quantity: 1 }], confirmed: true }
    const change = action === 'move' ? { arrival_date: '2026-12-03' } : fewer
    const asked = { ...change, version: box.order().version, reason: 'She called.' }
    expect((await ruth.call('POST', `${path}/${action}`, asked)).status).toBe(200)
    await box.shop.settleDown()
    expect(box.mail(action === 'move' ? /Your box moved/ : /Your box has changed/)).toContain(ENDED)
    expect(await words(await ruth.visit(path))).not.toContain("Waiting for the customer's payment")
  }
})

test("STF-2 a staff change charged to the kept card says in its email that it ends the customer's", async () => {
  for (const action of ['move', 'edit'] as const) {
    const box = await boxWithWaitingChange()
    const ruth = await signedIn(box.shop, RUTH)
    const path = `/staff/orders/${box.token}`
    const paid = { reason: 'She called.', consent: true, confirmed: true }
    const change =
      action === 'edit'
        ? { items: add(box.roast.token, 1) }
        : { arrival_date: '2026-11-24', amount_cents: 1_200 }
    const asked = () => ({ ...change, ...paid, version: box.order().version })
    const answer = await ruth.call('POST', `${path}/${action}`, asked())
    expect(answer.status).toBe(200)
    await box.shop.settleDown()
    expect(box.payments().map(({ status }) => status)).toEqual(['succeeded', 'canceled', 'succeeded'])
    expect(box.mail(action === 'move' ? /Your box moved/ : /Your box has changed/)).toContain(ENDED)
  }
})

test("STF-2 a move refused for want of consent leaves the customer's unpaid change waiting", async () => {
  const box = await boxWithWaitingChange()
  const ruth = await signedIn(box.shop, RUTH)
  const path = `/staff/orders/${box.token}`
  const asked = { arrival_date: '2026-11-24', amount_cents: 1_200, version: box.order().version }
  const refused = await ruth.call('POST', `${path}/move`, { ...asked, reason: 'She called.' })
  expect(refused.status).toBe(422)
  expect(box.payments().map(({ status }) => status)).toEqual(['succeeded', 'open'])
  expect(await words(await ruth.visit(path))).toContain("Waiting for the customer's payment")
})

test("ORD-7 an edit of an earlier version leaves the customer's unpaid change waiting", async () => {
  const box = await boxWithWaitingChange()
  const ruth = await signedIn(box.shop, RUTH)
  const fewer = { items: [{ bid_item_token: box.share, quantity: 1 }], confirmed: true }
  const asked = { ...fewer, version: box.order().version - 1, reason: 'She called.' }
  const refused = await ruth.call('POST', `/staff/orders/${box.token}/edit`, asked)
  expect(refused.status).toBe(409)
  expect(box.payments().map(({ status }) => status)).toEqual(['succeeded', 'open'])
  const page = await words(await ruth.visit(`/staff/orders/${box.token}`))
  expect(page).toContain(`Waiting for the customer's payment: ${box.ended}`)
})

test("STF-2 a move refused for its amount leaves the customer's unpaid change waiting", async () => {
  const box = await boxWithWaitingChange()
  const ruth = await signedIn(box.shop, RUTH)
  const path = `/staff/orders/${box.token}`
  const paid = { reason: 'She called.', consent: true }
  for (const [asked, status] of [
    [{ arrival_date: '2026-11-24', amount_cents: 900, ...paid }, 409],
    [{ arrival_date: '2026-11-22', ...paid }, 409],
    [{ arrival_date: box.order().arrivalOn, ...paid }, 200],
  ] as const) {
    expect([asked, (await ruth.call('POST', `${path}/move`, asked)).status]).toEqual([asked, status])
    expect(box.payments().map((payment) => payment.status)).toEqual(['succeeded', 'open'])
  }
  expect(await words(await ruth.visit(path))).toContain("Waiting for the customer's payment")
})

test("STF-2 an edit that needs a second person leaves the customer's unpaid change waiting", async () => {
  const box = await boxWithWaitingChange({ shares: 10 })
  box.db
    .insert(roles)
    .values({ userId: userOf(box.shop, BEN).id, role: 'staff' })
    .run()
  const [ruth, ben] = [await signedIn(box.shop, RUTH), await signedIn(box.shop, BEN)]
  const path = `/staff/orders/${box.token}/edit`
  const fewer = { items: [{ bid_item_token: box.share, quantity: 2 }], confirmed: true, reason: 'He called.' }
  const asked = { ...fewer, version: box.order().version }
  const refused = await ruth.call('POST', path, asked)
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    expect.stringContaining('needs a second person'),
  ])
  expect(box.payments().map(({ status }) => status)).toEqual(['succeeded', 'open'])
  expect((await ben.call('POST', path, asked)).status).toBe(200)
  expect(box.payments().map(({ status }) => status)).toEqual(['succeeded', 'canceled'])
})

test('STF-2 a staff change that the kept card declines emails the customer that their own has ended', async () => {
  for (const action of ['move', 'edit'] as const) {
    const box = await boxWithWaitingChange({ card: 'pm_card_chargeCustomerFail' })
    const ruth = await signedIn(box.shop, RUTH)
    const change =
      action === 'edit'
        ? { items: add(box.roast.token, 1) }
        : { arrival_date: '2026-11-24', amount_cents: 1_200 }
    const asked = { ...change, reason: 'She called.', consent: true, confirmed: true }
    const path = `/staff/orders/${box.token}/${action}`
    const press = () => ruth.call('POST', path, { ...asked, version: box.order().version })
    expect((await press()).status).toBe(402)
    await box.shop.settleDown()
    expect(box.mail(/The change you started has ended/)).toContain(ENDED)
    expect((await press()).status).toBe(402)
    await box.shop.settleDown()
    expect(box.mails().filter((subject) => /has ended/.test(subject))).toHaveLength(1)
  }
})
