import { EventEmitter } from 'node:events'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { roles, sessions, users } from '#db/schema/index.ts'
import { rolesHeldBy } from '#src/accounts/roles.ts'
import { announceSessionEnded } from '#src/accounts/session-ended.ts'
import { createCable } from '#src/live/cable.ts'
import { offerToken } from '../../support/buying.ts'
import { cookieOf, type ServedWorld, servedWorld, sessionHashOf, streamNamesIn } from '../../support/cable.ts'

let shop: ServedWorld
afterEach(() => shop.close())

/** A visitor whose session has written something, with a socket subscribed to the cart. */
async function listening(change: (session: string) => void = () => undefined) {
  shop = await servedWorld()
  const ana = await shop.shopper()
  await ana.call('POST', `/cart/items/${offerToken(shop.db, 'grass-fed-ribeye')}`, { quantity: 1 })
  const session = await sessionHashOf(shop.config, ana)
  change(session)
  const { cart } = streamNamesIn(await (await ana.visit('/shop')).text())
  const cookie = cookieOf(ana)
  const [socket, tab, stranger] = [
    shop.socket({ headers: { cookie } }),
    shop.socket({ headers: { cookie } }),
    shop.socket(),
  ]
  for (const one of [socket, tab, stranger]) await one.settled()
  expect(await socket.subscribe(cart)).toBe('confirm_subscription')
  return { ana, session, socket, tab, stranger, cart, cookie }
}

const OVER = { type: 'disconnect', reason: 'unauthorized', reconnect: false }

test('RT-2 SEC-1 announcing the end of a session closes its sockets and no others', async () => {
  const { session, socket, tab, stranger } = await listening()
  announceSessionEnded(shop.services, session)
  for (const one of [socket, tab]) {
    await one.closed()
    expect(one.messages.at(-1)).toEqual(OVER)
  }
  expect(stranger.ws.readyState).toBe(stranger.ws.OPEN)
})

test('RT-2 SEC-1 a session revoked in the database loses its sockets and its stream names', async () => {
  const { session, socket, cart, cookie } = await listening()
  shop.db.update(sessions).set({ revokedAt: shop.clock.now() }).where(eq(sessions.idHash, session)).run()
  await socket.closed()
  expect(socket.messages.at(-1)).toEqual(OVER)
  const again = shop.socket({ headers: { cookie } })
  await again.settled()
  expect(await again.subscribe(cart)).toBe('reject_subscription')
})

test('RT-2 SEC-1 a session that expires loses its sockets', async () => {
  const { socket } = await listening()
  shop.pass(15 * 24 * 3600_000)
  await socket.closed()
  expect(socket.messages.at(-1)).toEqual(OVER)
})

test('RT-2 SEC-1 a session that changes its user loses its sockets', async () => {
  const { socket, session } = await listening()
  shop.db
    .update(sessions)
    .set({ userId: userNamed('shopper') })
    .where(eq(sessions.idHash, session))
    .run()
  await socket.closed()
  expect(socket.messages.at(-1)).toEqual(OVER)
})

test("RT-2 SEC-1 losing a role closes the user's sockets", async () => {
  const { socket } = await listening((session) => {
    const userId = userNamed('fulfillment')
    const heldRoles = rolesHeldBy(shop.db, userId)
    shop.db.update(sessions).set({ userId, heldRoles }).where(eq(sessions.idHash, session)).run()
  })
  shop.db
    .delete(roles)
    .where(eq(roles.userId, userNamed('fulfillment')))
    .run()
  await socket.closed()
  expect(socket.messages.at(-1)).toEqual(OVER)
})

function userNamed(name: string): number {
  return shop.db
    .select()
    .from(users)
    .where(eq(users.email, `${name}@example.com`))
    .get()!.id
}

test('RT-2 SEC-1 a socket whose session ends while it opens is closed at once', async () => {
  const { session } = await listening()
  shop.db.update(sessions).set({ revokedAt: shop.clock.now() }).where(eq(sessions.idHash, session)).run()
  const late = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, readyState: 1, bufferedAmount: 0 },
    ...{ send: vi.fn(), close: vi.fn(), terminate: vi.fn(), ping: vi.fn() },
  })
  createCable(shop.services).accept(late as unknown as WebSocket, { sessionHash: session, user: null })
  expect(late.close).toHaveBeenCalled()
  late.emit('close')
})
