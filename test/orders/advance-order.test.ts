import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { advanceOrder } from '#src/orders/advance-order.ts'
import { fillCart, orderOf } from '../support/buying.ts'
import { world } from '../support/world.ts'

test('an order rejects a transition that its state does not allow', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await fillCart(ana, shop.db)
  const order = orderOf(shop.db, token)
  const ship = durably(shop.db, (tx) => advanceOrder(tx, order, { state: 'shipped', updatedAt: 1 }))
  await expect(ship).rejects.toThrow('cannot go from cart to shipped')
  expect(orderOf(shop.db, token)).toEqual(order)
})
