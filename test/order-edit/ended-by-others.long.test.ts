import { expect, test } from 'vitest'
import { ANA, mailsTo, signedIn } from '../support/account.ts'
import { SEATTLE_STEP } from '../support/delivery-step.ts'
import { add, editableBox } from '../support/editing.ts'
import { RUTH } from '../support/staff.ts'

const ENDED = 'The change that waited for its payment has ended, and nothing was charged for it.'

const words = async (response: Response) => (await response.text()).replaceAll('&#39;', "'")

/** A paid box whose buyer has yet to pay for two roasts more. */
async function boxWithWaitingChange() {
  const box = await editableBox({ isKept: true, shares: 2 })
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
