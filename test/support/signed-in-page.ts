import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { closeDatabase, durably, openDatabase } from '#db/client.ts'
import { orders, sessions, users } from '#db/schema/index.ts'
import { ensureSession } from '#src/accounts/session.ts'
import { shopClock } from '#src/clock.ts'
import { sha256 } from '#src/tokens.ts'
import { createSessionSeal, sessionCookieName } from '#src/web/session-cookie.ts'
import { SESSION_SECRET } from './processes.ts'
import { testConfig } from './world.ts'

const config = { ...testConfig, sessionSecret: SESSION_SECRET }

/** Links an open page's session and its cart to an account, as sign-in does. */
export async function signInPage(page: Page, databasePath: string, email: string) {
  const cookies = await page.context().cookies()
  const sealed = cookies.find(({ name }) => name === sessionCookieName(config))?.value ?? ''
  const idHash = sha256((await createSessionSeal(config).open(decodeURIComponent(sealed), Date.now())) ?? '')
  const db = openDatabase(databasePath)
  const user = db.select({ id: users.id }).from(users).where(eq(users.email, email)).get()
  if (!user) throw new Error(`nobody is ${email}`)
  await durably(db, (tx) => {
    ensureSession(tx, idHash, shopClock(tx).now())
    tx.update(sessions).set({ userId: user.id }).where(eq(sessions.idHash, idHash)).run()
    tx.update(orders).set({ userId: user.id }).where(eq(orders.sessionHash, idHash)).run()
  })
  closeDatabase(db)
}
