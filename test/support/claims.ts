import sharp from 'sharp'
import type { OrderState } from '#db/schema/index.ts'
import { claimsOf } from '#src/claims/claims.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { itemsOf } from '#src/orders/items.ts'
import { signedIn } from './account.ts'
import { changeOrder } from './buying.ts'
import { paidOrder } from './refunding.ts'
import type { Shopper } from './shopper.ts'
import { RUTH } from './staff.ts'

/** A guest's box that arrived today, and a staff member. */
export async function arrivedBox(state: OrderState = 'delivered') {
  const paid = await paidOrder()
  const { db, shop, token } = paid
  changeOrder(db, token, { state, arrivalOn: dayIn('America/Los_Angeles', shop.clock.now()) })
  const ruth = await signedIn(shop, RUTH)
  return {
    ...paid,
    ruth,
    lines: () => itemsOf(db, paid.order().id).map((line) => line.token),
    claims: () => claimsOf(db, paid.order().id),
  }
}

export type Arrived = Awaited<ReturnType<typeof arrivedBox>>

/** A small JPEG with its location in the EXIF data. */
export const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Make: 'Quillcam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 36/1 0/1' } })
    .jpeg()
    .toBuffer()

type Told = {
  kind?: string
  note?: string
  lines?: string[]
  photos?: Buffer[]
  accept?: string
  key?: string
}

/** Sends a claim as the page's form does. */
export function tell(shopper: Shopper, token: string, told: Told) {
  const { kind = 'thawed', note = '', lines = [], photos = [], accept = 'application/json', key } = told
  const form = new FormData()
  form.append('kind', kind)
  form.append('note', note)
  form.append('authenticity_token', shopper.token)
  for (const line of lines) form.append('lines[]', line)
  for (const bytes of photos) form.append('photos[]', new File([new Uint8Array(bytes)], 'photo.jpg'))
  return shopper.send(`/account/orders/${token}/claims${key ? `?key=${key}` : ''}`, {
    method: 'POST',
    headers: { accept },
    body: form,
  })
}
