import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  consents,
  corporateGiftingContacts,
  customerNotes,
  personalDataRequests,
  sessions,
  type User,
  waitListEntries,
} from '#db/schema/index.ts'
import { listAddresses } from '../accounts/addresses.ts'
import { linkedSignIns } from '../accounts/identities.ts'
import { preferencesOf } from '../accounts/preferences.ts'
import type { Instant } from '../day.ts'
import { followsOf } from '../farms/follow.ts'
import { ordersOf } from '../orders/erase.ts'
import { cardsOfPerson } from '../payments/account-card-jobs.ts'
import { referralJson } from '../referrals/json.ts'
import { referralsOf } from '../referrals/referrals.ts'
import { membershipsOf } from './export-memberships.ts'
import { orderOf } from './export-orders.ts'
import { cardOf, creditEntriesOf, rewardsOf, savedAddressOf } from './export-saved.ts'
import { tastesOf } from './export-tastes.ts'
import { textsOf } from './export-texts.ts'
import { visitsOf } from './export-visits.ts'
import { iso } from './iso.ts'
import type { Person } from './person.ts'

/** Everything the shop stores about a person, without secrets. Instants are ISO 8601 in UTC; money is in US cents. */
export function personalData(db: Db, { user, email }: Person, store: string, now: Instant) {
  const orders = ordersOf(db, { userId: user?.id ?? null, email })
  return {
    store,
    made_at: iso(now),
    account: user && accountOf(db, user),
    orders: orders.map((order) => orderOf(db, order)),
    memberships: membershipsOf(db, orders),
    cards: cardsOfPerson(db, { userId: user?.id ?? null, email }).map(cardOf),
    saved_addresses: listAddresses(db, user).map(savedAddressOf),
    rewards: user ? rewardsOf(db, user.id) : [],
    referrals: user ? referralsOf(db, user.id).map(referralJson) : [],
    store_credit: user ? creditEntriesOf(db, user.id) : [],
    ...tastesOf(db, user),
    followed_farms: user
      ? followsOf(db, user.id).map(({ name, followedAt }) => ({ farm: name, since: iso(followedAt) }))
      : [],
    visits: user ? visitsOf(db, user.id) : [],
    notes_by_staff: user ? notesAbout(db, user.id) : [],
    wait_lists: email === null ? [] : waitListsOf(db, email),
    consents: email === null ? [] : consentsOf(db, email),
    delivery_texts: textsOf(db, user, orders),
    gifting_questions: email === null ? [] : giftingOf(db, email),
    personal_data_requests: email === null ? [] : requestsOf(db, email),
  }
}

const accountOf = (db: Db, user: User) => ({
  email: user.email,
  email_confirmed_at: iso(user.emailVerifiedAt),
  first_name: user.firstName,
  last_name: user.lastName,
  phone_number: user.phone,
  has_password: user.passwordHash !== null,
  came_from: user.landingPageSource,
  created_at: iso(user.createdAt),
  preferences: wirePreferences(db, user.id),
  linked_sign_ins: linkedSignIns(db, user.id).map(({ name, linkedAt }) => ({
    at: name,
    since: iso(linkedAt),
  })),
  sessions: db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user.id))
    .all()
    .map(({ device, postalCode, signedInAt, seenAt, revokedAt }) => ({
      device,
      postal_code: postalCode,
      signed_in_at: iso(signedInAt),
      last_used_at: iso(seenAt),
      ended_at: iso(revokedAt),
    })),
})

const notesAbout = (db: Db, userId: number) =>
  db
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .all()
    .map(({ words, createdAt }) => ({ words, written_at: iso(createdAt) }))

function wirePreferences(db: Db, userId: number) {
  const { level, topics, textLevel } = preferencesOf(db, userId)
  return { level, topics, text_level: textLevel }
}

const waitListsOf = (db: Db, email: string) =>
  db
    .select()
    .from(waitListEntries)
    .where(eq(waitListEntries.email, email))
    .all()
    .map(({ campaignType, postalCode, joinedAt }) => ({
      for: campaignType,
      postal_code: postalCode,
      joined_at: iso(joinedAt),
    }))

const consentsOf = (db: Db, email: string) =>
  db
    .select()
    .from(consents)
    .where(eq(consents.email, email))
    .all()
    .map(({ kind, source, phone, words, givenAt, endedAt }) => ({
      to: kind,
      given_at: iso(givenAt),
      ended_at: iso(endedAt),
      where: source,
      phone_number: phone,
      words,
    }))

const giftingOf = (db: Db, email: string) =>
  db
    .select()
    .from(corporateGiftingContacts)
    .where(eq(corporateGiftingContacts.email, email))
    .all()
    .map(({ name, company, phone, quantity, message, askedAt }) => ({
      name,
      company,
      phone_number: phone,
      quantity,
      message,
      asked_at: iso(askedAt),
    }))

const requestsOf = (db: Db, email: string) =>
  db
    .select()
    .from(personalDataRequests)
    .where(eq(personalDataRequests.email, email))
    .all()
    .map(({ kind, fullName, state, correction, askedAt, confirmedAt, doneAt }) => ({
      request_type: kind,
      full_name: fullName,
      state,
      correction,
      asked_at: iso(askedAt),
      confirmed_at: iso(confirmedAt),
      done_at: iso(doneAt),
    }))
