import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { isBeingCharged } from '#src/orders/open-order.ts'
import { add, editableBox } from '../support/editing.ts'
import { nameCard } from '../support/paying-by-card.ts'

/** A change that waits for its money, with the page to pay for it open. */
async function waitingChange() {
  const box = await editableBox({ isKept: true })
  expect(await box.confirm(add(box.roast.token, 2), { card: 'new' })).toMatchObject({ code: 'card_required' })
  const page = await (await box.ana.visit(box.payPath)).text()
  const keepForm = page.slice(page.indexOf('value="delete"'))
  const attempt = /name="attempt" value="(\d+)"/.exec(keepForm)?.[1] ?? ''
  const payWith = async (card: string) =>
    box.post(box.payPath, { stripeToken: await nameCard(box.shop, card), same_as_shipping: true, attempt })
  const keep = async () => {
    const response = await box.ana.call('DELETE', box.payPath, { attempt })
    return { status: response.status, ...((await response.json()) as { message: string }) }
  }
  return { ...box, attempt, payWith, keep }
}

test('ORD-7 “Keep my order as it was” does not say so of a change that another tab has paid for', async () => {
  const box = await waitingChange()
  expect(await box.payWith('pm_card_visa')).toMatchObject({ status: 200 })
  expect(await box.keep()).toEqual(
    expect.objectContaining({
      status: 409,
      message: 'It was too late to stop this change. Your box is updated, and the difference is paid.',
    }),
  )
  expect(box.lines()).toHaveLength(2)
})

test('ORD-7 the buyer who leaves the bank’s question keeps the order as it was at once', async () => {
  const box = await waitingChange()
  expect(await box.payWith('pm_card_threeDSecure2Required')).toMatchObject({ status: 200 })
  expect(isBeingCharged(box.order(), box.shop.clock.now())).toBe(true)
  expect(await box.keep()).toMatchObject({
    status: 200,
    message: 'Your order stays as it was. Nothing was charged.',
  })
  expect(box.payments().at(-1)?.status).toBe('canceled')
  expect([box.waiting(), box.held()]).toEqual([[], []])
  expect((await box.ana.visit(box.payPath)).headers.get('location')).toBe(`/account/orders/${box.token}`)
})

test('ORD-7 a change that the provider can’t be asked to stop is not called ended', async () => {
  const box = await waitingChange()
  vi.spyOn(box.shop.services.stripe.paymentIntents, 'cancel').mockRejectedValue(
    new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'No line.' }),
  )
  expect(await box.keep()).toMatchObject({
    status: 503,
    error: "We couldn't stop this change right now. Please try again in a minute.",
  })
  expect(box.payments().at(-1)?.status).toBe('open')
})
