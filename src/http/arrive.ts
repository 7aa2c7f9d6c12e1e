import type { Context } from 'hono'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { forgetTries } from '../accounts/password-tries.ts'
import { proveByMail } from '../accounts/proof.ts'
import { endSession, findSession, moveSession } from '../accounts/session.ts'
import { closeSockets } from '../cable/sessions.ts'
import { joinGuestOrders, joinProvenOrders } from '../orders/join.ts'
import { claimCards } from '../payments/cards.ts'
import { sha256 } from '../tokens.ts'
import { deviceOf } from './device.ts'
import type { AppEnv } from './env.ts'

type Arrival = {
  /** What the same moment has to settle in the database; where it says no, nobody is let in. */
  settle?: () => boolean
  /** They came by a link that was mailed to the account's address, or by another proof that it is theirs. */
  hasProvenEmail?: boolean
}

/** Lets somebody in who proved who they are: under a new session, with everything that they made as a guest. */
export async function arrive(c: Context<AppEnv>, user: User, arrival: Arrival = {}): Promise<boolean> {
  const { services, visitor } = c.var
  const { db, clock, chance } = services
  const [sessionId, now] = [chance.secret(), clock.now()]
  const sessionHash = sha256(sessionId)
  const ended = await durably(db, () => {
    if (arrival.settle && !arrival.settle()) return null
    const endedBefore = arrival.hasProvenEmail ? proveByMail(db, user, now) : []
    const device = deviceOf(c.req.header('user-agent'))
    moveSession(db, visitor.sessionHash, { sessionHash, token: chance.token(), userId: user.id, device, now })
    joinGuestOrders(db, { sessionHash: visitor.sessionHash, userId: user.id, now })
    claimCards(db, user.id)
    if (arrival.hasProvenEmail) bringOrders(c, user)
    forgetTries(db, user.email)
    return [visitor.sessionHash, ...endedBefore]
  })
  if (ended === null) return false
  for (const hash of ended) closeSockets(services, hash)
  c.var.becomeVisitor(sessionId, findSession(db, sessionHash))
  c.var.log.info({ event: 'signed_in' }, 'somebody signed in')
  return true
}

/** Guests' orders under an address, and their cards, go to its account once it is proven. Inside a durable transaction. */
export function bringOrders({ var: { services } }: Context<AppEnv>, user: User) {
  joinProvenOrders(services.db, user, services.clock.now())
  claimCards(services.db, user.id)
}

/** Signs a visitor out: the old session is over everywhere at once, and the browser forgets the pages it showed. */
export async function leave(c: Context<AppEnv>) {
  const { services, visitor } = c.var
  if (visitor.user) {
    await endSession(services.db, visitor.sessionHash, services.clock.now())
    closeSockets(services, visitor.sessionHash)
    c.var.log.info({ event: 'signed_out' }, 'somebody signed out')
  }
  c.var.becomeVisitor(services.chance.secret(), null)
  c.header('Clear-Site-Data', '"cache"')
}
