import type { Context } from 'hono'
import { type DurableTx, durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { markEmailVerified } from '../accounts/email-verification.ts'
import { clearAttempts } from '../accounts/password-attempts.ts'
import { endSession, findSession, replaceSession } from '../accounts/session.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { userById } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { claimGuestOrders, claimOrdersByEmail, type MergedCart } from '../orders/merge-carts.ts'
import { claimCards } from '../payments/cards.ts'
import { giveReferralCode } from '../referrals/code.ts'
import { recordSignUp } from '../referrals/referrals.ts'
import { sha256 } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { setFlash } from '../web/flash.ts'
import { wantsHtml } from '../web/respond.ts'
import { deviceOf } from './device.ts'

type Options = {
  /** Runs in the sign-in's transaction with the current account; returns false to refuse. */
  settle?: (tx: DurableTx, account: User) => boolean
  /** Proved by an emailed link or by a provider. */
  hasProvenEmail?: boolean
}

export type SignInResult = { mergedCart: MergedCart | null }

/** Also claims the guest's cart, orders and cards. @returns null when `settle` refuses or the account is gone */
export async function signIn(
  c: Context<AppEnv>,
  user: User,
  { settle, hasProvenEmail }: Options = {},
): Promise<SignInResult | null> {
  const { services, visitor } = c.var
  const { db, clock, random } = services
  const [sessionId, now] = [random.secret(), clock.now()]
  const sessionHash = sha256(sessionId)
  const committed = await durably(db, (tx) => {
    const account = userById(tx, user.id)
    if (!account || account.mergedIntoId !== null || (settle && !settle(tx, account))) return null
    const revoked = hasProvenEmail ? markEmailVerified(tx, account, now) : []
    const device = deviceOf(c.req.header('user-agent'))
    replaceSession(tx, visitor.sessionHash, {
      sessionHash,
      token: random.token(),
      userId: account.id,
      device,
      now,
    })
    const mergedCart = claimGuestOrders(tx, { sessionHash: visitor.sessionHash, userId: account.id, now })
    claimCards(tx, account.id, now)
    if (hasProvenEmail || account.emailVerifiedAt !== null) joinGuestHistory(tx, account, now)
    clearAttempts(tx, account.email)
    giveReferralCode(tx, account.id, random)
    recordSignUp(tx, account, visitor.promotionOffer, now)
    return { mergedCart, ended: [visitor.sessionHash, ...revoked] }
  })
  if (committed === null) return null
  for (const hash of committed.ended) announceSessionEnded(services, hash)
  c.var.replaceVisitor(sessionId, findSession(db, sessionHash))
  c.var.log.info({ event: 'signed_in' }, 'signed in')
  return { mergedCart: committed.mergedCart }
}

const MERGED = 'Your account already had a box, so we put everything into one. Please take a look.'
const NOT_RECURRING = "It's set to arrive once. If you'd like it to repeat, please choose that again."

/** Scripts leave the page at once, so a message with a task, or about a merged cart, is also stored as a flash. */
export async function signInMessage(
  c: Context<AppEnv>,
  sentence: string,
  result: SignInResult | null,
  hasTask = false,
): Promise<string> {
  const merged = result?.mergedCart
  if (!merged && !hasTask) return sentence
  const box = merged ? [MERGED, ...(merged.lostRecurring ? [NOT_RECURRING] : [])] : []
  const message = [sentence, ...box].join(' ')
  if (!wantsHtml(c)) await setFlash(c, { kind: 'notice', message })
  return message
}

/** The account's address must be proved. */
export function joinGuestHistory(tx: DurableTx, user: User, now: Instant) {
  claimOrdersByEmail(tx, user, now)
  claimCards(tx, user.id, now)
}

export const claimOrders = (c: Context<AppEnv>, user: User) =>
  durably(c.var.services.db, (tx) => joinGuestHistory(tx, user, c.var.services.clock.now()))

export async function signOut(c: Context<AppEnv>) {
  const { services, visitor } = c.var
  if (visitor.user) {
    await endSession(services.db, visitor.sessionHash, services.clock.now())
    announceSessionEnded(services, visitor.sessionHash)
    c.var.log.info({ event: 'signed_out' }, 'signed out')
  }
  c.var.replaceVisitor(services.random.secret(), null)
  c.header('Clear-Site-Data', '"cache"')
}
