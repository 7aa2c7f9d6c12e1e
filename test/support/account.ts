import { eq } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { outboxMessages, type User, users } from '#db/schema/index.ts'
import { replaceSession } from '#src/accounts/session.ts'
import { claimCards } from '#src/payments/cards.ts'
import { deviceOf } from '#src/sign-in/device.ts'
import { joinGuestHistory } from '#src/sign-in/sign-in.ts'
import { sha256 } from '#src/tokens.ts'
import { createSessionSeal, sessionCookieName } from '#src/web/session-cookie.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

export const BEN = 'other@example.com'
export const ANA = 'shopper@example.com'

export const userOf = ({ db }: Pick<World, 'db'>, email: string): User => {
  const user = db.select().from(users).where(eq(users.email, email)).get()
  if (!user) throw new Error(`nobody is ${email}`)
  return user
}

/** Signs a browser in to this account, with everything sign-in does except checking a password. */
export async function signedIn(
  made: Pick<World, 'db' | 'clock' | 'config' | 'services' | 'shopper'>,
  email = BEN,
  userAgent = '',
): Promise<Shopper> {
  const { db, clock, config, services } = made
  const user = userOf(made, email)
  const sessionId = services.random.secret()
  await durably(db, (tx) => {
    replaceSession(tx, '', {
      sessionHash: sha256(sessionId),
      token: services.random.token(),
      userId: user.id,
      device: deviceOf(userAgent),
      now: clock.now(),
    })
    claimCards(tx, user.id, clock.now())
    if (user.emailVerifiedAt !== null) joinGuestHistory(tx, user, clock.now())
  })
  return made.shopper({ [sessionCookieName(config)]: await createSessionSeal(config).seal(sessionId) })
}

export const mailsTo = ({ db }: World, recipient: string) =>
  db.select().from(outboxMessages).where(eq(outboxMessages.recipient, recipient)).all()

/** The path of the newest link matching `pattern` in the emails to this address, once all are sent. */
export async function mailedPath(made: World, recipient: string, pattern: string): Promise<string> {
  await made.settleDown()
  const texts = mailsTo(made, recipient).map(({ text }) => text)
  return new RegExp(`https?://[^/\\s]+(${pattern}[\\w-]+)`).exec(texts.reverse().join('\n'))?.[1] ?? ''
}

export const isSignedIn = async (shopper: Shopper) => (await shopper.visit('/account')).status === 200
