import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { roles } from '#db/schema/index.ts'
import { ANA, signedIn, userOf } from '../../support/account.ts'
import { cookieOf, type ServedWorld, servedWorld, streamNamesIn } from '../../support/cable.ts'
import { until } from '../../support/child.ts'
import { boxesAt, CENTER, changeBox, DALE, PRIYA } from '../../support/clerks.ts'
import type { Shopper } from '../../support/shopper.ts'

let shop: ServedWorld
beforeEach(async () => {
  shop = await servedWorld()
}, 60_000)
afterEach(() => shop.close())

/** The center's order list, open with its socket. */
async function openBoard(who: Shopper, name?: string) {
  const page = await (await who.visit(`${CENTER}/orders`)).text()
  const stream = name ?? streamNamesIn(page).board
  const seen = /data-seen="([^"]*paid[^"]*)"/.exec(page)?.[1] ?? ''
  const socket = shop.socket({ headers: { cookie: cookieOf(who) } })
  await socket.settled()
  const answer = await socket.subscribe(stream, { seen })
  return { stream, answer, news: () => socket.heard(stream, { seen }) }
}

test('RT-3 the order list notifies its clerks of changes, and nobody else', async () => {
  const board = await openBoard(await signedIn(shop, DALE))
  expect(board.answer).toBe('confirm_subscription')
  const others = await openBoard(await signedIn(shop, PRIYA), board.stream)
  expect(others.answer).toBe('reject_subscription')

  const [box] = boxesAt(shop).filter(({ state }) => state === 'paid')
  if (!box) throw new Error('the demo has no box to pack')
  changeBox(shop, box, { state: 'canceled' })
  await until('news of the board', () => board.news().length === 1)
  expect(board.news()[0]).toContain('The orders have changed.')
  expect(others.news()).toEqual([])
})

test('RT-3 a clerk still gets updates after the clerk who first opened the list loses the role', async () => {
  const role = shop.db
    .select()
    .from(roles)
    .where(eq(roles.userId, userOf(shop, DALE).id))
    .get()
  shop.db
    .insert(roles)
    .values({ role: 'fulfillment', subjectId: role?.subjectId ?? null, userId: userOf(shop, ANA).id })
    .run()
  await openBoard(await signedIn(shop, DALE))
  const second = await openBoard(await signedIn(shop, ANA))
  shop.db
    .delete(roles)
    .where(eq(roles.userId, userOf(shop, DALE).id))
    .run()
  const [box] = boxesAt(shop).filter(({ state }) => state === 'paid')
  if (!box) throw new Error('the demo has no box to pack')
  changeBox(shop, box, { state: 'canceled' })
  await until('news of the board', () => second.news().length === 1)
  expect(second.news()[0]).toContain('The orders have changed.')
})
