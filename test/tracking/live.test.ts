import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#db/schema/index.ts'
import { assertDay, formatDay } from '#src/day.ts'
import { trackingStream } from '#src/live/tracking-stream.ts'
import { ANA, signedIn, userOf } from '../support/account.ts'
import { sessionHashOf } from '../support/cable.ts'
import { shippedBox } from '../support/parcels.ts'

test('RT-3 a tracking update makes a new snapshot version, and strangers get only the location', async () => {
  const { shop, box, tell } = await shippedBox()
  const stranger = await shop.shopper()
  await stranger.visit(`/${box.token}/tracking-info`)
  const visitor = { user: null, sessionHash: await sessionHashOf(shop.config, stranger) }
  const nameOf = (reader: string) =>
    trackingStream.streamFor(shop.services, `${box.token}/${reader}`, visitor)
  expect(nameOf('owner')).toBeNull()
  expect(trackingStream.streamFor(shop.services, 'nothing/public', visitor)).toBeNull()
  const stream = nameOf('public') ?? ''
  const look = () => {
    const { snapshots } = trackingStream.poll(shop.services, [
      { stream, subject: `${box.token}/public`, visitor },
    ])
    return snapshots.get(stream)
  }
  const before = look()
  expect(look()?.version).toBe(before?.version)
  await tell({ status: 'out_for_delivery', at: '2026-11-25T16:00:00Z', place: 'Sparks' })
  const after = look()
  expect(after?.version).not.toBe(before?.version)
  const html = after?.render() ?? ''
  expect(html).toContain('target="tracking_card"')
  expect(html).toContain('on the van in Sparks, NV')
  expect(html).not.toContain(box.deliveryStreet1 ?? 'no street')
})

test('RT-3 TRK-1 a delay takes the old days out of the open page’s thaw plan, and strangers get no plan', async () => {
  const { shop, box, tell } = await shippedBox()
  const owner = await signedIn(shop, ANA)
  shop.db
    .update(orders)
    .set({ userId: userOf(shop, ANA).id })
    .where(eq(orders.id, box.id))
    .run()
  const visitor = { user: userOf(shop, ANA), sessionHash: await sessionHashOf(shop.config, owner) }
  const pushedTo = (reader: string) => {
    const subject = `${box.token}/${reader}`
    const stream = trackingStream.streamFor(shop.services, subject, visitor) ?? ''
    const { snapshots } = trackingStream.poll(shop.services, [{ stream, subject, visitor }])
    return snapshots.get(stream)?.render() ?? ''
  }
  expect(pushedTo('owner')).toContain(
    `If you move it to the fridge ${formatDay(assertDay(box.arrivalOn ?? ''), 'long')}`,
  )
  await tell({ status: 'in_transit', detail: 'delayed', at: '2026-11-24T08:10:00Z' })
  expect(pushedTo('owner')).toContain('Counted in days from the evening you move it to the fridge.')
  expect(pushedTo('public')).not.toContain('fridge')
})
