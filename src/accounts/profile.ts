import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type User, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { endMarketingConsent } from './consents.ts'
import { writePreferences } from './preferences.ts'

export const MAX_NAME_LENGTH = 100

/** `phone` is E.164. */
export type ProfileChange = Partial<Pick<User, 'firstName' | 'lastName' | 'phone'>>

/** Consent to texts belongs to one number, so changing or removing the number ends it. */
export const changeProfile = (db: Db, user: User, change: ProfileChange, now: Instant) =>
  durably(db, (tx) => {
    if (Object.keys(change).length === 0) return
    tx.update(users).set(change).where(eq(users.id, user.id)).run()
    const isNewPhone = change.phone !== undefined && change.phone !== user.phone
    if (isNewPhone && user.phone !== null) {
      endMarketingConsent(tx, user.email, now) // it was for the old number
      writePreferences(tx, user.id, { textLevel: 'never' }, now)
    }
  })
