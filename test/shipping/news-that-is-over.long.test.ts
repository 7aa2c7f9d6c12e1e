import { expect, test } from 'vitest'
import { mailsTo, signedIn } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { shippedBox } from '../support/parcels.ts'
import { RUTH } from '../support/staff.ts'
import { orderNow } from '../support/waves.ts'

const subjectsOf = ({ shop, box }: Awaited<ReturnType<typeof shippedBox>>) =>
  mailsTo(shop, box.email ?? '')
    .filter(({ text }) => text.includes('tracking-info'))
    .map(({ subject }) => subject.replace(/,? \(.*/, ''))

test('TRK-4 a failed try or a pickup isn’t emailed once the box has come', async () => {
  const parcel = await shippedBox()
  await parcel.tell({ status: 'failure', at: '2026-11-24T08:00:00Z' })
  await parcel.tell({ status: 'available_for_pickup', at: '2026-11-25T08:00:00Z' })
  await parcel.tell({ status: 'delivered', at: '2026-11-25T20:00:00Z' })
  await parcel.shop.settleDown()
  expect(subjectsOf(parcel)).toEqual(['Your box is at your door'])
})

test('TRK-4 the email about a lost box names no closed gate, and says what comes next', async () => {
  const parcel = await shippedBox()
  const { shop, box, tell } = parcel
  await tell({ status: 'in_transit', detail: 'lost', at: '2026-11-24T08:00:00Z' })
  await shop.settleDown()
  const mail = mailsTo(shop, box.email ?? '').at(-1)
  expect(mail?.subject).toContain('Your box won’t reach you')
  expect(mail?.text).toContain('send you a new one or refund you in full')
  expect(mail?.text).not.toContain('gate')
})

test('TRK-4 a box that comes back after its refund promises no refund by email', async () => {
  const parcel = await shippedBox()
  const { shop, box, tell } = parcel
  await tell({ status: 'in_transit', at: '2026-11-24T08:00:00Z' })
  const { token, totalCents } = orderNow(shop, box)
  const ruth = await signedIn(shop, RUTH)
  const refund = { amount_cents: totalCents, reason: 'It is late.', press: 'all' }
  await expectOk(ruth.call('POST', `/staff/orders/${token}/refund`, refund))
  await shop.settleDown()
  await tell({ status: 'return_to_sender', at: '2026-11-25T08:00:00Z' })
  await shop.settleDown()
  expect(subjectsOf(parcel)).toEqual([expect.stringContaining('Your box is on its way')])
})
