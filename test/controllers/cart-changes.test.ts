import { expect, test } from 'vitest'
import { type CartChange, CartChanges } from '#controllers/support/cart-changes.ts'
import type { PageCart } from '#src/cart/rules.ts'

/** A page's cart, and a shop that responds when the test says so. */
function page(saved: Record<string, number> = {}) {
  const sent: string[] = []
  const announced: PageCart[] = []
  const open: { change: CartChange; done: () => void }[] = []
  const send = (change: CartChange) => {
    sent.push(`${change.method} ${change.url} ${change.quantity}`)
    return new Promise<void>((done) => open.push({ change, done }))
  }
  const cart = new CartChanges(send, (at) => announced.push(at))
  cart.load(saved)
  return {
    sent,
    announced,
    set: (item: string, quantity: number) => cart.request(item, { url: item, quantity, adds: false }),
    add: (item: string, quantity: number) => cart.request(item, { url: item, quantity, adds: true }),
    quantityOf: (item: string) => cart.quantityOf(item),
    load: (now: Record<string, number>) => cart.load(now),
    /** The shop responds to the change in flight; without `now` it rejects it. */
    async answer(now?: Record<string, number>) {
      if (now) cart.load(now)
      open.shift()?.done()
      await new Promise((settled) => setImmediate(settled))
    },
  }
}

test('CRT-1 zero deletes the line, the first add posts, and any other quantity puts', async () => {
  const { set, add, sent, answer } = page({ chops: 2 })
  add('ribeye', 1)
  await answer({ chops: 2, ribeye: 1 })
  set('ribeye', 3)
  await answer({ chops: 2, ribeye: 3 })
  set('chops', 0)
  await answer({ ribeye: 3 })
  set('chops', 4)
  await answer({ ribeye: 3, chops: 4 })
  expect(sent).toEqual(['POST ribeye 1', 'PUT ribeye 3', 'DELETE chops 0', 'POST chops 4'])
})

test('CRT-3 of the changes made during a request, only the last is sent', async () => {
  const { set, sent, answer } = page({ ribeye: 1 })
  for (const quantity of [2, 3, 4, 5]) set('ribeye', quantity)
  expect(sent).toEqual(['PUT ribeye 2'])
  await answer({ ribeye: 2 })
  await answer({ ribeye: 5 })
  expect(sent).toEqual(['PUT ribeye 2', 'PUT ribeye 5'])
})

test('CRT-3 changes during a request that return to its quantity are not sent', async () => {
  const { set, sent, answer } = page({ ribeye: 1 })
  for (const quantity of [2, 3, 2]) set('ribeye', quantity)
  await answer({ ribeye: 2 })
  expect(sent).toEqual(['PUT ribeye 2'])
})

test('CRT-3 a double click adds once, and so do more clicks', async () => {
  const { add, sent, answer, quantityOf } = page()
  for (let clicks = 0; clicks < 3; clicks++) add('ribeye', 1)
  expect(quantityOf('ribeye')).toBe(1)
  await answer({ ribeye: 1 })
  expect(sent).toEqual(['POST ribeye 1'])
})

test('CRT-3 only one change is in flight at a time across all offers, and none is lost', async () => {
  const { add, set, sent, answer } = page()
  add('ribeye', 1)
  add('chops', 2)
  set('ribeye', 3)
  expect(sent).toEqual(['POST ribeye 1'])
  await answer({ ribeye: 1 })
  expect(sent.at(-1)).toBe('POST chops 2')
  await answer({ ribeye: 1, chops: 2 })
  expect(sent.at(-1)).toBe('PUT ribeye 3')
  await answer({ ribeye: 3, chops: 2 })
  expect(sent).toHaveLength(3)
})

test('CRT-3 the requested quantity shows at once and stays pending until the response', async () => {
  const { set, announced, answer } = page({ ribeye: 1 })
  set('ribeye', 4)
  expect(announced.at(-1)).toEqual({ quantities: { ribeye: 4 }, pending: ['ribeye'] })
  await answer({ ribeye: 4 })
  expect(announced.at(-1)).toEqual({ quantities: { ribeye: 4 }, pending: [] })
})

test('RT-3 a broadcast during a request does not override the requested quantity', async () => {
  const { set, load, quantityOf, answer } = page({ ribeye: 1, chops: 1 })
  set('ribeye', 4)
  load({ ribeye: 2, chops: 7 })
  expect([quantityOf('ribeye'), quantityOf('chops')]).toEqual([4, 7])
  await answer({ ribeye: 4, chops: 7 })
  expect(quantityOf('ribeye')).toBe(4)
})

test('RT-3 a broadcast of a new item that beats the response does not count it twice', async () => {
  const { add, load, quantityOf, announced, answer } = page()
  add('ribeye', 2)
  load({ ribeye: 2 })
  expect(quantityOf('ribeye')).toBe(2)
  expect(announced.map(({ quantities }) => quantities.ribeye ?? 0)).toEqual([0, 2, 2])
  await answer({ ribeye: 2 })
  expect(quantityOf('ribeye')).toBe(2)
})

test('CRT-2 a rejected change returns to the quantity in the cart, and the next change is still sent', async () => {
  const { set, add, sent, quantityOf, answer } = page({ ribeye: 1 })
  set('ribeye', 99)
  await answer()
  expect(quantityOf('ribeye')).toBe(1)
  set('ribeye', 98)
  set('ribeye', 2)
  await answer()
  await answer({ ribeye: 2 })
  add('chops', 50)
  await answer()
  expect([quantityOf('ribeye'), quantityOf('chops')]).toEqual([2, 0])
  expect(sent).toEqual(['PUT ribeye 99', 'PUT ribeye 98', 'PUT ribeye 2', 'POST chops 50'])
})

test('CRT-7 a stale page adds to what another tab put in', async () => {
  const { add, sent, answer } = page({ ribeye: 2 })
  add('ribeye', 1)
  await answer({ ribeye: 3 })
  expect(sent).toEqual(['POST ribeye 1'])
})
