import type { Context } from 'hono'
import { type DurableTx, durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { markEmailVerified } from '../accounts/email-verification.ts'
import { clearAttempts } from '../accounts/password-attempts.ts'
import { endSession, findSession, replaceSession } from '../accounts/session.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { userById } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { claimGuestOrders, claimOrdersByEmail, type MergedCart } from '../orders/join.ts'
import { claimCards } from '../payments/cards.ts'
import { sha256 } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { leaveFlash } from '../web/flash.ts'
import { wantsHtml } from '../web/respond.ts'
import { deviceOf } from './device.ts'

type Arrival = {
  /** What the same moment has to settle in the database, with the account as it is now; where it says no, nobody is let in. */
  settle?: (tx: DurableTx, account: User) => boolean
  /** They came by a link that was mailed to the account's address, or by another proof that it is theirs. */
  hasProvenEmail?: boolean
}

/** What became of the box that was filled before. */
export type Arrived = { joined: MergedCart | null }

/**
 * Lets somebody in who proved who they are: under a new session, with everything that they made as a guest.
 * @returns null where nobody is let in, as when the account is gone meanwhile
 */
export async function arrive(c: Context<AppEnv>, user: User, arrival: Arrival = {}): Promise<Arrived | null> {
  const { services, visitor } = c.var
  const { db, clock, chance } = services
  const [sessionId, now] = [chance.secret(), clock.now()]
  const sessionHash = sha256(sessionId)
  const moved = await durably(db, (tx) => {
    const account = userById(tx, user.id)
    if (!account || (arrival.settle && !arrival.settle(tx, account))) return null
    const endedBefore = arrival.hasProvenEmail ? markEmailVerified(tx, account, now) : []
    const device = deviceOf(c.req.header('user-agent'))
    replaceSession(tx, visitor.sessionHash, {
      sessionHash,
      token: chance.token(),
      userId: account.id,
      device,
      now,
    })
    const joined = claimGuestOrders(tx, { sessionHash: visitor.sessionHash, userId: account.id, now })
    claimCards(tx, account.id, now)
    if (arrival.hasProvenEmail || account.emailVerifiedAt !== null) joinGuestHistory(tx, account, now)
    clearAttempts(tx, account.email)
    return { joined, ended: [visitor.sessionHash, ...endedBefore] }
  })
  if (moved === null) return null
  for (const hash of moved.ended) announceSessionEnded(services, hash)
  c.var.becomeVisitor(sessionId, findSession(db, sessionHash))
  c.var.log.info({ event: 'signed_in' }, 'somebody signed in')
  return { joined: moved.joined }
}

const JOINED = 'Your account had a box waiting: what was in both is in your box now. Please look through it.'
const NOT_RECURRING = 'It comes once; say so again if it should come again and again.'

/**
 * A sentence for whoever arrived, with what they have to know of their box. Scripts go on to another page at once: what
 * is to be known or done is said to them there as well.
 */
export async function welcome(
  c: Context<AppEnv>,
  sentence: string,
  arrived: Arrived | null,
  isToDo = false,
): Promise<string> {
  const joined = arrived?.joined
  if (!joined && !isToDo) return sentence
  const box = joined ? [JOINED, ...(joined.losesRecurring ? [NOT_RECURRING] : [])] : []
  const message = [sentence, ...box].join(' ')
  if (!wantsHtml(c)) await leaveFlash(c, { kind: 'notice', message })
  return message
}

/** Guests' orders under an address, and their cards, go to its account once it is proven. */
export function joinGuestHistory(tx: DurableTx, user: User, now: Instant) {
  claimOrdersByEmail(tx, user, now)
  claimCards(tx, user.id, now)
}

/** The same for somebody who is signed in already. */
export const claimOrders = (c: Context<AppEnv>, user: User) =>
  durably(c.var.services.db, (tx) => joinGuestHistory(tx, user, c.var.services.clock.now()))

/** Signs a visitor out: the old session is over everywhere at once, and the browser forgets the pages it showed. */
export async function leave(c: Context<AppEnv>) {
  const { services, visitor } = c.var
  if (visitor.user) {
    await endSession(services.db, visitor.sessionHash, services.clock.now())
    announceSessionEnded(services, visitor.sessionHash)
    c.var.log.info({ event: 'signed_out' }, 'somebody signed out')
  }
  c.var.becomeVisitor(services.chance.secret(), null)
  c.header('Clear-Site-Data', '"cache"')
}
