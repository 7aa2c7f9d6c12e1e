import sharp from 'sharp'
import { expect, test } from 'vitest'
import { idempotencyKeys } from '#db/schema/index.ts'
import { sha256 } from '#src/tokens.ts'
import { offerToken, orderOf, readyToPay } from '../support/buying.ts'
import { arrivedBox } from '../support/claims.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const scene = async () => {
  const made = await world()
  const [ana, eve] = [await made.shopper(), await made.shopper()]
  const address = `/cart/items/${offerToken(made.db, 'demo-fifty')}`
  const add = (who: Shopper, key: string, quantity: number, path = address) =>
    who.send(path, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-csrf-token': who.token,
        'idempotency-key': key,
      },
      body: JSON.stringify({ quantity }),
    })
  return { ...made, ana, eve, add, address }
}

const replayed = (response: Response) => response.headers.get('idempotent-replayed')

test('the same key and body: done once, with the same response', async () => {
  const { ana, add } = await scene()
  const [first, second] = [await add(ana, 'k1', 2), await add(ana, 'k1', 2)]
  expect([replayed(first), replayed(second)]).toEqual([null, 'true'])
  expect(second.status).toBe(first.status)
  expect(await second.text()).toBe(await first.text())
  expect(await (await add(ana, 'k2', 1)).json()).toMatchObject({ quantity: 3 })
})

test('a refusal is stored, too', async () => {
  const { ana, add } = await scene()
  const [first, second] = [await add(ana, 'k', 99), await add(ana, 'k', 99)]
  expect([first.status, second.status, replayed(second)]).toEqual([422, 422, 'true'])
})

test('the same key with another request is a 409, and does nothing', async () => {
  const { ana, add, db } = await scene()
  await add(ana, 'k', 1)
  expect((await add(ana, 'k', 2)).status).toBe(409)
  expect((await add(ana, 'k', 1, `/cart/items/${offerToken(db, 'grass-fed-ground-beef')}`)).status).toBe(409)
  expect(await (await add(ana, 'other', 1)).json()).toMatchObject({ quantity: 2 })
})

test('FUL-3 the same key with other filters in the query is a 409, not the first response', async () => {
  const { ana, add, address } = await scene()
  const [first, other] = [
    await add(ana, 'k', 1, `${address}?state=ready`),
    await add(ana, 'k', 1, `${address}?state=late`),
  ]
  expect([first.status, other.status, replayed(other)]).toEqual([200, 409, null])
  expect(replayed(await add(ana, 'k', 1, `${address}?state=ready`))).toBe('true')
})

test("SEC-2 the stored hash doesn't reveal the request", async () => {
  const { ana, add, db, address } = await scene()
  await add(ana, 'k', 2)
  const [row] = db.select().from(idempotencyKeys).all()
  for (const body of [{ quantity: 2 }, { quantity: '2' }])
    expect(row?.requestHash).not.toBe(sha256(`POST ${address}\n${JSON.stringify(body)}`))
})

test("another page's CSRF token doesn't make it another body", async () => {
  const { ana, address } = await scene()
  const form = async () => {
    await ana.visit('/')
    return ana.send(address, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': 'k',
      },
      body: `quantity=1&authenticity_token=${ana.token}`,
    })
  }
  expect(replayed(await form())).toBeNull()
  expect(replayed(await form())).toBe('true')
})

test('twenty concurrent requests: one is executed, the others get a 409 or its response', async () => {
  const { ana, add, db } = await scene()
  const order = await readyToPay(ana, db)
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(ana, 'k', 2)))
  expect(answers.filter((answer) => answer.status === 200 && replayed(answer) === null)).toHaveLength(1)
  for (const answer of answers) expect([200, 409]).toContain(answer.status)
  expect(await (await add(ana, 'k', 2)).json()).toMatchObject({ quantity: 3 })
  expect(orderOf(db, order).state).toBe('addressed')
})

test('one in progress is a 409; one whose process died may be retried after a minute', async () => {
  const { ana, add, db, pass } = await scene()
  await add(ana, 'k', 2)
  db.update(idempotencyKeys).set({ status: null, body: null }).run() // the state after a process was killed here
  expect((await add(ana, 'k', 2)).status).toBe(409)
  pass(61_000)
  const again = await add(ana, 'k', 2)
  expect([again.status, replayed(again)]).toEqual([200, null])
})

test('a key belongs to its session', async () => {
  const { ana, eve, add } = await scene()
  await add(ana, 'k', 2)
  const hers = await add(eve, 'k', 2)
  expect([hers.status, replayed(hers)]).toEqual([200, null])
  expect(await hers.json()).toMatchObject({ quantity: 2 })
})

test('a key without a valid token stores nothing, one that is too long is a 400, and GET ignores keys', async () => {
  const { ana, add, db } = await scene()
  const forged = await ana.send('/v1/update_postal_code', {
    method: 'POST',
    headers: { 'idempotency-key': 'k' },
  })
  expect(forged.status).toBe(403)
  expect((await add(ana, 'k'.repeat(256), 1)).status).toBe(400)
  await ana.send('/cart', { headers: { 'idempotency-key': 'k' } })
  expect(db.select().from(idempotencyKeys).all()).toEqual([])
})

test('ORD-9 the same key with another photo is a 409, with the same one the first response', async () => {
  const box = await arrivedBox()
  const claim = async (background: string) => {
    const size = { width: 40, height: 30, channels: 3 } as const
    const bytes = await sharp({ create: { ...size, background } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('kind', 'thawed')
    form.append('authenticity_token', box.ana.token)
    for (const line of box.lines()) form.append('lines[]', line)
    form.append('photos[]', new File([new Uint8Array(bytes)], 'photo.jpg'))
    const headers = { accept: 'application/json', 'idempotency-key': 'k' }
    return box.ana.send(`/account/orders/${box.token}/claims`, { method: 'POST', headers, body: form })
  }
  const [first, again, other] = [await claim('#a33'), await claim('#a33'), await claim('#3a3')]
  expect([first.status, again.status, other.status]).toEqual([200, 200, 409])
  expect([replayed(again), replayed(other)]).toEqual(['true', null])
})
