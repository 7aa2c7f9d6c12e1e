import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles, sessions } from '#db/schema/index.ts'
import { sessionFingerprints } from '#src/accounts/session.ts'
import { ANA, isSignedIn, signedIn, userOf } from '../support/account.ts'
import { type World, world } from '../support/world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const CLERK = 'fulfillment@example.com'
const FARMER = 'vendor@example.com'
const STAFF = 'staff@example.com'

async function at(email: string) {
  const made = await world()
  return { made, somebody: await signedIn(made, email) }
}

test.each([CLERK, FARMER, STAFF])('SEC-1 half an hour unused signs %s out, and not before', async (email) => {
  const { made, somebody } = await at(email)
  made.pass(29 * MINUTE_MS)
  expect(await isSignedIn(somebody)).toBe(true)
  made.pass(29 * MINUTE_MS) // every use counts from the minute on which it was
  expect(await isSignedIn(somebody)).toBe(true)
  made.pass(31 * MINUTE_MS)
  expect(await isSignedIn(somebody)).toBe(false)
})

test('SEC-1 a clerk who works on is signed out after eight hours all the same', async () => {
  const { made, somebody } = await at(CLERK)
  for (let minute = 0; minute < 8 * 60; minute += 20) {
    expect(await isSignedIn(somebody), `after ${minute} minutes`).toBe(true)
    made.pass(20 * MINUTE_MS)
  }
  made.pass(MINUTE_MS)
  expect(await isSignedIn(somebody)).toBe(false)
})

test('SEC-1 a shopper is still signed in after half an hour, and after nine', async () => {
  const { made, somebody } = await at(ANA)
  made.pass(31 * MINUTE_MS)
  expect(await isSignedIn(somebody)).toBe(true)
  made.pass(9 * HOUR_MS)
  expect(await isSignedIn(somebody)).toBe(true)
})

const giveRole = ({ db }: World, email: string, subjectId: number) =>
  db
    .insert(roles)
    .values({ userId: userOf({ db }, email).id, role: 'fulfillment', subjectId })
    .run()

test('SEC-1 a role that is given asks for a new sign-in, under a new session', async () => {
  const { made, somebody } = await at(ANA)
  const before = somebody.cookies.get('session')
  giveRole(made, ANA, 1)
  expect(await isSignedIn(somebody)).toBe(false)
  const anew = await signedIn(made, ANA)
  expect(await isSignedIn(anew)).toBe(true)
  expect(anew.cookies.get('session')).not.toBe(before)
})

test('SEC-1 R16 a role that is taken, or another center, ends the session and what listens in it', async () => {
  for (const change of ['taken', 'another center'] as const) {
    const { made, somebody } = await at(CLERK)
    const { id } = userOf(made, CLERK)
    const session = made.db.select().from(sessions).where(eq(sessions.userId, id)).get()
    const hash = session?.idHash ?? ''
    if (change === 'taken') made.db.delete(roles).where(eq(roles.userId, id)).run()
    else made.db.update(roles).set({ subjectId: 2 }).where(eq(roles.userId, id)).run()
    expect(sessionFingerprints(made.db, [hash], made.clock.now()).get(hash), change).toBe('ended')
    expect(await isSignedIn(somebody), change).toBe(false)
  }
})

test('SEC-1 the role of one changes nothing for another', async () => {
  const { made, somebody } = await at(ANA)
  giveRole(made, CLERK, 2)
  expect(await isSignedIn(somebody)).toBe(true)
})
