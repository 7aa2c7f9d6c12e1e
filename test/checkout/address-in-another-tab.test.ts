import { expect, test } from 'vitest'
import { changeAddress } from '#src/checkout/address.ts'
import { chooseArrival, datesFor } from '#src/checkout/arrival-date.ts'
import { addressOf } from '#src/orders/order-address.ts'
import { orderOf, readyToPay } from '../support/buying.ts'
import { world } from '../support/world.ts'

test('CHK-5 a date chosen in another tab while the address was being verified is kept', async () => {
  const { db, shopper, clock } = await world()
  const token = await readyToPay(await shopper(), db)
  const loaded = orderOf(db, token)
  const now = clock.now()
  const later = datesFor(db, loaded, now).findLast((day) => day.ok && !day.expedited)!.date
  expect(later).not.toBe(loaded.arrivalOn)
  expect(await chooseArrival(db, loaded, later, now)).toEqual({ ok: true })
  const change = await changeAddress(db, {
    order: loaded,
    typed: addressOf(loaded),
    accepted: { addressConfirmation: null, postalCodeDelay: false, centerChange: null },
    verification: { status: 'confirmed' },
    shownFcId: loaded.fcId,
    now,
  })
  expect(change).toEqual({ ok: true })
  expect(orderOf(db, token).arrivalOn).toBe(later)
})
