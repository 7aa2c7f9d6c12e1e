import { eq, inArray } from 'drizzle-orm'
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
import { mergedInto, ownersOf, type Person } from './person.ts'

/** Everything the shop stores about a person, without secrets. Instants are ISO 8601 in UTC; money is in US cents. */
export function personalData(db: Db, person: Person, store: string, now: Instant) {
  const { user } = person
  const owners = ownersOf(db, person)
  const emails = owners.flatMap(({ email }) => email ?? [])
  const orders = owners.flatMap((whose) => ordersOf(db, whose))
  return {
    store,
    made_at: iso(now),
    account: user && accountOf(db, user),
    orders: orders.map((order) => orderOf(db, order)),
    memberships: membershipsOf(db, orders),
    cards: owners.flatMap((whose) => cardsOfPerson(db, whose)).map(cardOf),
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
    wait_lists: waitListsOf(db, emails),
    consents: consentsOf(db, emails),
    delivery_texts: textsOf(db, user, orders),
    gifting_questions: giftingOf(db, emails),
    personal_data_requests: requestsOf(db, emails),
  }
}

function accountOf(db: Db, user: User) {
  const merged = mergedInto(db, user)
  return {
    ...namesOf(user),
    phone_number: user.phone,
    has_password: user.passwordHash !== null,
    came_from: user.landingPageSource,
    preferences: wirePreferences(db, user.id),
    linked_sign_ins: linkedSignIns(db, user.id).map(({ name, linkedAt }) => ({
      at: name,
      since: iso(linkedAt),
    })),
    sessions: sessionsOf(db, [user, ...merged]),
    merged_accounts: merged.map((account) => ({
      ...namesOf(account),
      merged_at: iso(account.mergedAt),
    })),
  }
}

const namesOf = (user: User) => ({
  email: user.email,
  email_confirmed_at: iso(user.emailVerifiedAt),
  first_name: user.firstName,
  last_name: user.lastName,
  created_at: iso(user.createdAt),
})

const sessionsOf = (db: Db, accounts: User[]) =>
  db
    .select()
    .from(sessions)
    .where(
      inArray(
        sessions.userId,
        accounts.map(({ id }) => id),
      ),
    )
    .all()
    .map(({ device, postalCode, signedInAt, seenAt, revokedAt }) => ({
      device,
      postal_code: postalCode,
      signed_in_at: iso(signedInAt),
      last_used_at: iso(seenAt),
      ended_at: iso(revokedAt),
    }))

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

const waitListsOf = (db: Db, emails: string[]) =>
  db
    .select()
    .from(waitListEntries)
    .where(inArray(waitListEntries.email, emails))
    .all()
    .map(({ campaignType, postalCode, joinedAt }) => ({
      for: campaignType,
      postal_code: postalCode,
      joined_at: iso(joinedAt),
    }))

const consentsOf = (db: Db, emails: string[]) =>
  db
    .select()
    .from(consents)
    .where(inArray(consents.email, emails))
    .all()
    .map(({ kind, source, phone, words, givenAt, endedAt }) => ({
      to: kind,
      given_at: iso(givenAt),
      ended_at: iso(endedAt),
      where: source,
      phone_number: phone,
      words,
    }))

const giftingOf = (db: Db, emails: string[]) =>
  db
    .select()
    .from(corporateGiftingContacts)
    .where(inArray(corporateGiftingContacts.email, emails))
    .all()
    .map(({ name, company, phone, quantity, message, askedAt }) => ({
      name,
      company,
      phone_number: phone,
      quantity,
      message,
      asked_at: iso(askedAt),
    }))

const requestsOf = (db: Db, emails: string[]) =>
  db
    .select()
    .from(personalDataRequests)
    .where(inArray(personalDataRequests.email, emails))
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
