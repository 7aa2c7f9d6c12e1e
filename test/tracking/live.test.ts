import { expect, test } from 'vitest'
import { trackingStream } from '#src/live/tracking-stream.ts'
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
