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

test.each([CLERK, FARMER, STAFF])(
  'SEC-1 half an hour of inactivity signs %s out, and no less',
  async (email) => {
    const { made, somebody } = await at(email)
    made.pass(29 * MINUTE_MS)
    expect(await isSignedIn(somebody)).toBe(true)
    made.pass(29 * MINUTE_MS) // each use counts, to the minute
    expect(await isSignedIn(somebody)).toBe(true)
    made.pass(31 * MINUTE_MS)
    expect(await isSignedIn(somebody)).toBe(false)
  },
)

test('SEC-1 an active clerk is signed out after eight hours', async () => {
  const { made, somebody } = await at(CLERK)
  for (let minute = 0; minute < 8 * 60; minute += 20) {
    expect(await isSignedIn(somebody), `after ${minute} minutes`).toBe(true)
    made.pass(20 * MINUTE_MS)
  }
  made.pass(MINUTE_MS)
  expect(await isSignedIn(somebody)).toBe(false)
})

test('SEC-1 a customer stays signed in after half an hour, and after nine', async () => {
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

test('SEC-1 a new role requires a new sign-in, with a new session', async () => {
  const { made, somebody } = await at(ANA)
  const before = somebody.cookies.get('session')
  giveRole(made, ANA, 1)
  expect(await isSignedIn(somebody)).toBe(false)
  const anew = await signedIn(made, ANA)
  expect(await isSignedIn(anew)).toBe(true)
  expect(anew.cookies.get('session')).not.toBe(before)
})

test('SEC-1 R16 losing a role or changing the center ends the session and its subscriptions', async () => {
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

test("SEC-1 one user's role change doesn't affect another's session", async () => {
  const { made, somebody } = await at(ANA)
  giveRole(made, CLERK, 2)
  expect(await isSignedIn(somebody)).toBe(true)
})
