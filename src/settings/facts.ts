import type { SavedAddress, User } from '#db/schema/index.ts'
import { listAddresses } from '../accounts/addresses.ts'
import { pendingEmailChange } from '../accounts/email-change.ts'
import { type LinkedSignIn, linkedSignIns } from '../accounts/identities.ts'
import { type Preferences, preferencesOf } from '../accounts/preferences.ts'
import { isRecentSignIn } from '../accounts/reauthentication.ts'
import { isStaff, subjectsOf } from '../accounts/roles.ts'
import { activeSessionsOf, findSession } from '../accounts/session.ts'
import { userById } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { type DeliveryFields, formatPhone } from '../delivery/rules.ts'
import { type FollowedFarm, followsOf } from '../farms/follow.ts'
import { type AccountCard, accountCards } from '../payments/card-facts.ts'
import type { Services } from '../services.ts'
import { accountTexts, type TextsCard } from '../texts/card-facts.ts'

export type AccountSession = {
  token: string | null
  device: string
  signedInAt: Instant
  seenAt: Instant
  isCurrent: boolean
}

export type AddressFacts = { token: string; isDefault: boolean; fields: DeliveryFields }

export type AccountFacts = {
  userToken: string
  email: string
  isEmailConfirmed: boolean
  pendingEmail: { email: string; until: Instant } | null
  firstName: string
  lastName: string
  /** '(206) 555-0142', or ''. */
  phone: string
  hasPassword: boolean
  /** Sensitive changes need no reauthentication. */
  isRecent: boolean
  addresses: AddressFacts[]
  cards: AccountCard[]
  preferences: Preferences
  follows: FollowedFarm[]
  texts: TextsCard
  sessions: AccountSession[]
  linked: LinkedSignIn[]
  /** What the account may open behind the counter. */
  desks: { staff: boolean; fulfillment: boolean; farm: boolean }
}

/** Loads the account again, because the request may just have changed it. */
export function accountFacts({ db, clock }: Services, userId: number, sessionHash: string): AccountFacts {
  const [user, now] = [userById(db, userId), clock.now()]
  if (!user) throw new Error('the account of a session is gone')
  const pending = pendingEmailChange(db, userId, now)
  return {
    userToken: user.token,
    email: user.email,
    isEmailConfirmed: user.emailVerifiedAt !== null,
    pendingEmail: pending && { email: pending.email, until: pending.expiresAt },
    ...nameAndPhone(user),
    hasPassword: user.passwordHash !== null,
    isRecent: isRecentSignIn(findSession(db, sessionHash), now),
    addresses: listAddresses(db, user).map(addressFacts),
    cards: accountCards(db, userId, now),
    preferences: preferencesOf(db, userId),
    follows: followsOf(db, userId),
    texts: accountTexts(db, user, now),
    sessions: activeSessionsOf(db, userId, now).map((session) => ({
      token: session.token,
      device: session.device ?? 'A browser',
      signedInAt: session.signedInAt ?? session.createdAt,
      seenAt: session.seenAt,
      isCurrent: session.idHash === sessionHash,
    })),
    linked: linkedSignIns(db, userId),
    desks: {
      staff: isStaff(db, userId),
      fulfillment: subjectsOf(db, userId, 'fulfillment').length > 0,
      farm: subjectsOf(db, userId, 'vendor').length > 0,
    },
  }
}

function addressFacts({ token, isDefault, ...address }: SavedAddress): AddressFacts {
  const { name, street1, street2, city, state, zip, phone } = address
  const fields = { name, street1, street2, city, state, zip, phone: formatPhone(phone) }
  return { token, isDefault, fields }
}

export const nameAndPhone = ({ firstName, lastName, phone }: User) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  phone: phone ? formatPhone(phone) : '',
})
