import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, orderLines } from '#db/schema/index.ts'
import { orderById } from '#src/orders/orders.ts'
import { paths } from '#src/paths.ts'
import { arrivedBox, tell } from '../support/claims.ts'
import { add, roastOf } from '../support/editing.ts'

/** Two packs, which the shop sends again at no charge. */
async function freeBox() {
  const box = await arrivedBox()
  box.db.update(orderLines).set({ quantity: 2 }).where(eq(orderLines.orderId, box.order().id)).run()
  await tell(box.ana, box.token, { lines: box.lines() })
  await box.ruth.call('POST', `/staff/claims/${box.claims()[0]?.id}`, { answer: 'reship' })
  await box.shop.settleDown()
  const again = () => orderById(box.db, box.claims()[0]?.reshipOrderId ?? 0)
  const lines = () => box.db.select().from(orderLines).where(eq(orderLines.orderId, again().id)).all()
  const offerId = lines()[0]?.offerId ?? 0
  const item = box.db.select({ token: offers.token }).from(offers).where(eq(offers.id, offerId)).get()?.token
  const edit = async (items: object[], confirmed: boolean) => {
    const fields = { items, ...(confirmed && { confirmed, version: again().version }) }
    const answer = await box.ana.call('POST', paths.editOrder(again().token), fields)
    return { status: answer.status, ...(await answer.json()) }
  }
  return { ...box, again, lines, item: item ?? '', edit }
}

test('ORD-9 ORD-7 a box that is sent again at no charge may hold fewer packs, below any minimum', async () => {
  const { again, lines, item, edit, ...box } = await freeBox()
  expect(lines()).toMatchObject([{ quantity: 2, priceCents: 0 }])
  expect(await edit(add(item, 1), true)).toMatchObject({ status: 200, difference_cents: 0 })
  expect(lines()).toMatchObject([{ quantity: 1 }])
  expect(again().totalCents).toBe(0)
  const roast = await edit(add(roastOf(box.shop).token, 1), false)
  expect([roast.status, roast.code]).toEqual([422, 'below_minimum'])
  const empty = await edit(add(item, 0), false)
  expect(empty).toMatchObject({ status: 422, code: 'all_removed' })
  expect(empty.message).not.toContain('money')
})
