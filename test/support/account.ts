import { eq } from 'drizzle-orm'
import { outboxMessages, type User, users } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

export const BEN = 'other@example.com'
export const ANA = 'shopper@example.com'

export const userOf = ({ db }: Pick<World, 'db'>, email: string): User => {
  const user = db.select().from(users).where(eq(users.email, email)).get()
  if (!user) throw new Error(`nobody is ${email}`)
  return user
}

/** Somebody with a browser in which they are signed in. */
export async function signedIn(made: World, email = BEN, userAgent = ''): Promise<Shopper> {
  const shopper = await made.shopper()
  const answer = await shopper.send('/v1/cc_signin', {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrf-token': shopper.token,
      'user-agent': userAgent,
    },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`)
  await shopper.visit('/cart')
  return shopper
}

export const mailsTo = ({ db }: World, recipient: string) =>
  db.select().from(outboxMessages).where(eq(outboxMessages.recipient, recipient)).all()

/** The path of the newest link like this in a mail to somebody, once all mails are out. */
export async function mailedPath(made: World, recipient: string, pattern: string): Promise<string> {
  await made.settleDown()
  const texts = mailsTo(made, recipient).map(({ text }) => text)
  return new RegExp(`https?://[^/\\s]+(${pattern}[\\w-]+)`).exec(texts.reverse().join('\n'))?.[1] ?? ''
}

export const isSignedIn = async (shopper: Shopper) => (await shopper.visit('/account')).status === 200
