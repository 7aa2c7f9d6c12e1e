import { expect, test } from 'vitest'
import { type CartChange, CartChanges } from '#controllers/support/cart-changes.ts'
import type { PageCart } from '#src/cart/rules.ts'

/** A page's box, and a shop that responds when the test says so. */
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
    /** The shop answers the change in flight; without `now` it refuses. */
    async answer(now?: Record<string, number>) {
      if (now) cart.load(now)
      open.shift()?.done()
      await new Promise((settled) => setImmediate(settled))
    },
  }
}

test('CRT-1 none is taken out, the first is added, any other number is set', async () => {
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

test('CRT-3 of the changes made while one is under way only the last is sent', async () => {
  const { set, sent, answer } = page({ ribeye: 1 })
  for (const quantity of [2, 3, 4, 5]) set('ribeye', quantity)
  expect(sent).toEqual(['PUT ribeye 2'])
  await answer({ ribeye: 2 })
  await answer({ ribeye: 5 })
  expect(sent).toEqual(['PUT ribeye 2', 'PUT ribeye 5'])
})

test('CRT-3 changes that end where they began are not sent again', async () => {
  const { set, sent, answer } = page({ ribeye: 1 })
  for (const quantity of [2, 3, 2]) set('ribeye', quantity)
  await answer({ ribeye: 2 })
  expect(sent).toEqual(['PUT ribeye 2'])
})

test('CRT-3 a double click adds once, more clicks too', async () => {
  const { add, sent, answer, quantityOf } = page()
  for (let clicks = 0; clicks < 3; clicks++) add('ribeye', 1)
  expect(quantityOf('ribeye')).toBe(1)
  await answer({ ribeye: 1 })
  expect(sent).toEqual(['POST ribeye 1'])
})

test('CRT-3 one change is under way at a time, over all offers; none is lost', async () => {
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

test('CRT-3 what is wished stands at once, and is under way until it is answered', async () => {
  const { set, announced, answer } = page({ ribeye: 1 })
  set('ribeye', 4)
  expect(announced.at(-1)).toEqual({ quantities: { ribeye: 4 }, pending: ['ribeye'] })
  await answer({ ribeye: 4 })
  expect(announced.at(-1)).toEqual({ quantities: { ribeye: 4 }, pending: [] })
})

test('RT-3 news that come meanwhile do not take back what is wished', async () => {
  const { set, load, quantityOf, answer } = page({ ribeye: 1, chops: 1 })
  set('ribeye', 4)
  load({ ribeye: 2, chops: 7 })
  expect([quantityOf('ribeye'), quantityOf('chops')]).toEqual([4, 7])
  await answer({ ribeye: 4, chops: 7 })
  expect(quantityOf('ribeye')).toBe(4)
})

test('RT-3 news of what was just added, come before the answer, do not count it twice', async () => {
  const { add, load, quantityOf, announced, answer } = page()
  add('ribeye', 2)
  load({ ribeye: 2 })
  expect(quantityOf('ribeye')).toBe(2)
  expect(announced.map(({ quantities }) => quantities.ribeye ?? 0)).toEqual([0, 2, 2])
  await answer({ ribeye: 2 })
  expect(quantityOf('ribeye')).toBe(2)
})

test('CRT-2 a refused change goes back to what the box holds, and the next one is sent all the same', async () => {
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

test('CRT-7 a page that is behind the times adds to what another tab put in', async () => {
  const { add, sent, answer } = page({ ribeye: 2 })
  add('ribeye', 1)
  await answer({ ribeye: 3 })
  expect(sent).toEqual(['POST ribeye 1'])
})
