import { expect, test } from 'vitest'
import { guestKey } from '#src/orders/guest-key.ts'
import { signedIn } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { booksOf } from '../support/farm-money.ts'
import { shippedBox } from '../support/parcels.ts'
import { RUTH } from '../support/staff.ts'
import { orderNow } from '../support/waves.ts'

/** A shipped box of a guest, whose order staff can refund in full. */
async function refundableBox() {
  const parcel = await shippedBox()
  const { shop, box } = parcel
  const [ruth, guest] = [await signedIn(shop, RUTH), await shop.shopper()]
  const { token, totalCents } = orderNow(shop, box)
  const key = guestKey(shop.config, token)
  const refund = { amount_cents: totalCents, reason: 'It came warm.', press: 'all' }
  const pageOf = async (path: string) => (await guest.visit(path)).text()
  return {
    ...parcel,
    refund: () => expectOk(ruth.call('POST', `/staff/orders/${token}/refund`, refund)),
    state: () => orderNow(shop, box).state,
    tracking: () => pageOf(`/${token}/tracking-info?key=${key}`),
    publicTracking: () => pageOf(`/${token}/tracking-info`),
    orderPage: () => pageOf(`/account/orders/${token}?key=${key}`),
  }
}

test('TRK-1 ORD-2 a box that came and was refunded was not canceled, and still says how to thaw it', async () => {
  const { tell, refund, state, tracking, publicTracking, orderPage } = await refundableBox()
  await tell({ status: 'in_transit', at: '2026-11-24T08:10:00Z' })
  await refund()
  await tell({ status: 'delivered', at: '2026-11-25T20:10:00Z' })
  expect(state()).toBe('refunded')
  const html = await tracking()
  for (const words of [
    'It was delivered',
    'It came Wed, Nov 25.',
    'We’ve refunded this order.',
    'id="tracking_thaw"',
  ])
    expect(html).toContain(words)
  for (const words of ['canceled', 'There is no box to follow', 'Something’s wrong', 'Text updates'])
    expect(html).not.toContain(words)
  const open = await publicTracking()
  expect(open).toContain('It came Wed, Nov 25.')
  expect(open).not.toContain('We’ve refunded this order.')
  expect(await orderPage()).toContain('Delivered to')
})

test.each([{ status: 'return_to_sender' }, { status: 'in_transit', detail: 'lost' }])(
  'TRK-1 the page of a box that won’t come says nothing about unpacking it: %o',
  async (news) => {
    const { tell, tracking } = await refundableBox()
    expect(await tracking()).toContain('When it gets to you')
    await tell({ ...news, at: '2026-11-25T08:10:00Z' })
    const html = await tracking()
    for (const words of ['When it gets to you', 'id="tracking_thaw"']) expect(html).not.toContain(words)
  },
)

test('TRK-4 FRM-2 a box that is sent back or lost ends once it is refunded, before or after', async () => {
  const lost = { status: 'in_transit', detail: 'lost' }
  for (const news of [{ status: 'return_to_sender' }, lost])
    for (const isRefundedFirst of [false, true]) {
      const { shop, tell, refund, state, tracking, orderPage, notices } = await refundableBox()
      const happened = () => tell({ ...news, at: '2026-11-25T08:10:00Z' })
      const steps = isRefundedFirst ? [refund, happened] : [happened, refund]
      for (const step of steps) {
        expect(state()).toBe('shipped')
        await step()
      }
      expect(state()).toBe('refunded')
      await shop.settleDown()
      expect(await booksOf(shop)).toEqual([])
      const pages = [await tracking(), await orderPage()]
      for (const html of pages)
        for (const words of ['refund you', 'reach the driver']) expect(html).not.toContain(words)
      expect(pages[0]).toContain('We’ve refunded this order.')
      expect(pages[1]).toContain('This box was refunded')
      await tell({ status: 'delivered', at: '2026-11-27T08:10:00Z' })
      expect([state(), notices().length]).toEqual(['refunded', news === lost ? 3 : 2])
    }
})
